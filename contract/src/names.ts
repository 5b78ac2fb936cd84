import { hasInvisibleEnd, visibleOf } from './invisible.ts'
import { LIMITS } from './limits.ts'
import type { NameReason } from './name-reasons.ts'
import { splitName } from './split-name.ts'

/** One name rule on every door (B§5, A§5, C section 3 "Names"). Pure; lengths count code points. */

const FORBIDDEN = /[\\[\]/:*?"<>|\u201c\u201d\uff1a\uff1f]/u
/** Marks of direction among them: they show `exe.txt` for a name that ends in `.exe`, and two names as one. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f]/u
/** Devices of Windows, with any extension and spaces in front of it. */
const WINDOWS_RESERVED =
  /^(con|prn|aux|nul|conin\$|conout\$|com[1-9\u00b9\u00b2\u00b3]|lpt[1-9\u00b9\u00b2\u00b3]) *(\.|$)/iu
/** Zero-width characters, fillers, blanks: nothing of such a name is seen, so nobody could find or tell it. */
const INVISIBLE = /^[\p{Default_Ignorable_Code_Point}\p{White_Space}\u2800]+$/u
/** Halves of characters, and what never is one (U+FFFE and its like): no XML, so no workbook, may hold them. */
const NO_CHARACTER = /[\p{Cs}\p{NChar}]/u

export const hasControlCharacter = (text: string): boolean => CONTROL.test(text) || NO_CHARACTER.test(text)

/** What is wrong with a name; undefined when it is fine. `max` is the hard limit that the server is set to. */
export function nameFault(name: string, max: number = LIMITS.nameMax): NameReason | undefined {
  if (name === '') return 'name_empty'
  if (name !== name.trim()) return 'name_whitespace'
  if (hasControlCharacter(name)) return 'name_control'
  if (INVISIBLE.test(name)) return 'name_invisible'
  if (hasInvisibleEnd(name)) return 'name_invisible_end'
  if (FORBIDDEN.test(name)) return 'name_characters'
  if (name.endsWith('.')) return 'name_trailing_dot'
  if (WINDOWS_RESERVED.test(name)) return 'name_reserved'
  if (lengthOf(name) > max) return 'name_too_long'
  return undefined
}

/** A new folder's name is trimmed by the caller first; `max` comes from the server's configuration. */
export function folderNameFault(
  name: string,
  max: number = LIMITS.folderMax,
  nameMax: number = LIMITS.nameMax,
): NameReason | undefined {
  return nameFault(name, nameMax) ?? (lengthOf(name) > max ? 'name_too_long' : undefined)
}

/**
 * A rename never traps (C1): the base name may have `max` characters, or as many as it has now.
 * `current` is the item's present whole name; folders have no extension.
 */
export function renameFault(
  name: string,
  current: string,
  isFolder: boolean,
  max: number = LIMITS.renameMax,
  nameMax: number = LIMITS.nameMax,
): NameReason | undefined {
  const base = (whole: string) => lengthOf(isFolder ? whole : splitName(whole).base)
  const hardMax = Math.max(nameMax, lengthOf(current))
  return nameFault(name, hardMax) ?? (base(name) > Math.max(max, base(current)) ? 'name_too_long' : undefined)
}

/** Characters as people count them: code points. */
export const lengthOf = (text: string): number => [...text].length

export { splitName }

/** Siblings are unique by this: what is seen, NFC and case fold. Compare only by key, show the name as given. */
export function nameKey(name: string): string {
  // Upper-casing in between folds what lower-casing alone keeps apart (ß and ẞ, final sigma).
  const key = visibleOf(name.normalize('NFC')).toLowerCase().toUpperCase().toLowerCase().normalize('NFC')
  // Marks change places where nothing stands between them any more, and a joiner may then have lost what it joined.
  return key === name ? key : nameKey(key)
}

/** The n-th "keep both" name: `a.txt` → `a (1).txt`; cut before the extension where it would pass the hard limit. */
export function numberedName(name: string, n: number, isFolder: boolean): string {
  const { base, ext } = isFolder ? { base: name, ext: '' } : splitName(name)
  const tail = ` (${n})${ext ? `.${ext}` : ''}`
  return (
    [...base]
      .slice(0, LIMITS.nameMax - lengthOf(tail))
      .join('')
      .trimEnd() + tail
  )
}

/** A§3's spelling of a name on the wire: base64 of its UTF-8 with `/`→`_x`, `+`→`_j`, `=`→`_d`. */
export function encodeName(name: string): string {
  let binary = ''
  for (const byte of new TextEncoder().encode(name)) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('/', '_x').replaceAll('+', '_j').replaceAll('=', '_d')
}

/** The name behind an `fName`, or undefined where it is not the canonical spelling of valid UTF-8. */
export function decodeName(encoded: string): string | undefined {
  if (encoded === '' || !/^(?:[A-Za-z0-9]|_x|_j|_d)+$/.test(encoded)) return undefined
  try {
    const binary = atob(encoded.replaceAll('_x', '/').replaceAll('_j', '+').replaceAll('_d', '='))
    const bytes = Uint8Array.from(binary, (c) => c.charCodeAt(0))
    const name = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return encodeName(name) === encoded ? name : undefined
  } catch {
    return undefined
  }
}

/** Names of accounts that a directory or provider has made are kept as they are (C16): `.`, `-`, `@` and letters of any script among them. */
export const isDirectoryAccountName = (name: string): boolean =>
  /^[\p{L}\p{M}\p{N}._@+'-]+$/u.test(name) && lengthOf(name) <= LIMITS.accountNameMax

/** A local account's name (B§5, C16). */
export const isAccountName = (name: string): boolean =>
  new RegExp(`^[A-Za-z0-9_]{${LIMITS.accountNameMin},${LIMITS.accountNameMax}}$`).test(name)

/** Letters, digits and underscores (B§5). */
export const isDepartmentName = (name: string): boolean =>
  /^[\p{L}\p{M}\p{N}_]+$/u.test(name) && lengthOf(name) <= LIMITS.departmentNameMax

/** At least 8 characters with three of four classes, at most 128 (B§5, C15). */
export function isStrongPassword(password: string): boolean {
  const classes = [/\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}]/u].filter((c) => c.test(password)).length
  const length = lengthOf(password)
  return length >= LIMITS.passwordMin && length <= LIMITS.passwordMax && classes >= 3
}
