import type { Readable } from 'node:stream'
import { countReceived } from '../minor-gc.ts'
import { NoSuchObject, type ObjectReader, StoreUnavailable } from '../port.ts'
import type { ObjectHead, S3Bucket } from './bucket.ts'

const NOTHING = Buffer.alloc(0)
/** Without a byte in between. */
const TRIES = 3

/**
 * Reads on in one answer of the store as long as it is read in order, and asks anew where it is not. The object as it
 * was when it was opened: others under its name are never read.
 */
export class S3Reader implements ObjectReader {
  readonly size: number
  readonly #bucket: S3Bucket
  readonly #key: string
  readonly #etag: string
  #body: Readable | undefined
  #chunks: AsyncIterator<Buffer> | undefined
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
    const wanted = Math.min(length, this.size - position)
    if (wanted <= 0) return 0
    if (!this.#chunks || position !== this.#position) await this.#ask(position)
    let filled = 0
    for (let failed = 0; filled < wanted; ) {
      const taken = await this.#take(buffer.subarray(filled, wanted)).catch((error: unknown) => {
        // A body that was not read for long, or whose line broke, is asked for again where it ended.
        if (++failed >= TRIES) throw new StoreUnavailable(error)
        return 0
      })
      filled += taken
      if (taken === 0) await this.#ask(position + filled)
      else failed = 0
    }
    this.#position = position + filled
    return filled
  }

  /** Some bytes from where it is; throws where there are none although there should be. */
  async #take(buffer: Buffer): Promise<number> {
    if (this.#left.length === 0) {
      const step = await this.#chunks?.next()
      if (!step || step.done) throw new Error('the body ended early')
      this.#left = step.value
      countReceived(step.value.length)
    }
    const taken = this.#left.copy(buffer)
    this.#left = this.#left.subarray(taken)
    return taken
  }

  async #ask(position: number): Promise<void> {
    this.#end()
    const body = await this.#bucket.get(this.#key, this.#etag, position)
    if (this.#closed) {
      body.on('error', () => undefined).destroy()
      throw new NoSuchObject()
    }
    this.#body = body
    this.#chunks = body[Symbol.asyncIterator]()
    this.#position = position
  }

  #end(): void {
    this.#body?.on('error', () => undefined).destroy()
    this.#body = undefined
    this.#chunks = undefined
    this.#left = NOTHING
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#end()
  }
}
