import { crc32Of } from '../../objects/digest.ts'
import { ObjectCorrupted } from '../../objects/port.ts'
import type { StoredObject } from '../../objects/stores.ts'
import type { SegmentSlice } from './segments.ts'

/** Stored bytes differ from those uploaded; found while sending them. */
export class CorruptObject extends ObjectCorrupted {
  readonly object: StoredObject

  constructor(object: StoredObject, cause?: unknown) {
    super(`object ${object.key} does not match its checksum`, cause)
    this.object = object
  }
}

/**
 * Verifies the checksum of stored objects while they are sent: the end of a corrupt object is never sent, so
 * that no client takes it for complete. Partial reads cannot be verified. Encrypted objects are verified too:
 * their tags authenticate each segment, its position and the size, but not that all segments are of one
 * upload (decision 12).
 */
export class SentChecksum {
  /** Checksum so far, if the object was read from its beginning. */
  #crc32: number | undefined
  readonly #placeOf: (object: StoredObject) => StoredObject

  /** @param placeOf where the bytes of an object came from. */
  constructor(placeOf: (object: StoredObject) => StoredObject = (object) => object) {
    this.#placeOf = placeOf
  }

  /** Throws CorruptObject. */
  update(buffer: Buffer, pieces: readonly SegmentSlice[]): void {
    for (const { segment, from, length, at } of pieces) {
      if (Buffer.isBuffer(segment) || typeof segment.crc32 !== 'number') continue
      if (from === 0) this.#crc32 = 0
      if (this.#crc32 === undefined) continue
      this.#crc32 = crc32Of(buffer.subarray(at, at + length), this.#crc32)
      if (from + length < segment.length) continue
      if (this.#crc32 !== segment.crc32) throw new CorruptObject(this.#placeOf(segment))
      this.#crc32 = undefined
    }
  }
}
