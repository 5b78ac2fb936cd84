import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bucketReasonText } from '@clouddisk/contract/bucket-words'
import { expect, it } from 'vitest'
import { checkBucket } from './check.ts'

async function saidAt(endpoint: string, within = 30_000): Promise<string> {
  const findings = await checkBucket({
    timeoutMs: within,
    endpoint,
    publicEndpoint: endpoint,
    origins: undefined,
    bucket: 'wanted',
    region: 'us-east-1',
    accessKey: 'key',
    secretKey: 'secret',
  })
  expect(findings).toMatchObject([{ step: 'reach', outcome: 'wrong' }])
  return bucketReasonText(findings[0]?.reason ?? 'full', 'en-US', findings[0]?.details)
}

/** What the check says of whatever answers at an address. */
async function saidOf(answers: RequestListener, within?: number): Promise<string> {
  const server = createServer(answers)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    return await saidAt(endpoint, within)
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

const page =
  (status: number): RequestListener =>
  (_request, response) =>
    response
      .writeHead(status, { 'content-type': 'text/html' })
      .end('<html><body><h1>Hello</h1></body></html>')

it('tells a store without the bucket from what is no store', async () => {
  const says = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<Error><Code>NoSuchBucket</Code><Message>It is not there</Message><BucketName>wanted</BucketName></Error>',
  ].join('\n')
  const store: RequestListener = (_request, response) =>
    response.writeHead(404, { 'content-type': 'application/xml' }).end(says)
  expect(await saidOf(store)).toContain('The bucket wanted doesn’t exist.')
  for (const answer of [
    page(404),
    page(200),
    (_request, response) => response.writeHead(404).end('Not Found'),
    (_request, response) => response.writeHead(404).end(),
  ] satisfies RequestListener[])
    expect(await saidOf(answer)).toMatch(/^http:\S+ isn’t an S3 store/)
})

it('says why nothing answers, not what the system calls it', async () => {
  const says = await saidAt('http://127.0.0.1:9')
  expect(says).toMatch(/^Can’t reach http:\/\/127\.0\.0\.1:9: connection refused\./)
  expect(await saidAt('http://nowhere.invalid')).toContain('the host name wasn’t found')
})

it('does not wait for what answers without end, nor keep what it says', async () => {
  const called: string[] = []
  const silent: RequestListener = ({ method = '' }) => void called.push(method)
  expect(await saidOf(silent, 100)).toMatch(/^http:\S+ is too slow: the check didn’t finish within 1 s\./)
  // Nothing was written, so nothing is removed.
  expect(called).toEqual(['HEAD'])

  const dripping: RequestListener = ({ method }, response) => {
    response.writeHead(200, { 'content-type': 'application/xml' })
    if (method === 'HEAD') response.end()
    else response.write(' ')
  }
  expect(await saidOf(dripping, 500)).toContain('is too slow')

  const chunk = Buffer.alloc(1024 * 1024, 'A')
  for (const status of [200, 400]) {
    let sent = 0
    const endless: RequestListener = ({ method }, response) => {
      response.writeHead(method === 'HEAD' ? 200 : status, { 'content-type': 'application/xml' })
      if (method === 'HEAD') return void response.end()
      const fill = () => {
        while (sent < 300 && !response.destroyed) {
          sent++
          if (!response.write(chunk)) return void response.once('drain', fill)
        }
        response.end()
      }
      response.write('<?xml version="1.0"?><ListBucketResult><Name>')
      fill()
    }
    const says = await saidOf(endless)
    expect(says).toContain('response of more than 16.00 MB, which no S3 store does')
    expect(sent).toBeLessThan(100)
  }
})
