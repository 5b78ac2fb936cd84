import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { SECOND } from '@clouddisk/contract/time'
import { type IcapReply, parseReply, ReplyReader } from './reply.ts'

/** A client of an ICAP server (RFC 3507), which virus scanners and content inspections offer: one connection for each request. */

export interface IcapFile {
  readonly name: string
  readonly size: number
  /** Its bytes, in order. */
  readonly bytes: () => AsyncIterable<Uint8Array>
}

/** The server cannot be reached, or does not answer as one should. */
export class IcapFailed extends Error {}

/** Without a byte either way. A server may look at a large file for long after it has all of it. */
const IDLE_MS = 120 * SECOND
const CONNECT_MS = 5 * SECOND
/** What a server offers is asked again after this long. */
const OPTIONS_MS = 300 * SECOND
const DEFAULT_PORT = 1344

interface Options {
  readonly method: 'RESPMOD' | 'REQMOD'
  /** Bytes that the server wants to see first; undefined: all at once. */
  readonly preview: number | undefined
  readonly until: number
}

export class IcapClient {
  readonly #url: URL
  #options: Options | undefined

  /** @param address such as icap://scanner:1344/avscan */
  constructor(address: string) {
    this.#url = new URL(address)
  }

  /** What the server objects to; undefined if nothing. Throws IcapFailed, or the reason of the signal. */
  async check(file: IcapFile, signal: AbortSignal): Promise<string | undefined> {
    const aborted = Promise.withResolvers<never>()
    const abort = () => aborted.reject(signal.reason)
    signal.addEventListener('abort', abort)
    try {
      signal.throwIfAborted()
      return await Promise.race([this.#ask(file, signal), aborted.promise])
    } catch (error) {
      if (error instanceof IcapFailed || signal.aborted) throw error
      throw new IcapFailed(`${this.#url.host}: ${error}`)
    } finally {
      signal.removeEventListener('abort', abort)
    }
  }

  async #ask(file: IcapFile, signal: AbortSignal): Promise<string | undefined> {
    const { method, preview } = await this.#offer(signal)
    const socket = await this.#connect(signal)
    try {
      const reader = new ReplyReader(socket)
      const shown = preview === undefined ? undefined : Math.min(preview, file.size)
      socket.write(this.#head(method, file, shown))
      const first = await sendBody(socket, reader, file, shown)
      const reply = parseReply(await (first ?? reader.reply()))
      return verdictOf(method, file, reply)
    } finally {
      socket.destroy()
    }
  }

  async #offer(signal: AbortSignal): Promise<Options> {
    if (this.#options && this.#options.until > performance.now()) return this.#options
    const socket = await this.#connect(signal)
    try {
      socket.write(
        `OPTIONS ${this.#url.href} ICAP/1.0\r\nHost: ${this.#url.host}\r\nConnection: close\r\n\r\n`,
      )
      const { status, headers } = parseReply(await new ReplyReader(socket).reply())
      if (status !== 200) throw new IcapFailed(`${this.#url.host} answers OPTIONS with ${status}`)
      const methods = headers.get('methods') ?? ''
      const preview = headers.get('preview')
      this.#options = {
        method: /respmod/i.test(methods) || !/reqmod/i.test(methods) ? 'RESPMOD' : 'REQMOD',
        preview: preview !== undefined && /^\d{1,6}$/.test(preview) ? Number(preview) : undefined,
        until: performance.now() + OPTIONS_MS,
      }
      return this.#options
    } finally {
      socket.destroy()
    }
  }

  async #connect(signal: AbortSignal): Promise<Socket> {
    const { hostname, port } = this.#url
    const host = hostname.replace(/^\[|\]$/g, '')
    const socket = connect({ host, port: Number(port || DEFAULT_PORT), signal })
    // Errors after the connection was made reject the pending read or write.
    socket.on('error', () => undefined)
    socket.setTimeout(CONNECT_MS, () => socket.destroy(new Error('no answer in time')))
    try {
      await once(socket, 'connect')
    } catch (error) {
      socket.destroy()
      throw new IcapFailed(`${this.#url.host} cannot be reached: ${error}`)
    }
    socket.setTimeout(IDLE_MS)
    return socket
  }

  /** The file as a download (RESPMOD) or an upload (REQMOD) of a browser. */
  #head(method: Options['method'], { name, size }: IcapFile, preview: number | undefined): string {
    const address = `http://clouddisk/${encodeURIComponent(name)}`
    const about = `Content-Type: application/octet-stream\r\nContent-Length: ${size}\r\n\r\n`
    const request =
      method === 'REQMOD'
        ? `PUT ${address} HTTP/1.1\r\nHost: clouddisk\r\n${about}`
        : `GET ${address} HTTP/1.1\r\nHost: clouddisk\r\n\r\n`
    const response = method === 'REQMOD' ? '' : `HTTP/1.1 200 OK\r\n${about}`
    const parts =
      method === 'REQMOD'
        ? `req-hdr=0, req-body=${request.length}`
        : `req-hdr=0, res-hdr=${request.length}, res-body=${request.length + response.length}`
    return (
      `${method} ${this.#url.href} ICAP/1.0\r\nHost: ${this.#url.host}\r\nAllow: 204\r\nConnection: close\r\n` +
      `${preview === undefined ? '' : `Preview: ${preview}\r\n`}Encapsulated: ${parts}\r\n\r\n${request}${response}`
    )
  }
}

/** Sends the body, the preview first, until the server has answered. The answer, if it came before the end. */
async function sendBody(
  socket: Socket,
  reader: ReplyReader,
  { bytes, size }: IcapFile,
  preview: number | undefined,
): Promise<Promise<string> | undefined> {
  let left = preview ?? Number.POSITIVE_INFINITY
  let isShown = preview === undefined
  for await (const read of bytes()) {
    let chunk = read
    if (!isShown) {
      const first = chunk.subarray(0, left)
      await sendChunk(socket, first)
      left -= first.length
      chunk = chunk.subarray(first.length)
      if (left > 0) continue
      isShown = true
      if (size === preview) break
      socket.write('0\r\n\r\n')
      const answer = await reader.reply()
      if (!/^ICAP\/1\.0 100/.test(answer)) return Promise.resolve(answer)
    }
    if (reader.hasReply || socket.destroyed) return reader.reply()
    if (chunk.length > 0) await sendChunk(socket, chunk)
  }
  socket.write(preview !== undefined && size <= preview ? '0; ieof\r\n\r\n' : '0\r\n\r\n')
  return undefined
}

async function sendChunk(socket: Socket, chunk: Uint8Array): Promise<void> {
  if (chunk.length === 0) return
  socket.write(`${chunk.length.toString(16)}\r\n`)
  socket.write(chunk)
  // A server that has answered may have gone: what it has said is read by the caller.
  if (socket.write('\r\n') || socket.destroyed) return
  const gone = new AbortController()
  const close = () => gone.abort()
  socket.once('close', close)
  await once(socket, 'drain', { signal: gone.signal }).catch(() => undefined)
  socket.off('close', close)
}

function verdictOf(method: Options['method'], { size }: IcapFile, reply: IcapReply): string | undefined {
  const { status, headers, inner } = reply
  if (status === 204) return undefined
  if (status !== 200 && status !== 201) throw new IcapFailed(`the ICAP server answers ${status}`)
  const infection = headers.get('x-infection-found')
  if (infection) return /threat=([^;]+)/i.exec(infection)?.[1]?.trim() || 'infected'
  const violations = headers.get('x-violations-found')
  if (violations) return violations.split('\n')[2]?.trim() || 'violation'
  const virus = headers.get('x-virus-id')
  if (virus) return virus
  // The same again: the server says nothing by 204.
  const isSame =
    method === 'REQMOD' ? inner.status === undefined : inner.status === 200 && inner.size === size
  return isSame ? undefined : 'blocked'
}
