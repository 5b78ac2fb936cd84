import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An Office server of our own: says what it can do, signs its calls of a WOPI host, and has a page for the editor’s frame. */
export interface OfficeServer {
  /** What a cluster has as its co-editing address. */
  readonly address: string
  /** Bodies of the forms that pages have posted to its editor. */
  readonly opened: URLSearchParams[]
  /** How often the discovery was read. */
  readonly asked: () => number
  /** Calls of the WOPI host in a person’s name, signed. */
  editor(document: OpenedDocument): Editor
  /** Makes a new key; the one before stays valid as the old one. */
  rotate(): void
  /** Of answers to the discovery, in place of the real one. */
  answerWith(answer: DiscoveryAnswer | undefined): void
  close(): Promise<void>
}

export interface DiscoveryAnswer {
  readonly status?: number
  readonly body?: string
}

export interface OpenedDocument {
  readonly actionUrl: string
  readonly accessToken: string
}

export interface WopiAnswer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly bytes: Buffer
  json(): Record<string, unknown>
}

export interface EditorCall {
  readonly method?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer
  /** Other than the one that was opened with. */
  readonly token?: string
  /** Changes what is signed, and how. */
  readonly signed?: Partial<Signing>
}

export interface Editor {
  readonly source: string
  call(call: EditorCall): Promise<WopiAnswer>
  info(): Promise<WopiAnswer>
  get(headers?: Readonly<Record<string, string>>): Promise<WopiAnswer>
  put(text: string | Buffer, lock?: string, headers?: Readonly<Record<string, string>>): Promise<WopiAnswer>
  operation(name: string, headers?: Readonly<Record<string, string>>, body?: Buffer): Promise<WopiAnswer>
}

interface Signing {
  readonly at: number
  readonly key: KeyObject
  readonly oldKey: KeyObject
  readonly url: string
  /** Sends no proof at all. */
  readonly isUnsigned: boolean
}

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 })

export interface OfficeOptions {
  /** Whether it has proof keys. */
  readonly signs?: boolean
  readonly edit?: readonly string[]
  readonly view?: readonly string[]
  /** The clock that calls are signed by. */
  readonly now?: () => number
}

export async function openOfficeServer({
  signs = true,
  edit = ['docx', 'xlsx', 'pptx', 'odt'],
  view = ['docx', 'xlsx', 'pptx', 'pdf'],
  now = Date.now,
}: OfficeOptions = {}): Promise<OfficeServer> {
  let current = newKey()
  let old = current
  let asked = 0
  let answer: DiscoveryAnswer | undefined
  const opened: URLSearchParams[] = []
  const server = createServer((incoming, response) => {
    if (incoming.url === '/hosting/discovery') {
      asked += 1
      const body = answer?.body ?? discovery()
      response.writeHead(answer?.status ?? 200, { 'content-type': 'application/xml' }).end(body)
    } else if (incoming.url?.startsWith('/editor/')) void showEditor(incoming, response, opened)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // It keeps no program running.
  server.unref()
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const action = (name: string, ext: string) =>
    `<action name="${name}" ext="${ext}" urlsrc="${address}/editor/${name}?&lt;ui=UI_LLCC&amp;&gt;&lt;thm=THEME_ID&amp;&gt;"/>`
  const keyAttributes = () => {
    const jwk = ({ publicKey }: typeof current) => publicKey.export({ format: 'jwk' })
    const base64 = (text = '') => Buffer.from(text, 'base64url').toString('base64')
    const [fresh, before] = [jwk(current), jwk(old)]
    return `modulus="${base64(fresh.n)}" exponent="${base64(fresh.e)}" oldmodulus="${base64(before.n)}" oldexponent="${base64(before.e)}"`
  }
  const discovery = () => `<?xml version="1.0" encoding="utf-8"?>
<wopi-discovery><net-zone name="external-http"><app name="Word">
${edit.map((ext) => action('edit', ext)).join('\n')}
${edit.map((ext) => action('editnew', ext)).join('\n')}
${view.map((ext) => action('view', ext)).join('\n')}
</app></net-zone>${signs ? `<proof-key ${keyAttributes()}/>` : ''}</wopi-discovery>`

  const editor = ({ actionUrl, accessToken }: OpenedDocument): Editor => {
    const source = new URL(actionUrl).searchParams.get('WOPISrc') ?? ''
    const call = async (one: EditorCall): Promise<WopiAnswer> => {
      const token = one.token ?? accessToken
      const url = `${source}${one.path ?? ''}?access_token=${encodeURIComponent(token)}`
      const { at = now(), key = current.privateKey, oldKey = old.privateKey, ...more } = one.signed ?? {}
      const headers =
        more.isUnsigned || !signs ? {} : proofHeaders(token, more.url ?? url, { at, key, oldKey })
      return send(url, { ...one, headers: { ...headers, ...one.headers } })
    }
    const operation: Editor['operation'] = (name, headers = {}, body = Buffer.alloc(0)) =>
      call({ method: 'POST', headers: { 'x-wopi-override': name, ...headers }, body })
    return {
      source,
      call,
      operation,
      info: () => call({}),
      get: (headers = {}) => call({ path: '/contents', headers }),
      put: (text, lock, headers = {}) =>
        call({
          method: 'POST',
          path: '/contents',
          headers: {
            'x-wopi-override': 'PUT',
            ...(lock !== undefined && { 'x-wopi-lock': lock }),
            ...headers,
          },
          body: Buffer.from(text),
        }),
    }
  }
  return {
    address,
    opened,
    asked: () => asked,
    editor,
    rotate: () => {
      old = current
      current = newKey()
    },
    answerWith: (next) => {
      answer = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** By the protocol, written anew here: the server’s own code must not prove itself. */
function proofHeaders(
  token: string,
  url: string,
  { at, key, oldKey }: Pick<Signing, 'at' | 'key' | 'oldKey'>,
): Record<string, string> {
  const ticks = (BigInt(at) + 62_135_596_800_000n) * 10_000n
  const [tokenBytes, urlBytes] = [Buffer.from(token), Buffer.from(url.toUpperCase())]
  const bytes = Buffer.alloc(4 + tokenBytes.length + 4 + urlBytes.length + 4 + 8)
  let offset = bytes.writeUInt32BE(tokenBytes.length, 0)
  offset += tokenBytes.copy(bytes, offset)
  offset = bytes.writeUInt32BE(urlBytes.length, offset)
  offset += urlBytes.copy(bytes, offset)
  offset = bytes.writeUInt32BE(8, offset)
  bytes.writeBigUInt64BE(ticks, offset)
  return {
    'x-wopi-timestamp': String(ticks),
    'x-wopi-proof': sign('sha256', bytes, key).toString('base64'),
    'x-wopi-proofold': sign('sha256', bytes, oldKey).toString('base64'),
  }
}

/** By node:http, which takes any header and shows each as it came. */
const send = (url: string, { method = 'GET', headers = {}, body }: EditorCall): Promise<WopiAnswer> =>
  new Promise((resolve, reject) => {
    const length = body && !('transfer-encoding' in headers) ? { 'content-length': String(body.length) } : {}
    const outgoing = request(url, { method, headers: { ...length, ...headers } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const bytes = Buffer.concat(chunks)
        const { statusCode: status = 0, headers } = response
        resolve({ status, headers, bytes, json: () => JSON.parse(bytes.toString('utf8')) })
      })
      response.on('error', reject)
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })

/** The page in the frame: shows what it was opened with, and tells the page around it what its buttons say. */
async function showEditor(
  incoming: IncomingMessage,
  response: ServerResponse,
  opened: URLSearchParams[],
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
  opened.push(form)
  const tell = (id: string, values: object = {}) =>
    `parent.postMessage(JSON.stringify({ MessageId: '${id}', SendTime: Date.now(), Values: ${JSON.stringify(values)} }), '*')`
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<!doctype html>
<html lang="en"><title>Office</title><h1>Office</h1><p id="token">${form.has('access_token') ? 'with a token' : 'without'}</p>
<button onclick="${inAttribute(tell('File_Rename', { NewName: 'renamed in office' }))}">Rename</button>
<button onclick="${inAttribute(tell('UI_Close'))}">Close</button>
<script>${tell('App_LoadingStatus', { Status: 'Frame_Ready' })};${tell('App_LoadingStatus', { Status: 'Document_Loaded' })}</script></html>`)
}

const inAttribute = (script: string): string => script.replaceAll('"', '&quot;')
