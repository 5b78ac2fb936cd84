import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A WebDAV server whose answers tests choose. */
export interface ScriptedDav {
  /** Of its root. */
  readonly address: string
  /** Method and path of each request, the path decoded and below the root. */
  readonly calls: string[]
  /** A file, with the folders that it lies in. */
  put(path: string, content: string | Buffer | Generated, modified?: Date): void
  /** Answers a request itself where it returns true. */
  instead: (call: string, response: ServerResponse, request: IncomingMessage) => boolean
  stop(): Promise<void>
}

/** A file that is made while it is sent. */
export interface Generated {
  readonly size: number
  readonly bytes: () => Iterable<Buffer>
  /** The listing does not say it. */
  readonly isSizeUnknown?: boolean
}

interface Stored extends Generated {
  readonly modified: Date
}

const ROOT = '/dav/'

export async function startScriptedDav(): Promise<ScriptedDav> {
  const files = new Map<string, Stored>()
  const server = createServer((request, response) => {
    request.resume()
    const path = decodeURIComponent(request.url ?? '').slice(ROOT.length)
    const call = `${request.method} ${path}`
    dav.calls.push(call)
    if (dav.instead(call, response, request)) return
    if (request.method === 'PROPFIND') return list(files, path, response)
    const file = files.get(path)
    if (!file) return void response.writeHead(404).end()
    void send(file, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Pictures are taken without stopping it.
  server.unref()
  const dav: ScriptedDav = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}${ROOT}`,
    calls: [],
    put: (path, content, modified = new Date('2019-03-04T05:06:07Z')) => {
      const made =
        typeof content === 'string' || Buffer.isBuffer(content) ? generated(Buffer.from(content)) : content
      files.set(path, { ...made, modified })
    },
    instead: () => false,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return dav
}

const generated = (bytes: Buffer): Generated => ({ size: bytes.length, bytes: () => [bytes] })

function list(files: ReadonlyMap<string, Stored>, path: string, response: ServerResponse): void {
  const children = new Map<string, Stored | undefined>()
  for (const [name, file] of files) {
    if (!name.startsWith(path)) continue
    const [child = '', ...more] = name.slice(path.length).split('/')
    children.set(child, more.length > 0 ? undefined : file)
  }
  if (path !== '' && children.size === 0) return void response.writeHead(404).end()
  sendMultistatus(response, [
    folderEntry(path),
    ...Array.from(children, ([child, file]) =>
      file ? fileEntry(path + child, file) : folderEntry(`${path}${child}/`),
    ),
  ])
}

export function sendMultistatus(response: ServerResponse, entries: readonly string[]): true {
  response.writeHead(207, { 'content-type': 'application/xml; charset=utf-8' })
  response.end(`<?xml version="1.0"?><multistatus xmlns="DAV:">${entries.join('')}</multistatus>`)
  return true
}

const hrefOf = (path: string): string => ROOT + path.split('/').map(encodeURIComponent).join('/')

const entryOf = (href: string, properties: string): string =>
  `<response><href>${href}</href><propstat><prop>${properties}</prop><status>HTTP/1.1 200 OK</status></propstat></response>`

export const folderAt = (href: string): string => entryOf(href, '<resourcetype><collection/></resourcetype>')
export const folderEntry = (path: string): string => folderAt(hrefOf(path))
export const fileAt = (href: string, size = 1): string =>
  entryOf(href, `<resourcetype/><getcontentlength>${size}</getcontentlength>`)

const fileEntry = (path: string, { size, modified, isSizeUnknown }: Stored): string =>
  entryOf(
    hrefOf(path),
    `<resourcetype/>${isSizeUnknown ? '' : `<getcontentlength>${size}</getcontentlength>`}<getlastmodified>${modified.toUTCString()}</getlastmodified>`,
  )

async function send({ size, bytes, modified }: Stored, response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-length': size, 'last-modified': modified.toUTCString() })
  for (const chunk of bytes()) if (!response.write(chunk)) await once(response, 'drain')
  response.end()
}
