import type { StoredObject } from '../../objects/stores.ts'
import type { ByteRange } from './ranges.ts'

/** Part of a response: bytes in memory or a whole stored object. */
export type Segment = Buffer | StoredSegment
export interface StoredSegment extends StoredObject {
  readonly length: number
  /** Checksum of the uploaded bytes, compared with what is read from start to end. */
  readonly crc32?: number | null
}

export const totalLength = (segments: readonly Segment[]): number =>
  segments.reduce((sum, segment) => sum + segment.length, 0)

/** Part of a segment and its position in a buffer. */
export interface SegmentSlice {
  readonly index: number
  readonly segment: Segment
  readonly from: number
  readonly length: number
  readonly at: number
}

/** Iterates over the bytes of segments within a range. */
export class SegmentCursor {
  readonly #segments: readonly Segment[]
  #index = 0
  #offset: number
  #left: number

  constructor(segments: readonly Segment[], { start, end }: ByteRange) {
    this.#segments = segments
    this.#offset = start
    this.#left = end - start
  }

  get left(): number {
    return this.#left
  }

  /** Slices of the next `most` bytes. */
  next(most: number): SegmentSlice[] {
    const pieces: SegmentSlice[] = []
    for (let at = 0; at < most && this.#left > 0; ) {
      const segment = this.#segments[this.#index]
      if (!segment) throw new RangeError('the span ends behind the last segment')
      const length = Math.min(segment.length - this.#offset, most - at, this.#left)
      if (length <= 0) {
        this.#offset -= segment.length
        this.#index++
        continue
      }
      pieces.push({ index: this.#index, segment, from: this.#offset, length, at })
      at += length
      this.#offset += length
      this.#left -= length
    }
    return pieces
  }
}
