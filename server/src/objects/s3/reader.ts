import type { Readable } from 'node:stream'
import type { ObjectReader } from '../port.ts'
import type { Bucket, Head } from './bucket.ts'

const NOTHING = Buffer.alloc(0)

/**
 * Reads on in one answer of the store as long as it is read in order, and asks anew where it is not. The object as it
 * was when it was opened: others under its name are never read.
 */
export class S3Reader implements ObjectReader {
  readonly size: number
  readonly #bucket: Bucket
  readonly #key: string
  readonly #etag: string
  #body: Readable | undefined
  #chunks: AsyncIterator<Buffer> | undefined
  #left: Buffer = NOTHING
  #position = 0

  constructor(bucket: Bucket, key: string, { size, etag }: Head) {
    this.size = size
    this.#bucket = bucket
    this.#key = key
    this.#etag = etag
  }

  async read(buffer: Buffer, length: number, position: number): Promise<number> {
    const wanted = Math.min(length, this.size - position)
    if (wanted <= 0) return 0
    if (!this.#chunks || position !== this.#position) await this.#ask(position)
    let filled = 0
    while (filled < wanted) {
      if (this.#left.length === 0 && !(await this.#next())) break
      const taken = Math.min(this.#left.length, wanted - filled)
      this.#left.copy(buffer, filled, 0, taken)
      this.#left = this.#left.subarray(taken)
      filled += taken
    }
    this.#position = position + filled
    return filled
  }

  async #next(): Promise<boolean> {
    const step = await this.#chunks?.next()
    this.#left = !step || step.done ? NOTHING : step.value
    return this.#left.length > 0
  }

  async #ask(position: number): Promise<void> {
    await this.close()
    this.#body = await this.#bucket.get(this.#key, this.#etag, position)
    this.#chunks = this.#body[Symbol.asyncIterator]()
    this.#position = position
  }

  async close(): Promise<void> {
    this.#body?.on('error', () => undefined).destroy()
    this.#body = undefined
    this.#chunks = undefined
    this.#left = NOTHING
  }
}
