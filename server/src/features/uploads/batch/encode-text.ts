import type { TextEncoding } from '@clouddisk/contract/texts'
import iconv from 'iconv-lite'
import { refuse } from '../../../errors/refusal.ts'

const MARK = '\ufeff'
/** Characters that an error names. */
const NAMED = 5

/** The bytes of a text. Refuses characters that would not be the same when the file is read again. */
export function encodeText(text: string, encoding: TextEncoding, bom: boolean): Buffer {
  const whole = bom ? MARK + text : text
  const bytes = iconv.encode(whole, encoding, { addBOM: false })
  if (decoded(bytes, encoding) === whole) return bytes
  return refuse('text_not_encodable', {
    encoding: encoding.toUpperCase(),
    characters: unencodable(whole, encoding).join(' '),
  })
}

/** As browsers read it. */
const decoded = (bytes: Buffer, encoding: TextEncoding): string =>
  new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes)

function unencodable(text: string, encoding: TextEncoding): string[] {
  const found = new Set<string>()
  for (const char of new Set(text)) {
    if (decoded(iconv.encode(char, encoding, { addBOM: false }), encoding) === char) continue
    found.add(char)
    if (found.size === NAMED) break
  }
  return [...found]
}
