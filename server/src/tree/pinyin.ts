import { createRequire } from 'node:module'

/** How names of files, people, departments and groups with Chinese characters are found by what is typed on a keyboard. */

const require = createRequire(import.meta.url)
/** Loaded by the first Chinese name: its tables take five megabytes. */
let library: typeof import('pinyin-pro') | undefined

const HAN = /\p{Script=Han}/u
/** Not typed in a search. */
const SEPARATOR = /[\s._-]/u
/** Characters of a name that are indexed, and of one entry: what people type at most. */
const NAME_MAX = 64
const ENTRY_MAX = 24

/**
 * The pinyin and the initials of a name from each of its Chinese characters on, each after a space: "报告1" is
 * " baogao1 bg1 gao1 g1". A search for part of it that begins with a syllable finds it as the prefix of an entry. ''
 * for names without Chinese characters.
 */
export const pinyinOf = (name: string): string => entriesOf(name, 'off')

/** Of a person, who is found by either name. Surnames are read as such: 曾 is Zeng. */
export const pinyinOfPerson = (realName: string, userName = realName): string =>
  entriesOf(realName, 'head') + (userName === realName ? '' : entriesOf(userName, 'head'))

interface Syllable {
  readonly character: string
  readonly isChinese: boolean
  /** How it is typed; '' for what is not. */
  readonly typed: string
}

/** A name's characters with their pinyin; undefined for names without Chinese characters. */
export function syllablesOf(name: string, surname: 'off' | 'head' = 'off'): Syllable[] | undefined {
  if (!HAN.test(name)) return undefined
  const characters = [...name].slice(0, NAME_MAX)
  library ??= require('pinyin-pro') as typeof import('pinyin-pro')
  const syllables = library.pinyin(characters.join(''), { toneType: 'none', type: 'array', v: true, surname })
  // One syllable a character; anything else would index other characters than those of the name.
  if (syllables.length !== characters.length) return undefined
  return characters.map((character, at) => {
    const syllable = syllables[at] ?? ''
    const typed = SEPARATOR.test(syllable) ? '' : syllable.toLowerCase().replaceAll(' ', '')
    return { character, isChinese: HAN.test(character), typed }
  })
}

function entriesOf(name: string, surname: 'off' | 'head'): string {
  const syllables = syllablesOf(name, surname) ?? []
  const entries = new Set<string>()
  syllables.forEach(({ isChinese }, at) => {
    if (!isChinese) return
    const typed = syllables.slice(at, at + ENTRY_MAX).map((syllable) => syllable.typed)
    entries.add(typed.join(''))
    entries.add(typed.map((syllable) => [...syllable][0] ?? '').join(''))
  })
  return [...entries].map((entry) => ` ${entry}`).join('')
}

/**
 * A LIKE pattern that finds a keyword in a column of pinyin from a syllable on; null, which finds nothing, for keywords that no
 * input method takes.
 */
export function pinyinPattern(keyword: string): string | null {
  const typed = keyword.toLowerCase().replace(/\s+/gu, '')
  return /^[a-z0-9]*[a-z][a-z0-9]*$/.test(typed) ? `% ${typed}%` : null
}
