import { decodeText, detectEncoding } from '@clouddisk/contract/text-encoding'
import { TEXT_MAX, TextBuilder } from './text-builder.ts'
import { Declined } from './text-task.ts'

/** The text of text files, in the encoding that the preview would show it in; of web pages without their tags. */

const SAMPLE_BYTES = 256 * 1024
/** The longest characters of the encodings. */
const BYTES_OF_CHARACTER = 4

export function plainText(bytes: Buffer): string {
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const encoding = detectEncoding(sample, bytes.length > sample.length)
  const isWide = encoding === 'utf-16le' || encoding === 'utf-16be'
  if (!isWide && isBinary(sample)) throw new Declined('unsupported', 'is no text')
  const end = Math.min(bytes.length, TEXT_MAX * BYTES_OF_CHARACTER)
  const whole = decodeText(bytes.subarray(0, end), encoding, end < bytes.length)
  const text = new TextBuilder()
  text.add(/^\s*(<!doctype html|<html)/i.test(whole) ? withoutTags(whole) : whole)
  return text.toString()
}

/** Control characters that texts do not have. */
function isBinary(bytes: Buffer): boolean {
  let controls = 0
  for (const byte of bytes) {
    if (byte === 0) return true
    if (byte < 0x20 && (byte < 0x07 || byte > 0x0d) && byte !== 0x1b) controls++
  }
  return controls > bytes.length / 100
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

const withoutTags = (page: string): string =>
  page
    .replace(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, ' ')
    .replace(/<!--[\s\S]*?-->/g, ' ')
    .replace(/<\/?(?:p|div|br|li|tr|h[1-6]|title|section|article|table)\b[^>]*>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,8}));/gi, (whole, decimal, hex, name) => {
      const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16)
      if (Number.isNaN(code)) return ENTITIES[name?.toLowerCase()] ?? whole
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole
    })
