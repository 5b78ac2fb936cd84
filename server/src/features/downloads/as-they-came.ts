import { ObjectDamaged } from '../../objects/port.ts'
import type { StoredObject } from '../../objects/stores.ts'
import { newSum, type Stretch } from './compare.ts'
import type { Comparer } from './comparer.ts'
import type { Piece, StoredSegment } from './segments.ts'

/** Stored bytes that are not what came, as a reader was about to be given them. */
export class WrongBytes extends ObjectDamaged {
  readonly object: StoredObject

  constructor(object: StoredObject) {
    super(`object ${object.key} is not what came`)
    this.object = object
  }
}

/**
 * Looks at what goes out of stored objects, in order, before it does: the end of one whose bytes are not what came is
 * never given out, so that nobody takes it for whole. What is read in part alone cannot be known. Encrypted objects are
 * looked at too: their tags prove each segment, its place and the size, but not that all are of one upload (decision 12).
 */
export class AsTheyCame {
  readonly #comparer: Comparer
  readonly #sum = newSum()
  /** Whether the object in hand was seen from its beginning on. */
  #isKnown = false

  constructor(comparer: Comparer) {
    this.#comparer = comparer
  }

  /** Answers the bytes in a buffer that is to be used instead of the one that is given. WrongBytes. */
  async pass(buffer: Buffer, pieces: readonly Piece[]): Promise<Buffer> {
    const known = pieces.flatMap((piece) => this.#known(piece))
    if (known.length === 0) return buffer
    const stretches = known.map(({ stretch }) => stretch)
    const looked = await this.#comparer.compare(buffer, stretches, this.#sum)
    const wrong = known[looked.wrong]
    if (wrong) throw new WrongBytes(wrong.segment)
    return looked.buffer
  }

  #known({ segment, from, length, at }: Piece): { segment: StoredSegment; stretch: Stretch }[] {
    if (Buffer.isBuffer(segment) || typeof segment.crc32 !== 'number') return []
    const begins = from === 0
    if (!(begins || this.#isKnown)) return []
    const ends = from + length === segment.length
    this.#isKnown = !ends
    return [{ segment, stretch: { at, length, begins, crc32: ends ? segment.crc32 : undefined } }]
  }
}
