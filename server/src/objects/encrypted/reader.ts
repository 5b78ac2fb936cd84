import { freeBuffer } from '../free-buffer.ts'
import type { ObjectReader } from '../port.ts'
import type { KeyRing } from './key-ring.ts'
import { SEGMENT, type Segments, STORED_SEGMENT, segmentsOf, storedSize } from './segments.ts'

/** Segments that are fetched with one read. */
const BATCH = 32

/** Reads the plain content of an encrypted object; each segment is authenticated before any of its bytes is returned. */
export class EncryptedReader implements ObjectReader {
  readonly size: number
  readonly #inner: ObjectReader
  readonly #ring: KeyRing
  readonly #segments: Segments
  /** A segment that was returned in part: a sequential read continues in it. */
  #partial: { index: number; plain: Buffer } | undefined
  /** Reused buffer for encrypted segments. */
  #buffer: Buffer | undefined

  constructor(inner: ObjectReader, segments: Segments, ring: KeyRing) {
    this.size = segments.size
    this.#inner = inner
    this.#ring = ring
    this.#segments = segments
  }

  async read(buffer: Buffer, length: number, position: number): Promise<number> {
    const end = Math.min(position + length, this.size)
    let at = position
    const copy = (index: number, plain: Buffer) => {
      const from = at - index * SEGMENT
      const copied = plain.copy(buffer, at - position, from, Math.min(plain.length, from + end - at))
      at += copied
      this.#partial = from + copied < plain.length ? { index, plain } : undefined
      if (!this.#partial) freeBuffer(plain)
    }
    while (at < end) {
      const index = Math.floor(at / SEGMENT)
      const partial = this.#partial
      if (partial?.index === index) copy(index, partial.plain)
      else
        for (const [n, plain] of (await this.#fetch(index, Math.ceil(end / SEGMENT))).entries())
          copy(index + n, plain)
    }
    return Math.max(0, at - position)
  }

  /** All segments, a batch at a time, including the one of an empty object. */
  async *all(): AsyncIterable<readonly Buffer[]> {
    const count = segmentsOf(this.size)
    for (let index = 0; index < count; index += BATCH) yield this.#fetch(index, count)
  }

  /** Decrypts a batch of segments from `first` on, none beyond `end`. */
  async #fetch(first: number, end: number): Promise<Buffer[]> {
    const count = Math.min(BATCH, end - first)
    const start = first * STORED_SEGMENT
    const length = Math.min(count * STORED_SEGMENT, storedSize(this.size) - start)
    // A concurrent read allocates its own buffer.
    const stored = this.#buffer && this.#buffer.length >= length ? this.#buffer : Buffer.allocUnsafe(length)
    this.#buffer = undefined
    const filled = await this.#inner.read(stored, length, start)
    const plain = await this.#ring.withKeys(async (keys) => {
      const segments = this.#segments.with(keys)
      return Array.from({ length: count }, (_, n) => {
        const segmentEnd = Math.min((n + 1) * STORED_SEGMENT, filled)
        return segments.decrypt(first + n, stored.subarray(n * STORED_SEGMENT, segmentEnd))
      })
    })
    this.#buffer = stored
    return plain
  }

  close(): Promise<void> {
    return this.#inner.close()
  }
}
