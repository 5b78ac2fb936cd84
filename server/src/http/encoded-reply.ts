/**
 * Replies that a call encodes as JSON itself. They are kept in strings of bytes, whose characters are the bytes of their UTF-8:
 * V8 copies these into a buffer several times faster than it encodes text.
 */

const NOT_ASCII = /[\u0080-\uffff]/

/** The string of bytes of a text. */
export const toBytes = (text: string): string =>
  NOT_ASCII.test(text) ? Buffer.from(text).toString('latin1') : text

/** The JSON of a value as a string of bytes. */
export const jsonBytes = (value: unknown): string => toBytes(JSON.stringify(value))

/** A reply in JSON, as strings of bytes that follow one another. `T` is what it says. */
export class EncodedReply<T> {
  declare protected readonly says: T
  readonly pieces: readonly string[]

  constructor(pieces: readonly string[]) {
    this.pieces = pieces
  }

  /** An object with a list, whose rows are encoded already, and other fields. */
  static ofList<T extends { list: unknown }>(
    rows: readonly string[],
    others: Omit<T, 'list'>,
  ): EncodedReply<T> {
    const list = rows.map((row, index) => (index === 0 ? row : `,${row}`))
    return new EncodedReply(['{"list":[', ...list, '],', jsonBytes(others).slice(1)])
  }

  /** The reply between what stands before and behind it. */
  toBuffer(before: string, behind: string): Buffer {
    const pieces = [before, ...this.pieces, behind]
    const buffer = Buffer.allocUnsafe(pieces.reduce((length, piece) => length + piece.length, 0))
    let length = 0
    for (const piece of pieces) length += buffer.write(piece, length, 'latin1')
    return buffer
  }
}
