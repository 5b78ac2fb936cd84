import type { Socket } from 'node:net'

/** Replies of ICAP servers. */

/** Headers of a server that does not end them. */
const HEADERS_MAX = 64 * 1024

export interface IcapReply {
  readonly status: number
  /** By lower-case names; continued lines are kept apart by line breaks. */
  readonly headers: ReadonlyMap<string, string>
  /** Of the HTTP response that it contains; undefined if it contains none. */
  readonly inner: { readonly status?: number; readonly size?: number }
}

/** Reads the headers of replies from a connection, and where there is one, those of the HTTP message within. */
export class ReplyReader {
  #text = ''
  #ended: Error | undefined
  #wake: () => void = () => undefined

  constructor(socket: Socket) {
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => {
      if (this.#text.length < HEADERS_MAX) this.#text += text
      this.#wake()
    })
    const end = (error?: Error) => {
      this.#ended ??= error ?? new Error('the connection was closed')
      this.#wake()
    }
    socket.on('error', end)
    socket.on('end', () => end())
    socket.on('close', () => end())
  }

  get hasReply(): boolean {
    return this.#length() !== undefined
  }

  /** The next reply. Throws if the connection ends before it. */
  async reply(): Promise<string> {
    for (;;) {
      const length = this.#length()
      if (length !== undefined) {
        const text = this.#text.slice(0, length)
        this.#text = this.#text.slice(length)
        return text
      }
      if (this.#ended) throw this.#ended
      if (this.#text.length >= HEADERS_MAX) throw new Error('the reply has no end')
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#wake = resolve
      await promise
    }
  }

  /** Of a whole reply. */
  #length(): number | undefined {
    const end = this.#text.indexOf('\r\n\r\n')
    if (end < 0) return undefined
    const head = this.#text.slice(0, end)
    if (!/^encapsulated:.*res-hdr/im.test(head)) return end + 4
    const inner = this.#text.indexOf('\r\n\r\n', end + 4)
    return inner < 0 && !this.#ended ? undefined : inner < 0 ? end + 4 : inner + 4
  }
}

export function parseReply(text: string): IcapReply {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = new Map<string, string>()
  let last = ''
  for (const line of lines) {
    const at = line.indexOf(':')
    if (/^[ \t]/.test(line) || at < 0) headers.set(last, `${headers.get(last) ?? ''}\n${line.trim()}`)
    else {
      last = line.slice(0, at).trim().toLowerCase()
      headers.set(last, line.slice(at + 1).trim())
    }
  }
  const status = /^ICAP\/1\.\d (\d{3})/.exec(first)?.[1]
  if (status === undefined) throw new Error('the reply is not of an ICAP server')
  // The request may stand before the response.
  const http = rest.join('\r\n\r\n')
  const innerStatus = /^HTTP\/1\.\d (\d{3})/m.exec(http)?.[1]
  const size = /^content-length: *(\d+)/im.exec(http)?.[1]
  return {
    status: Number(status),
    headers,
    inner: {
      ...(innerStatus !== undefined && { status: Number(innerStatus) }),
      ...(size !== undefined && { size: Number(size) }),
    },
  }
}
