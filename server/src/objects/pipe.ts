import { Readable } from 'node:stream'
import { freeBuffer } from './free-buffer.ts'

/** Hands chunks to one reader at its pace, and none before it has begun to read. */
export class Pipe extends Readable {
  readonly ownsChunks: boolean
  #room = Promise.withResolvers<void>()

  constructor(highWaterMark: number, ownsChunks: boolean) {
    super({ highWaterMark })
    this.ownsChunks = ownsChunks
    this.#room.promise.catch(() => undefined)
    // The reader handles the error.
    this.on('error', () => undefined)
  }

  /** Resolves once the reader asks for bytes; rejects if it has gone. */
  get ready(): Promise<void> {
    return this.#room.promise
  }

  async write(chunks: readonly Buffer[]): Promise<void> {
    await this.#room.promise
    let hasRoom = true
    for (const chunk of chunks) hasRoom = this.push(chunk)
    if (hasRoom) return
    this.#room = Promise.withResolvers()
    this.#room.promise.catch(() => undefined)
    if (this.destroyed) this.#room.reject(new Error('the reader has gone'))
  }

  end(): void {
    this.push(null)
  }

  /** As the client of the object store sends a body. Chunks are freed once they are sent. */
  override pipe<T extends NodeJS.WritableStream>(target: T): T {
    this.on('data', (chunk: Buffer) => {
      const hasRoom = target.write(chunk, () => this.ownsChunks && freeBuffer(chunk))
      if (!hasRoom) this.pause()
    })
    target.on('drain', () => this.resume())
    this.on('end', () => target.end())
    target.emit('pipe', this)
    return target
  }

  override _read(): void {
    this.#room.resolve()
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#room.reject(error ?? new Error('the reader has gone'))
    callback(error)
  }
}
