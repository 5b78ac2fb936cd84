import type { Readable } from 'node:stream'
import { freeBuffer } from '../free-buffer.ts'
import { NoSuchObject, type ObjectReader, StoreUnavailable } from '../port.ts'
import type { ObjectHead, S3Bucket } from './bucket.ts'

const NOTHING = Buffer.alloc(0)
/** Without a byte received. */
const ATTEMPTS = 3

const throwEnded = (): never => {
  throw new Error('the body ended early')
}

/**
 * The chunks of a body one by one, as they came: an iterator of the stream would join those that wait in new memory.
 */
class Chunks {
  readonly #body: Readable
  #arrived: Buffer[] = []
  #isOver = false
  #error: unknown
  #wake: () => void = () => undefined

  constructor(body: Readable) {
    this.#body = body
      .on('data', (chunk: Buffer) => {
        body.pause()
        this.#arrived.push(chunk)
        this.#wake()
      })
      .on('close', () => {
        this.#isOver = true
        this.#wake()
      })
      .on('error', (error) => {
        this.#error = error
      })
  }

  /** Undefined at the end. Throws what broke the body. */
  async next(): Promise<Buffer | undefined> {
    for (;;) {
      const chunk = this.#arrived.shift()
      if (chunk) return chunk
      if (this.#error) throw this.#error
      if (this.#isOver) return undefined
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#wake = resolve
      this.#body.resume()
      await promise
    }
  }

  end(): void {
    this.#body.destroy()
  }
}

/**
 * Reads sequentially from one response of the store; another position needs a new request. Only the object that was opened
 * is read, by its ETag, not one that replaced it.
 */
export class S3Reader implements ObjectReader {
  readonly size: number
  readonly #bucket: S3Bucket
  readonly #key: string
  readonly #etag: string
  #chunks: Chunks | undefined
  #chunk: Buffer = NOTHING
  /** What was not read yet of the chunk. */
  #left: Buffer = NOTHING
  #position = 0
  #closed = false

  constructor(bucket: S3Bucket, key: string, { size, etag }: ObjectHead) {
    this.size = size
    this.#bucket = bucket
    this.#key = key
    this.#etag = etag
  }

  async read(buffer: Buffer, length: number, position: number): Promise<number> {
    const count = Math.min(length, this.size - position)
    if (count <= 0) return 0
    if (!this.#chunks || position !== this.#position) await this.#request(position)
    let filled = 0
    for (let failed = 0; filled < count; ) {
      const taken = await this.#take(buffer.subarray(filled, count)).catch((error: unknown) => {
        // A response that broke, or timed out while nobody read it, continues with a new request.
        if (++failed >= ATTEMPTS) throw new StoreUnavailable(error)
        return 0
      })
      filled += taken
      if (taken === 0) await this.#request(position + filled)
      else failed = 0
    }
    this.#position = position + filled
    return filled
  }

  /** Reads some bytes; throws if the response ends early. */
  async #take(buffer: Buffer): Promise<number> {
    if (this.#left.length === 0) {
      this.#chunk = (await this.#chunks?.next()) ?? throwEnded()
      this.#left = this.#chunk
    }
    const taken = this.#left.copy(buffer)
    this.#left = this.#left.subarray(taken)
    if (this.#left.length === 0) freeBuffer(this.#chunk)
    return taken
  }

  async #request(position: number): Promise<void> {
    this.#end()
    const body = await this.#bucket.get(this.#key, this.#etag, position)
    if (this.#closed) {
      body.on('error', () => undefined).destroy()
      throw new NoSuchObject()
    }
    this.#chunks = new Chunks(body)
    this.#position = position
  }

  #end(): void {
    this.#chunks?.end()
    this.#chunks = undefined
    this.#left = NOTHING
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#end()
  }
}
