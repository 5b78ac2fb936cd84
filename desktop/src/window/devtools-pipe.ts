import type { Readable, Writable } from 'node:stream'

/**
 * The Chrome DevTools Protocol over the pipe of `--remote-debugging-pipe`: JSON messages that end with a zero byte. No
 * port is open that other programs could use.
 */

export type Params = Readonly<Record<string, unknown>>

export interface DevtoolsEvent {
  readonly method: string
  // biome-ignore lint/suspicious/noExplicitAny: of each event's own shape, in the protocol's documentation
  readonly params: any
  /** Of the page that it is about; undefined for the browser. */
  readonly sessionId: string | undefined
}

/** The browser refused a command, or has ended. */
export class DevtoolsError extends Error {}

export class DevtoolsPipe {
  readonly #to: Writable
  readonly #waiting = new Map<
    number,
    { readonly method: string; resolve(result: unknown): void; reject(error: Error): void }
  >()
  readonly #listeners = new Set<(event: DevtoolsEvent) => void>()
  #lastId = 0
  #rest: Buffer[] = []
  #ended = false

  constructor(to: Writable, from: Readable) {
    this.#to = to
    to.on('error', () => this.#end())
    from.on('data', (bytes: Buffer) => this.#take(bytes))
    from.on('error', () => this.#end())
    from.on('close', () => this.#end())
  }

  /** @throws DevtoolsError */
  // biome-ignore lint/suspicious/noExplicitAny: of each command's own shape
  send(method: string, params: Params = {}, sessionId?: string): Promise<any> {
    if (this.#ended) return Promise.reject(new DevtoolsError(`${method}: the browser has ended`))
    this.#lastId += 1
    const id = this.#lastId
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { method, resolve, reject })
      this.#to.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
    })
  }

  /** Until the returned function is called. */
  onEvent(listener: (event: DevtoolsEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #take(bytes: Buffer): void {
    let from = 0
    for (let at = bytes.indexOf(0); at >= 0; at = bytes.indexOf(0, from)) {
      this.#rest.push(bytes.subarray(from, at))
      const message = Buffer.concat(this.#rest).toString()
      this.#rest = []
      from = at + 1
      this.#receive(JSON.parse(message))
    }
    if (from < bytes.length) this.#rest.push(bytes.subarray(from))
  }

  #receive(message: {
    id?: number
    method?: string
    params?: unknown
    result?: unknown
    error?: { message: string }
    sessionId?: string
  }): void {
    if (message.id === undefined) {
      const { method = '', params = {}, sessionId } = message
      for (const listener of this.#listeners) listener({ method, params, sessionId })
      return
    }
    const waiting = this.#waiting.get(message.id)
    this.#waiting.delete(message.id)
    if (message.error) waiting?.reject(new DevtoolsError(`${waiting.method}: ${message.error.message}`))
    else waiting?.resolve(message.result)
  }

  #end(): void {
    this.#ended = true
    for (const { method, reject } of this.#waiting.values())
      reject(new DevtoolsError(`${method}: the browser has ended`))
    this.#waiting.clear()
  }
}
