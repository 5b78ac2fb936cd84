import { LIMITS } from './limits.ts'
import { folderNameFault, lengthOf, nameFault, nameKey, numberedName, splitName } from './names.ts'

/** Proposes a valid name for one that the name rule refuses. Pure. */

export interface SuggestionLimits {
  /** Longest name of a file, and of anything. */
  readonly nameMax: number
  readonly folderMax: number
}

/** What a forbidden character becomes. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  '[': '(',
  ']': ')',
  '<': '(',
  '>': ')',
  ':': '-',
  '：': '-',
  '/': '-',
  '\\': '-',
  '|': '-',
  '"': "'",
  '\u201c': "'",
  '\u201d': "'",
  '*': '_',
  '?': '_',
  '？': '_',
}
const FORBIDDEN = new RegExp(
  `[${Object.keys(REPLACEMENTS)
    .join('')
    .replace(/[\]\\]/g, '\\$&')}]`,
  'gu',
)
/** Never shown, and no part of a name: controls, marks of direction, halves of characters. */
const INVALID = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{NChar}\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f]/gu
const INVISIBLE = /[\s\u2800\p{Default_Ignorable_Code_Point}]/u
const FALLBACK = '_'

const faultOf = (name: string, isFolder: boolean, { nameMax, folderMax }: SuggestionLimits) =>
  isFolder ? folderNameFault(name, folderMax, nameMax) : nameFault(name, nameMax)

/**
 * `[2024] photos` → `(2024) photos`, `con.txt` → `con_.txt`, `notes.` → `notes`. A valid name is returned unchanged; the
 * result always passes the rule.
 */
export function suggestName(name: string, isFolder: boolean, limits: SuggestionLimits = LIMITS): string {
  if (!faultOf(name, isFolder, limits)) return name
  const replaced = name.replace(FORBIDDEN, (char) => REPLACEMENTS[char] ?? FALLBACK).replace(INVALID, '')
  const allowed = notReserved(trimmed(replaced), isFolder, limits)
  const short = trimmed(cut(allowed, isFolder, maxOf(isFolder, limits)))
  return faultOf(short, isFolder, limits) ? FALLBACK : short
}

const maxOf = (isFolder: boolean, { nameMax, folderMax }: SuggestionLimits): number =>
  isFolder ? Math.min(folderMax, nameMax) : nameMax

/** Without a blank at either end and dots at the end. A pattern that ends in `$` takes quadratic time for many blanks. */
function trimmed(name: string): string {
  const characters = [...name]
  const start = characters.findIndex((char) => !INVISIBLE.test(char))
  const end = characters.findLastIndex((char) => char !== '.' && !INVISIBLE.test(char))
  return start < 0 ? '' : characters.slice(start, end + 1).join('')
}

/** Windows reserves what stands before the first dot. */
function notReserved(name: string, isFolder: boolean, limits: SuggestionLimits): string {
  if (faultOf(name, isFolder, limits) !== 'name_reserved') return name
  const [base = '', ...rest] = name.split('.')
  return [`${base.trimEnd()}_`, ...rest].join('.')
}

/** Shortens what stands before the extension; an extension that fills the name is cut itself. */
function cut(name: string, isFolder: boolean, max: number): string {
  if (lengthOf(name) <= max) return name
  const { base, ext } = isFolder ? { base: name, ext: '' } : splitName(name)
  const tail = ext && lengthOf(ext) < max - 1 ? `.${ext}` : ''
  const head = [...(tail ? base : name)].slice(0, max - lengthOf(tail)).join('')
  return trimmed(head) + tail
}

/** Characters that a number in a name may take: ` (1234567)`. */
const NUMBER_MAX = 10

/**
 * The same, numbered where a sibling has the name. Adds what it answers to `taken`.
 * @param taken keys (nameKey) of the siblings' names
 * @param numbers given to these siblings so far: with them, many equal names are not tried from the first number on each time
 */
export function suggestFreeName(
  name: string,
  isFolder: boolean,
  taken: Set<string>,
  limits: SuggestionLimits = LIMITS,
  numbers = new Map<string, number>(),
): string {
  const suggestion = suggestName(name, isFolder, limits)
  const max = maxOf(isFolder, limits)
  let free = suggestion
  if (taken.has(nameKey(free))) {
    // Long names that differ at their end are the same once they are cut.
    const stem = `${isFolder} ${nameKey(cut(suggestion, isFolder, max - NUMBER_MAX))}`
    for (let n = (numbers.get(stem) ?? 0) + 1; taken.has(nameKey(free)); n++) {
      free = numberedName(cut(suggestion, isFolder, max - lengthOf(` (${n})`)), n, isFolder)
      numbers.set(stem, n)
    }
  }
  taken.add(nameKey(free))
  return free
}
