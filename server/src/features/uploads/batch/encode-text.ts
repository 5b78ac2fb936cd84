import type { TextEncoding } from '@clouddisk/contract/texts'
import iconv from 'iconv-lite'
import { refuse } from '../../../errors/refusal.ts'

const MARK = '\ufeff'
/** Characters that an error names. */
const NAMED = 5
/** Characters that are tried together; one by one, half a million of them take a second. */
const TOGETHER = 1000

/** The bytes of a text. Refuses characters that would not be the same when the file is read again. */
export function encodeText(text: string, encoding: TextEncoding, bom: boolean): Buffer {
  const whole = bom ? MARK + text : text
  const decoder = new TextDecoder(encoding, { ignoreBOM: true })
  const bytes = encoded(whole, encoding)
  if (decoder.decode(bytes) === whole) return bytes
  return refuse('text_not_encodable', {
    encoding: encoding.toUpperCase(),
    characters: unencodable(whole, (part) => decoder.decode(encoded(part, encoding)) === part).join(' '),
  })
}

const encoded = (text: string, encoding: TextEncoding): Buffer =>
  iconv.encode(text, encoding, { addBOM: false })

/** @param isKept whether a text is the same when browsers read it again. */
function unencodable(text: string, isKept: (text: string) => boolean): string[] {
  const characters = [...text]
  const found = new Set<string>()
  for (let at = 0; at < characters.length && found.size < NAMED; at += TOGETHER) {
    const some = [...new Set(characters.slice(at, at + TOGETHER))].filter((char) => !found.has(char))
    if (!isKept(some.join(''))) for (const char of some) if (!isKept(char)) found.add(char)
  }
  return [...found].slice(0, NAMED)
}
