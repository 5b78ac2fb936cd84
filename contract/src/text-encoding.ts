import { TEXT_ENCODINGS, type TextEncoding } from './texts.ts'

/** Decodes text files and detects their encoding. Pure. */

export type Encoding = TextEncoding
export const ENCODINGS = TEXT_ENCODINGS

/** Invalid bytes become U+FFFD. @param isCut a last character that is not whole is left out. */
export function decodeText(bytes: Uint8Array, encoding: Encoding, isCut = false): string {
  return new TextDecoder(encoding).decode(bytes, { stream: isCut })
}

/**
 * The most probable encoding. A byte order mark decides. Otherwise UTF-8, even with a few invalid bytes, unless the
 * evidence for another is stronger: UTF-16 by the positions of its high bytes, GB 18030 (Chinese Windows) by common
 * characters, else Windows-1252. Binary content is UTF-8.
 */
export function detectEncoding(bytes: Uint8Array, isCut = false): Encoding {
  const marked = encodingOfMark(bytes)
  if (marked) return marked
  const hasZeros = bytes.includes(0)
  const { invalid, valid } = utf8Evidence(bytes, isCut)
  if (invalid === 0 && !hasZeros) return 'utf-8'
  const wide = utf16Of(bytes)
  if (wide) return wide
  if (hasZeros || hasControls(bytes) || valid > invalid) return 'utf-8'
  return isCommonChinese(bytes) ? 'gb18030' : 'windows-1252'
}

function encodingOfMark([a, b, c]: Uint8Array): Encoding | undefined {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  return undefined
}

/** Evidence against and for UTF-8: longer valid sequences are less likely by chance. */
function utf8Evidence(bytes: Uint8Array, isCut: boolean): { invalid: number; valid: number } {
  let invalid = 0
  let valid = 0
  for (const char of decodeText(bytes, 'utf-8', isCut)) {
    const code = char.codePointAt(0) ?? 0
    if (code === 0xfffd) invalid++
    else if (code > 0xffff) valid += 6
    else if (code > 0x7ff) valid += 3
    else if (code > 0x7f) valid++
  }
  return { invalid: invalid - ownReplacements(bytes), valid }
}

/** Occurrences of an encoded U+FFFD. */
function ownReplacements(bytes: Uint8Array): number {
  let count = 0
  for (let at = bytes.indexOf(0xef); at >= 0; at = bytes.indexOf(0xef, at + 1))
    if (bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd) count++
  return count
}

/** Minimum shares of the byte pairs. */
const WIDE_LIKELY = 0.9
const WIDE_EVIDENT = 0.4

function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (isWide(bytes, 1)) return 'utf-16le'
  return isWide(bytes, 0) ? 'utf-16be' : undefined
}

/**
 * Whether byte pairs are UTF-16 with the high byte at `high`. Pairs of another encoding can also be Chinese
 * characters, so many low bytes and some high bytes must not be ASCII.
 */
function isWide(bytes: Uint8Array, high: 0 | 1): boolean {
  const pairs = Math.floor(bytes.length / 2)
  let likely = 0
  let evident = 0
  let isHighAscii = true
  for (let at = 0; at < pairs * 2; at += 2) {
    const upper = bytes[at + high] ?? 0
    const lower = bytes[at + 1 - high] ?? 0
    if (isLikelyWide(upper, lower)) likely++
    if (upper === 0 || !isPlain(lower)) evident++
    if (!isPlain(upper)) isHighAscii = false
  }
  return !isHighAscii && likely >= pairs * WIDE_LIKELY && evident >= pairs * WIDE_EVIDENT
}

/** Latin letters, marks, kana, and the common Chinese characters. */
const isLikelyWide = (upper: number, lower: number): boolean =>
  (upper === 0 && (isPlain(lower) || lower >= 0xa0)) ||
  upper === 0x20 ||
  upper === 0x30 ||
  upper === 0xff ||
  (upper >= 0x4e && upper <= 0x9f)

const isPlain = (byte: number): boolean =>
  (byte >= 0x20 && byte <= 0x7e) || byte === 0x09 || byte === 0x0a || byte === 0x0d

/** Text has almost no control characters. */
function hasControls(bytes: Uint8Array): boolean {
  let controls = 0
  for (const byte of bytes) if (byte < 0x80 && !isPlain(byte)) controls++
  return controls > bytes.length / 100
}

/**
 * Whether at least half of the non-ASCII pairs are punctuation or level 1 characters of GB 2312, which make up nearly
 * all Chinese text. Accented letters in pairs, or before an ASCII letter, are rarely among them.
 */
function isCommonChinese(bytes: Uint8Array): boolean {
  let common = 0
  let all = 0
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at] ?? 0
    if (lead < 0x80) continue
    const trail = bytes[at + 1]
    // Truncated.
    if (trail === undefined) break
    all++
    if (trail >= 0xa1 && ((lead >= 0xb0 && lead <= 0xd7) || (lead >= 0xa1 && lead <= 0xa3))) common++
    if (trail >= 0x40) at++
  }
  return all > 0 && common >= all / 2
}
