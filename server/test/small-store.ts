import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { S3Location } from '../src/objects/s3/client.ts'

/** As little of a store as whole objects need; it encrypts what it is asked to, and refuses or keeps waiting where it is told so. */
export interface SmallStore {
  readonly place: S3Location
  /** Names of what lies there. */
  readonly names: () => string[]
  /** Method and path of each call. */
  readonly calls: string[]
  /** What a call is answered with instead: a status and S3's word, or nothing until `letGo`. */
  instead: (
    call: string,
    headers: IncomingHttpHeaders,
  ) => readonly [status: number, code: string] | 'nothing' | undefined
  letGo(): void
  close(): void
}

/** Whether a call tries whether it encrypts; whether it writes over what is there is tried by a condition. */
export const triesEncryption = (call: string, headers: IncomingHttpHeaders): boolean =>
  /^PUT .*\/probe\//.test(call) && headers['if-none-match'] === undefined

interface Stored {
  readonly bytes: Buffer
  readonly encryptedBy: string | undefined
}

export async function openSmallStore(): Promise<SmallStore> {
  const objects = new Map<string, Stored>()
  const held: (() => void)[] = []
  const server = createServer(async (request, response) => {
    const call = `${request.method} ${request.url}`
    store.calls.push(call)
    const instead = store.instead(call, request.headers)
    if (instead === 'nothing') return void held.push(() => void answer(objects, request, response))
    if (!instead) return answer(objects, request, response)
    request.resume()
    says(response, instead[0], `<Error><Code>${instead[1]}</Code></Error>`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const store: SmallStore = {
    place: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: 'small',
      accessKey: 'key',
      secretKey: 'secret',
    },
    names: () => [...objects.keys()],
    calls: [],
    instead: () => undefined,
    letGo: () => {
      store.instead = () => undefined
      for (const go of held.splice(0)) go()
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
  return store
}

const says = (response: ServerResponse, status: number, xml: string): void =>
  void response.writeHead(status, { 'content-type': 'application/xml' }).end(xml)

async function answer(objects: Map<string, Stored>, request: IncomingMessage, response: ServerResponse) {
  const { method, headers } = request
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://small')
  const name = decodeURIComponent(pathname).split('/').slice(2).join('/')
  const bytes = await buffer(request)
  if (name === '') return list(objects, searchParams, response)
  if (method === 'POST')
    return says(
      response,
      200,
      '<CreateMultipartUploadResult><UploadId>one</UploadId></CreateMultipartUploadResult>',
    )
  if (method === 'DELETE') {
    objects.delete(name)
    return void response.writeHead(204).end()
  }
  if (method === 'PUT') {
    if (headers['if-none-match'] && objects.has(name))
      return says(response, 412, '<Error><Code>PreconditionFailed</Code></Error>')
    const encryptedBy = headers['x-amz-server-side-encryption'] as string | undefined
    objects.set(name, { bytes, encryptedBy })
  }
  const found = objects.get(name)
  if (!found) return says(response, 404, '<Error><Code>NoSuchKey</Code></Error>')
  response.writeHead(200, {
    etag: `"${createHash('md5').update(found.bytes).digest('hex')}"`,
    'last-modified': new Date().toUTCString(),
    ...(found.encryptedBy && { 'x-amz-server-side-encryption': found.encryptedBy }),
    ...(method !== 'PUT' && { 'content-length': found.bytes.length }),
  })
  response.end(method === 'GET' ? found.bytes : undefined)
}

function list(objects: Map<string, Stored>, params: URLSearchParams, response: ServerResponse): void {
  if (params.has('uploads')) {
    says(response, 200, '<ListMultipartUploadsResult/>')
    return
  }
  const prefix = params.get('prefix') ?? ''
  const listed = [...objects]
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, { bytes }]) => `<Contents><Key>${name}</Key><Size>${bytes.length}</Size></Contents>`)
  says(response, 200, `<ListBucketResult><Name>small</Name>${listed.join('')}</ListBucketResult>`)
}
