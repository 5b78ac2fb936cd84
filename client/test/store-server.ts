import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { FILES_TYPE } from '@clouddisk/contract/uploads'

/**
 * A small server with the upload calls and the object calls of C section 3. It checks authorizations as strictly as the
 * real server, which has tests of its own with this client.
 */

interface Session {
  uploadId: string | null
  size: number
  parts: Map<number, Buffer>
  whole: Buffer | null
  saved: boolean
}

export interface ReceivedRequest {
  method: string
  path: string
  query: URLSearchParams
  uri: string
  headers: IncomingMessage['headers']
  json: Record<string, unknown>
  body: Buffer
}

type Interceptor = (seen: ReceivedRequest, response: ServerResponse) => boolean | Promise<boolean>

export class StoreServer {
  readonly sessions = new Map<string, Session>()
  readonly received: ReceivedRequest[] = []
  partSize = 1000
  syncSpeed = 0
  /** Content that the server already has, for instant uploads. */
  known: Buffer | null = null
  /** Parts are sent to an external store, at another address. */
  direct = false
  /** Handles a request instead of the server; true if it did. */
  intercept: Interceptor = () => false
  /** Files sent in batches, by batch and number. */
  readonly batchFiles = new Map<string, unknown>()
  /** Error code for a file of a batch; 0 to accept it. */
  refusalOf: (file: Record<string, unknown>) => number = () => 0
  partsInFlight = 0
  mostPartsInFlight = 0
  readonly #server = createServer((request, response) => void this.#serve(request, response))
  readonly #authorized = new Map<string, { verb: string; uri: string; contentType: string }>()
  readonly #seconds = new Map<string, { expected: string; parentId: unknown }>()

  async start(port = 0): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve))
    return this
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** Calls with a name, or object calls with a method. */
  calls(name: string): ReceivedRequest[] {
    return this.received.filter(
      ({ path, method }) => path.endsWith(`/${name}`) || (method === name && !isApi(path)),
    )
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url)
    const isPart = request.method === 'PUT' && url.searchParams.has('partNumber')
    if (isPart) this.mostPartsInFlight = Math.max(this.mostPartsInFlight, ++this.partsInFlight)
    try {
      const body = await bodyOf(request)
      const seen: ReceivedRequest = {
        method: request.method ?? '',
        path: url.pathname,
        query: url.searchParams,
        uri: request.url ?? '',
        headers: request.headers,
        json: isApi(url.pathname) && body.length > 0 ? JSON.parse(jsonOf(request, body)) : {},
        body,
      }
      this.received.push(seen)
      if (await this.intercept(seen, response)) return
      if (url.pathname === '/healthz') response.end('ok')
      else if (isApi(url.pathname)) this.#api(seen, response)
      else this.#object(seen, response)
    } catch {
      response.destroy()
    } finally {
      if (isPart) this.partsInFlight--
    }
  }

  #api({ path, query, json }: ReceivedRequest, response: ServerResponse): void {
    const name = path.replace('/disk/api/instance/', '')
    const answers: Record<string, () => unknown> = {
      checkUploadAble: () => this.#check(json),
      secondUpload: () => this.#instantUpload(json),
      queryUploadAuth: () => this.#authorize(json),
      upload: () => this.#save(json),
      uploadFiles: () => this.#saveBatch(json),
      queryUploadedFiles: () => this.#queryBatch(String(query.get('batchId'))),
      recycleObject: () => ({ discarded: this.sessions.delete(String(json.objectKey)) }),
      batchCreateFolder: () => withIds(json),
    }
    const data = answers[name]?.()
    const failed = data instanceof RefusedCall
    envelope(response, failed ? data.errcode : 0, failed ? {} : data)
  }

  #check(json: Record<string, unknown>): unknown {
    const proved = this.known && json.sha256 === sha256(this.known)
    const objectKey = String(json.objectKey ?? randomUUID())
    if (!this.sessions.has(objectKey)) {
      if (json.objectKey) return new RefusedCall(50006)
      this.sessions.set(objectKey, {
        uploadId: null,
        size: Number(json.fSize),
        parts: new Map(),
        whole: null,
        saved: false,
      })
    }
    const proof = proved && this.known ? this.#challenge(objectKey, this.known, json.parentId) : undefined
    return {
      uploadflag: proof ? '1' : '3',
      objectKey,
      bucketName: 'bucket',
      fId: objectKey,
      storeEncryption: false,
      storeShards: false,
      syncSpeed: this.syncSpeed,
      partSize: this.partSize,
      cloudProvider: 'local',
      expireTime: '2026-12-01T00:00:00.000Z',
      ...(proof && { proof }),
    }
  }

  #challenge(fId: string, content: Buffer, parentId: unknown) {
    const ranges: [number, number][] = [
      [10, 20],
      [0, 5],
      [content.length - 7, 7],
    ]
    const nonce = randomUUID()
    const pieces = ranges.map(([offset, length]) => content.subarray(offset, offset + length))
    this.#seconds.set(fId, { expected: sha256(Buffer.concat([...pieces, Buffer.from(nonce)])), parentId })
    return { ranges, nonce }
  }

  #instantUpload(json: Record<string, unknown>): unknown {
    const challenge = this.#seconds.get(String(json.fileId))
    const right = challenge?.expected === json.proof && challenge?.parentId === json.parentId
    return right ? savedInstance(json) : new RefusedCall(50005)
  }

  #authorize(json: Record<string, unknown>): unknown {
    const token = randomUUID()
    this.#authorized.set(token, {
      verb: String(json.httpVerb),
      uri: String(json.resourceUri),
      contentType: String(json.contentType ?? ''),
    })
    return {
      host: this.direct && json.partNum !== undefined ? this.url : `${this.url}/disk/objects/`,
      date: 'today',
      authorization: token,
      bucketName: json.bucketName,
      headers: { Authorization: token, 'x-amz-date': 'today' },
      syncSpeed: this.syncSpeed,
    }
  }

  #save(json: Record<string, unknown>): unknown {
    const session = this.sessions.get(String(json.objectKey))
    if (!session) return new RefusedCall(50006)
    if (!session.whole) return new RefusedCall(50007)
    if (json.sha256 !== sha256(session.whole)) return new RefusedCall(50004)
    session.saved = true
    return savedInstance(json)
  }

  /** Keyed by batch and number, so that a repeated request returns the same file. */
  #saveBatch(json: Record<string, unknown>): unknown {
    const files = json.files as Record<string, unknown>[]
    const list = files.map((file) => {
      const place = `${json.batchId} ${file.no}`
      const errcode = this.refusalOf(file)
      if (errcode !== 0) return { errcode, errmsg: 'no' }
      const known = this.batchFiles.get(place) ?? { ...savedInstance(file), instanceId: `small-${++madeIds}` }
      this.batchFiles.set(place, known)
      return { errcode: 0, errmsg: '', file: known }
    })
    return { list }
  }

  #queryBatch(batchId: string): unknown {
    const places = [...this.batchFiles].filter(([place]) => place.startsWith(batchId))
    return {
      list: places.map(([place, file]) => ({
        no: Number(place.slice(batchId.length + 1)),
        isOpen: false,
        file,
      })),
    }
  }

  #object({ method, path, query, uri, headers, body }: ReceivedRequest, response: ServerResponse) {
    const allowed = this.#authorized.get(headers.authorization ?? '')
    this.#authorized.delete(headers.authorization ?? '')
    const asked = {
      verb: method,
      uri: uri.replace('/disk/objects', ''),
      contentType: headers['content-type'] ?? '',
    }
    if (headers['x-amz-date'] !== 'today' || JSON.stringify(allowed) !== JSON.stringify(asked)) {
      return xml(response, 403, '<Error><Code>AccessDenied</Code></Error>')
    }
    const session = this.sessions.get(path.split('/').at(-1) ?? '')
    if (!session) return xml(response, 404, '<Error><Code>NoSuchUpload</Code></Error>')
    if (method === 'POST' && query.has('uploads')) {
      session.uploadId = randomUUID()
      return xml(response, 200, `<R><UploadId>${session.uploadId}</UploadId></R>`)
    }
    if (method === 'PUT' && !query.has('partNumber')) {
      session.whole = body
      return xml(response, 200, '', { etag: '"whole"' })
    }
    if (query.get('uploadId') !== session.uploadId || session.whole) {
      return xml(response, 404, '<Error><Code>NoSuchUpload</Code></Error>')
    }
    if (method === 'PUT') return this.#part(session, Number(query.get('partNumber')), body, response)
    if (method === 'GET') return listing(session, query, response)
    const numbers = [...body.toString().matchAll(/<PartNumber>(\d+)</g)].map(([, number]) => Number(number))
    session.whole = Buffer.concat(numbers.map((number) => session.parts.get(number) ?? Buffer.alloc(0)))
    return xml(response, 200, '<CompleteMultipartUploadResult/>')
  }

  #part(session: Session, number: number, body: Buffer, response: ServerResponse) {
    const before = session.parts.get(number)
    if (before && !before.equals(body)) return xml(response, 409, '<Error><Code>Conflict</Code></Error>')
    session.parts.set(number, body)
    xml(response, 200, '', { etag: `"etag-${number}"` })
  }
}

/** The JSON of a batch precedes the files' content. */
const jsonOf = ({ headers }: IncomingMessage, body: Buffer): string =>
  headers['content-type'] === FILES_TYPE
    ? body.subarray(4, 4 + body.readUInt32BE(0)).toString()
    : body.toString()

class RefusedCall {
  readonly errcode: number
  constructor(errcode: number) {
    this.errcode = errcode
  }
}

export function envelope(response: ServerResponse, errcode: number, data: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ errcode, errmsg: '', data, traceId: 'trace' }))
}

export function xml(response: ServerResponse, status: number, body: string, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/xml', ...headers }).end(body)
}

function listing(session: Session, query: URLSearchParams, response: ServerResponse): void {
  const after = Number(query.get('part-number-marker'))
  const max = Number(query.get('max-parts'))
  const all = [...session.parts].sort(([a], [b]) => a - b).filter(([number]) => number > after)
  const page = all.slice(0, max)
  const parts = page.map(
    ([number, bytes]) =>
      `<Part><PartNumber>${number}</PartNumber><ETag>&quot;etag-${number}&quot;</ETag><Size>${bytes.length}</Size></Part>`,
  )
  const more = all.length > max
  const marker = `<NextPartNumberMarker>${page.at(-1)?.[0] ?? 0}</NextPartNumberMarker>`
  xml(
    response,
    200,
    `<ListPartsResult><IsTruncated>${more}</IsTruncated>${marker}${parts.join('')}</ListPartsResult>`,
  )
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const savedInstance = (json: Record<string, unknown>) => ({
  instanceId: 'file-1',
  instanceName: 'saved.bin',
  parentId: json.parentId,
  outcome: 'created',
})

interface Tree {
  instanceName: string
  children?: Tree[]
}
let madeIds = 0
const withIds = (node: unknown): unknown => {
  const { instanceName, children = [] } = node as Tree
  return { instanceName, instanceId: `folder-${++madeIds}`, children: children.map(withIds) }
}

const isApi = (path: string): boolean => path.startsWith('/disk/api/')
export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
