import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bucketReasonText } from '@clouddisk/contract/bucket-words'
import { expect, it } from 'vitest'
import { checkBucket } from './check.ts'

async function saidAt(endpoint: string): Promise<string> {
  const findings = await checkBucket({
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
async function saidOf(answers: RequestListener): Promise<string> {
  const server = createServer(answers)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    return await saidAt(endpoint)
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
  expect(await saidOf(store)).toContain('There is no bucket wanted.')
  for (const answer of [
    page(404),
    page(200),
    (_request, response) => response.writeHead(404).end('Not Found'),
    (_request, response) => response.writeHead(404).end(),
  ] satisfies RequestListener[])
    expect(await saidOf(answer)).toMatch(/^What answers at http:\S+ is no store of S3’s protocol/)
})

it('says why nothing answers, not what the system calls it', async () => {
  const says = await saidAt('http://127.0.0.1:9')
  expect(says).toMatch(/^http:\/\/127\.0\.0\.1:9 cannot be reached: nothing answers at this port\./)
  expect(await saidAt('http://nowhere.invalid')).toContain('nobody knows this name')
})
