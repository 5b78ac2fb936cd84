import { crc32Of } from '../../objects/crc32.ts'
import { ObjectCorrupted } from '../../objects/port.ts'
import type { StoredObject } from '../../objects/stores.ts'
import type { SegmentSlice } from './segments.ts'

/** Stored bytes that are not what came, as a reader was about to be given them. */
export class CorruptObject extends ObjectCorrupted {
  readonly object: StoredObject

  constructor(object: StoredObject, cause?: unknown) {
    super(`object ${object.key} is not what came`, cause)
    this.object = object
  }
}

/**
 * Looks at what goes out of stored objects, in order, before it does: the end of one whose bytes are not what came is
 * never given out, so that nobody takes it for whole. What is read in part alone cannot be known. Encrypted objects are
 * looked at too: their tags prove each segment, its place and the size, but not that all are of one upload (decision 12).
 */
export class SentChecksum {
  /** Of the object in hand, where it was seen from its beginning on. */
  #crc32: number | undefined

  /** WrongBytes. */
  update(buffer: Buffer, pieces: readonly SegmentSlice[]): void {
    for (const { segment, from, length, at } of pieces) {
      if (Buffer.isBuffer(segment) || typeof segment.crc32 !== 'number') continue
      if (from === 0) this.#crc32 = 0
      if (this.#crc32 === undefined) continue
      this.#crc32 = crc32Of(buffer.subarray(at, at + length), this.#crc32)
      if (from + length < segment.length) continue
      if (this.#crc32 !== segment.crc32) throw new CorruptObject(segment)
      this.#crc32 = undefined
    }
  }
}
