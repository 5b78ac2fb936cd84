import { Readable } from 'node:stream'

/** Chunks that are handed to a reader as it takes them. Nothing is given before it has begun to read. */
export class Pipe extends Readable {
  readonly isCounted = true
  #room = Promise.withResolvers<void>()

  constructor(highWaterMark: number) {
    super({ highWaterMark })
    this.#room.promise.catch(() => undefined)
    // Whoever reads it hears of it; nobody else has to.
    this.on('error', () => undefined)
  }

  /** Resolves once the reader wants bytes; fails where it has gone. */
  get wanted(): Promise<void> {
    return this.#room.promise
  }

  async give(chunks: readonly Buffer[]): Promise<void> {
    await this.#room.promise
    let hasRoom = true
    for (const chunk of chunks) hasRoom = this.push(chunk)
    if (hasRoom) return
    this.#room = Promise.withResolvers()
    this.#room.promise.catch(() => undefined)
    if (this.destroyed) this.#room.reject(new Error('nobody reads on'))
  }

  end(): void {
    this.push(null)
  }

  override _read(): void {
    this.#room.resolve()
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#room.reject(error ?? new Error('nobody reads on'))
    callback(error)
  }
}
