import type { ObjectReader } from '../port.ts'
import type { KeyRing } from './key-ring.ts'
import { SEGMENT, type Segments, STORED_SEGMENT, segmentsOf, storedSize } from './segments.ts'

/** Segments that are fetched at once: a buffer of some MiB is filled by a few of these. */
const AT_ONCE = 32

/** Reads what an encrypted object holds; no byte is given out before its segment has proved itself. */
export class EncryptedReader implements ObjectReader {
  readonly size: number
  readonly #inner: ObjectReader
  readonly #ring: KeyRing
  readonly #segments: Segments
  /** The last one that was not given out whole: who reads on begins in it. */
  #kept: { index: number; plain: Buffer } | undefined

  /** What the last segments were fetched into. */
  #spare: Buffer | undefined

  constructor(inner: ObjectReader, segments: Segments, ring: KeyRing) {
    this.size = segments.size
    this.#inner = inner
    this.#ring = ring
    this.#segments = segments
  }

  async read(buffer: Buffer, length: number, position: number): Promise<number> {
    const end = Math.min(position + length, this.size)
    let at = position
    const give = (index: number, plain: Buffer) => {
      const from = at - index * SEGMENT
      const given = plain.copy(buffer, at - position, from, Math.min(plain.length, from + end - at))
      at += given
      if (from + given < plain.length) this.#kept = { index, plain }
    }
    while (at < end) {
      const index = Math.floor(at / SEGMENT)
      const kept = this.#kept
      if (kept?.index === index) give(index, kept.plain)
      else
        for (const [n, plain] of (await this.#fetch(index, Math.ceil(end / SEGMENT))).entries())
          give(index + n, plain)
    }
    return Math.max(0, at - position)
  }

  /** Some segments at a time, the one of an empty object too. */
  async *all(): AsyncIterable<readonly Buffer[]> {
    const count = segmentsOf(this.size)
    for (let index = 0; index < count; index += AT_ONCE) yield this.#fetch(index, count)
  }

  /** Those from `first` on, as many as are fetched at once. */
  async #fetch(first: number, end: number): Promise<Buffer[]> {
    const count = Math.min(AT_ONCE, end - first)
    const start = first * STORED_SEGMENT
    const length = Math.min(count * STORED_SEGMENT, storedSize(this.size) - start)
    // Whoever reads beside has one of its own.
    const stored = this.#spare && this.#spare.length >= length ? this.#spare : Buffer.allocUnsafe(length)
    this.#spare = undefined
    const got = await this.#inner.read(stored, length, start)
    const plain = await this.#ring.withKeys(async (keys) => {
      const segments = this.#segments.with(keys)
      return Array.from({ length: count }, (_, n) =>
        segments.read(
          first + n,
          stored.subarray(n * STORED_SEGMENT, Math.min((n + 1) * STORED_SEGMENT, got)),
        ),
      )
    })
    this.#spare = stored
    return plain
  }

  close(): Promise<void> {
    return this.#inner.close()
  }
}
