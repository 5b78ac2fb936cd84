import iconv from 'iconv-lite'

/** Names in archives are bytes; only some formats say in which encoding. */

export interface RawName {
  readonly bytes: Uint8Array
  /** The archive says that it is UTF-8. */
  readonly isUtf8: boolean
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const SLASH = 0x2f

/** Undefined if the bytes are not UTF-8. */
export function asUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

/**
 * A string that no other path has: UTF-8, and bytes that are not as halves of characters; control characters as `_`, which
 * 7-Zip prints in their place.
 */
export function keyOfPath(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let at = 0; at <= bytes.length; ) {
    const slash = bytes.indexOf(SLASH, at)
    const end = slash < 0 ? bytes.length : slash
    parts.push(keyOfName(bytes.subarray(at, end)))
    at = end + 1
  }
  return parts.join('/')
}

const keyOfName = (bytes: Uint8Array): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it replaces
  (asUtf8(bytes) ?? escaped(bytes)).replace(/[\u0000-\u001f]/g, '_')

const escaped = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => String.fromCharCode(byte < 0x80 ? byte : 0xdc00 + byte)).join('')

/** What archives made on DOS and Windows without Unicode have in common languages, the likeliest first. */
interface LegacyEncoding {
  readonly name: string
  /** Whether a pair of bytes is a frequent character. */
  isCommon(lead: number, trail: number): boolean
  /** Whether a byte is a character by itself. */
  isSingle?(byte: number): boolean
}

const within = (byte: number, from: number, to: number) => byte >= from && byte <= to

const LEGACY: readonly LegacyEncoding[] = [
  {
    name: 'gb18030',
    isCommon: (lead, trail) => trail >= 0xa1 && (within(lead, 0xb0, 0xd7) || within(lead, 0xa1, 0xa3)),
  },
  {
    name: 'big5',
    isCommon: (lead, trail) =>
      within(lead, 0xa4, 0xc6) && (within(trail, 0x40, 0x7e) || within(trail, 0xa1, 0xfe)),
  },
  {
    name: 'shift_jis',
    isCommon: (lead, trail) =>
      trail >= 0x40 && (within(lead, 0x88, 0x97) || within(lead, 0x81, 0x83) || within(lead, 0x89, 0x97)),
    isSingle: (byte) => within(byte, 0xa1, 0xdf),
  },
  { name: 'euc-kr', isCommon: (lead, trail) => trail >= 0xa1 && within(lead, 0xb0, 0xc8) },
]
/** Of the characters that are not ASCII. */
const COMMON_SHARE = 0.6
/** Of DOS, which unmarked names in zip files are in. */
const FALLBACK = 'cp437'

export function detectLegacy(names: readonly Uint8Array[]): string {
  let best = { name: FALLBACK, share: COMMON_SHARE }
  for (const encoding of LEGACY) {
    const share = commonShare(names, encoding)
    if (share > best.share) best = { name: encoding.name, share }
  }
  return best.name
}

/** 0 if any name is not in this encoding. */
function commonShare(names: readonly Uint8Array[], { name, isCommon, isSingle }: LegacyEncoding): number {
  const decoder = new TextDecoder(name, { fatal: true })
  let all = 0
  let common = 0
  for (const bytes of names) {
    try {
      decoder.decode(bytes)
    } catch {
      return 0
    }
    for (let at = 0; at < bytes.length; at++) {
      const lead = bytes[at] ?? 0
      if (lead < 0x80) continue
      all++
      if (isSingle?.(lead)) continue
      if (isCommon(lead, bytes[++at] ?? 0)) common++
    }
  }
  return all === 0 ? 0 : common / all
}

/**
 * Decodes all names of an archive. Unmarked ones are UTF-8 if all of them can be, as archivers of Linux and macOS write them;
 * otherwise all are in one encoding that is detected.
 */
export function decodeNames(names: readonly RawName[]): { decoded: string[]; encoding: string | null } {
  const unmarked = names.filter(({ isUtf8, bytes }) => !isUtf8 && bytes.some((byte) => byte >= 0x80))
  const isLegacy = unmarked.some(({ bytes }) => asUtf8(bytes) === undefined)
  const encoding = isLegacy ? detectLegacy(unmarked.map(({ bytes }) => bytes)) : null
  const decoded = names.map(({ bytes, isUtf8 }) =>
    encoding !== null && !isUtf8
      ? decodeLegacy(bytes, encoding)
      : (asUtf8(bytes) ?? decodeLegacy(bytes, FALLBACK)),
  )
  return { decoded, encoding }
}

const decodeLegacy = (bytes: Uint8Array, encoding: string): string =>
  encoding === FALLBACK ? iconv.decode(Buffer.from(bytes), FALLBACK) : new TextDecoder(encoding).decode(bytes)
