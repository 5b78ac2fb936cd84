import type { ConversionFault } from '../../../conversion/limits.ts'

/** What the server and the text process say to each other, one line of JSON each. */

export interface TextTask {
  readonly input: string
  /** Where the text is written, see packText. */
  readonly output: string
}

export type TextAnswer =
  | { readonly done: true }
  | { readonly reason: ConversionFault; readonly message: string }

/** Content without a text, by decision. */
export class Declined extends Error {
  readonly reason: ConversionFault
  constructor(reason: ConversionFault, message: string) {
    super(message)
    this.reason = reason
  }
}

export interface ExtractedText {
  readonly text: string
  /** See grams.ts. */
  readonly grams: readonly number[]
}

/** The number of grams, the grams, then the text in UTF-8. */
export function packText({ text, grams }: ExtractedText): Buffer {
  const numbers = Buffer.alloc(4 * (grams.length + 1))
  numbers.writeInt32LE(grams.length, 0)
  grams.forEach((gram, at) => {
    numbers.writeInt32LE(gram, 4 * (at + 1))
  })
  return Buffer.concat([numbers, Buffer.from(text)])
}

export function unpackText(bytes: Buffer): ExtractedText {
  const count = bytes.readInt32LE(0)
  const grams = Array.from({ length: count }, (_, at) => bytes.readInt32LE(4 * (at + 1)))
  return { grams, text: bytes.toString('utf8', 4 * (count + 1)) }
}
