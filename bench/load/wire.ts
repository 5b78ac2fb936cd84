import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import type { Readable } from 'node:stream'
import { Pool } from 'undici'

/** The same HTTP client for every side: kept-alive connections, nothing parsed that nobody looks at. */

export interface Answer {
  readonly headers: Record<string, string | string[] | undefined>
  readonly body: Buffer
}

export class Wire {
  readonly #pool: Pool

  constructor(origin: string, connections: number) {
    this.#pool = new Pool(origin, { connections, headersTimeout: 0, bodyTimeout: 0 })
  }

  /** Answers whatever came with a status below 300; throws otherwise. */
  async send(
    method: 'GET' | 'PUT' | 'POST' | 'DELETE',
    path: string,
    headers: Record<string, string> = {},
    body: Buffer | string | Readable | null = null,
  ): Promise<Answer> {
    const response = await this.#pool.request({ method, path, headers, body })
    const answered = Buffer.from(await response.body.arrayBuffer())
    if (response.statusCode >= 300)
      throw new Error(`${method} ${path}: ${response.statusCode} ${answered.toString('utf8', 0, 300)}`)
    return { headers: response.headers, body: answered }
  }
}

export interface Fetched {
  /** What came behind the header. */
  readonly bytes: number
  readonly sha256: string | undefined
}

const BUFFER = 1024 * 1024
const HEADER_END = Buffer.from('\r\n\r\n')

/** Reads an answer to its end into one buffer, over and over: the client costs next to nothing. */
export function fetchRaw(url: URL, headers: Record<string, string>, hashed = false): Promise<Fetched> {
  const hash = hashed ? createHash('sha256') : undefined
  const { promise, resolve, reject } = Promise.withResolvers<Fetched>()
  let header: Buffer | undefined = Buffer.alloc(0)
  let bytes = 0
  const take = (chunk: Buffer) => {
    bytes += chunk.length
    hash?.update(chunk)
  }
  const read = (length: number, buffer: Uint8Array): boolean => {
    const chunk = Buffer.from(buffer.buffer, buffer.byteOffset, length)
    if (!header) take(chunk)
    else {
      header = Buffer.concat([header, chunk])
      const end = header.indexOf(HEADER_END)
      if (end < 0) return true
      if (!/^HTTP\/1\.1 200 /.test(header.toString('latin1', 0, 20)))
        reject(new Error(header.toString('latin1', 0, 400)))
      take(header.subarray(end + HEADER_END.length))
      header = undefined
    }
    return true
  }
  const socket = connect({
    host: url.hostname,
    port: Number(url.port),
    onread: { buffer: Buffer.allocUnsafeSlow(BUFFER), callback: read },
  })
  const lines = Object.entries({ host: url.host, connection: 'close', ...headers })
  const fields = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.write(`GET ${url.pathname}${url.search} HTTP/1.1\r\n${fields}\r\n`)
  socket.on('error', reject).on('end', () => resolve({ bytes, sha256: hash?.digest('hex') }))
  return promise
}

/** Runs `work` on each of `count` numbers, `width` at a time, and answers the milliseconds it took. */
export async function abreast(
  count: number,
  width: number,
  work: (n: number) => Promise<void>,
): Promise<number> {
  let next = 0
  const begun = performance.now()
  const worker = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: width }, worker))
  return performance.now() - begun
}
