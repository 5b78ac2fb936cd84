import { EventEmitter, once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  request as requestTo,
  type Server,
  type ServerResponse,
} from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * The network between browser and server, as a line of its own that can be cut. It counts what is sent of each part,
 * whether the browser knows of it or not.
 */

interface Part {
  /** Times that it was begun. */
  begun: number
  /** Bytes that came through, however often, and the most of one time. */
  bytes: number
  whole: number
  /** Its size, once the server has acknowledged it. */
  acknowledged: number | null
}

/** One PUT of a part. */
interface Attempt {
  readonly part: Part
  bytes: number
}

const BUFFER = 1024 * 1024

export class Gate {
  /** Every PUT of content by its key and part. */
  #parts = new Map<string, Part>()
  /** Parts that were sent although the server had acknowledged them. */
  readonly repeated: string[] = []
  /** PUTs under way. */
  open = 0
  /** Calls of the contract by their path. */
  readonly calls = new Map<string, number>()
  readonly #moved = new EventEmitter()
  readonly #target: URL
  #server: Server | undefined
  #port = 0

  private constructor(target: URL) {
    this.#target = target
    this.#moved.setMaxListeners(0)
  }

  static async before(target: string): Promise<Gate> {
    const gate = new Gate(new URL(target))
    await gate.#listen()
    return gate
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  /** Bytes of content that came through, however often. */
  get bytes(): number {
    return this.#sum((part) => part.bytes)
  }

  /** Bytes in parts that the server has acknowledged. */
  get acknowledged(): number {
    return this.#sum((part) => part.acknowledged ?? 0)
  }

  /** Bytes that came through, each counted once. */
  get distinct(): number {
    return this.#sum((part) => part.whole)
  }

  /** Parts that were begun more than once. */
  get partsSentAgain(): number {
    return this.#sum((part) => (part.begun > 1 ? 1 : 0))
  }

  /** Counts from zero. */
  reset(): void {
    this.#parts.clear()
    this.calls.clear()
    this.repeated.length = 0
  }

  /** Counts what is sent meanwhile from zero, and by itself. */
  async apart(work: () => Promise<void>): Promise<void> {
    const parts = this.#parts
    this.#parts = new Map()
    try {
      await work()
    } finally {
      this.#parts = parts
    }
  }

  /** As soon as so many bytes are acknowledged. */
  async reached(bytes: number, withinMs: number): Promise<void> {
    await this.#until(() => this.acknowledged >= bytes, withinMs, `${bytes} bytes acknowledged`)
  }

  /** As soon as content flows again. */
  async flows(withinMs: number): Promise<void> {
    const before = this.bytes
    await this.#until(() => this.bytes > before, withinMs, 'content to flow again')
  }

  /** As soon as no PUT is under way. */
  async rests(withinMs: number): Promise<void> {
    await this.#until(() => this.open === 0, withinMs, 'the last PUT to end')
  }

  /** Ends every connection and refuses new ones for so long. */
  async cut(ms: number): Promise<void> {
    const closed = this.close()
    await delay(ms)
    await closed
    await this.#listen()
  }

  async close(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    if (!server) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }

  async #listen(): Promise<void> {
    const server = createServer({ highWaterMark: BUFFER }, (request, response) =>
      this.#pass(request, response),
    )
    server.requestTimeout = 0
    server.listen(this.#port, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (typeof address !== 'object' || !address) throw new Error('no port')
    this.#port = address.port
    this.#server = server
  }

  #pass(request: IncomingMessage, response: ServerResponse): void {
    const attempt = this.#note(request)
    const { hostname, port } = this.#target
    const { method, url: path, headers } = request
    // One connection for each request: none can be taken back by the server just when it is used again.
    const onward = requestTo({ hostname, port, method, path, headers: { ...headers, connection: 'close' } })
    onward.on('response', (answer) => {
      if (attempt && answer.statusCode === 200) attempt.part.acknowledged = attempt.bytes
      if (attempt) this.#moved.emit('moved')
      const { connection: _own, ...rest } = answer.headers
      response.writeHead(answer.statusCode ?? 502, rest)
      response.flushHeaders()
      answer.pipe(response)
      answer.on('error', () => response.destroy())
    })
    onward.on('error', () => response.destroy())
    response.on('close', () => {
      onward.destroy()
      if (!attempt) return
      this.open--
      this.#moved.emit('moved')
    })
    request.pipe(onward)
  }

  #note(request: IncomingMessage): Attempt | undefined {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://gate')
    if (pathname.startsWith('/disk/api/')) {
      const call = pathname.slice('/disk/api/'.length)
      this.calls.set(call, (this.calls.get(call) ?? 0) + 1)
    }
    if (request.method !== 'PUT') return undefined
    const key = `${pathname} ${searchParams.get('partNumber') ?? 'whole'}`
    const part = this.#parts.get(key) ?? { begun: 0, bytes: 0, whole: 0, acknowledged: null }
    this.#parts.set(key, part)
    if (part.acknowledged !== null) this.repeated.push(key)
    part.begun++
    this.open++
    const attempt: Attempt = { part, bytes: 0 }
    request.on('data', (chunk: Buffer) => {
      part.bytes += chunk.length
      attempt.bytes += chunk.length
      part.whole = Math.max(part.whole, attempt.bytes)
      this.#moved.emit('moved')
    })
    return attempt
  }

  #sum(of: (part: Part) => number): number {
    let sum = 0
    for (const part of this.#parts.values()) sum += of(part)
    return sum
  }

  async #until(done: () => boolean, ms: number, what: string): Promise<void> {
    const late = AbortSignal.timeout(ms)
    try {
      while (!done()) await once(this.#moved, 'moved', { signal: late })
    } catch (error) {
      if (!late.aborted) throw error
      throw new Error(
        `waited ${ms / 1000} s for ${what}; ${this.acknowledged} of ${this.bytes} are acknowledged`,
      )
    }
  }
}
