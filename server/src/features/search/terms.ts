import { nameKey } from '@clouddisk/contract/names'
import { type RawBuilder, sql } from 'kysely'
import { pinyinOf } from '../../tree/pinyin.ts'

/** What a keyword says about names, as conditions on a row `f` of `file`. */

const TERMS_MAX = 8

export interface Keyword {
  /** As names are compared; '' matches every name. */
  readonly text: string
  /** The words of the text; a name has to match all of them. */
  readonly terms: readonly string[]
}

export function parseKeyword(typed: string): Keyword {
  const text = nameKey(typed.trim().normalize('NFC'))
  return { text, terms: [...new Set(text.split(/\s+/u).filter(Boolean))].slice(0, TERMS_MAX) }
}

/** Names that have all words, as written or by pinyin or initials. */
export const matchesAll = ({ terms }: Keyword): RawBuilder<unknown> =>
  terms.length === 0 ? sql`true` : sql.join(terms.map(matchesTerm), sql` and `)

const matchesTerm = (term: string): RawBuilder<unknown> =>
  isTyped(term) ? sql`(${contains(term)} or ${soundsLike(term)})` : contains(term)

/** Letters and digits as an input method takes them. */
const isTyped = (term: string): boolean => /^[a-z0-9]*[a-z][a-z0-9]*$/.test(term)

/**
 * LIKE uses the trigram index. For text without a trigram in it, that would read the whole index: strpos makes the
 * planner use the index of the spaces alone.
 */
const contains = (text: string): RawBuilder<unknown> =>
  /[\p{L}\p{N}]{3}/u.test(text)
    ? sql`f.name_key like ${`%${escapeLike(text)}%`}`
    : sql`strpos(f.name_key, ${text}) > 0`

/** From the beginning of a syllable on; the trigram with the space serves one letter too. */
const soundsLike = (typed: string): RawBuilder<unknown> => sql`f.pinyin like ${`% ${escapeLike(typed)}%`}`

export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/**
 * How well a name matches, 0 is best: the whole name (with or without its extension), its beginning, within it, by pinyin
 * from the beginning, by pinyin within it.
 */
export const rankOf = ({ text, terms }: Keyword): RawBuilder<unknown> =>
  text === ''
    ? sql`0`
    : sql`case
        when f.name_key = ${text} or (f.ext <> '' and f.name_key = ${text} || '.' || f.ext) then 0
        when starts_with(f.name_key, ${text}) then 1
        when ${sql.join(
          terms.map((term) => sql`strpos(f.name_key, ${term}) > 0`),
          sql` and `,
        )} then 2
        when starts_with(f.pinyin, ${` ${text}`}) then 3
        else 4 end`

/** Shorter words have too many neighbors. */
const TYPO_MIN = 4
const TYPO_MAX = 32
/** From here on one half of the word has a trigram for the index. */
const HALVES_MIN = 6

/**
 * Names that the keyword, one word, matches with one letter wrong, missing, too much or swapped with the next, or with
 * Chinese characters of the same sound. Undefined for keywords that this says nothing about. `indexed`: the condition
 * can use an index, so that it may be asked of many files.
 */
export function matchesMistyped({
  text,
  terms,
}: Keyword): { condition: RawBuilder<unknown>; indexed: boolean } | undefined {
  const sound = sameSoundOf({ text, terms })?.[0]
  if (sound) return { condition: soundsLike(sound), indexed: true }
  const letters = [...text]
  const variants = typingMistakesOf({ text, terms })
  if (variants.length === 0) return undefined
  // With another collation than the index, which would be read as a whole for patterns without a trigram.
  const similar = sql`f.name_key collate "C" like any(${variants.map((variant) => `%${variant}%`)}::text[])`
  // A few letters are close to the initials of very many names.
  if (letters.length < HALVES_MIN) return { condition: similar, indexed: false }
  const soundsSimilar = sql`f.pinyin collate "C" like any(${variants.map((variant) => `% ${variant}%`)}::text[])`
  return { condition: sql`${hasIntactPart(text)} and (${similar} or ${soundsSimilar})`, indexed: true }
}

/** The pinyin of a keyword of Chinese characters, which finds others of the same sound. */
export function sameSoundOf({ text, terms }: Keyword): string[] | undefined {
  const [, sound] = pinyinOf(text).split(' ')
  return terms.length === 1 && sound && [...text].length >= 2 ? [sound] : undefined
}

/** LIKE patterns of a keyword, one word, with one mistake; none for keywords that this says nothing about. */
export function typingMistakesOf({ text, terms }: Keyword): string[] {
  const letters = [...text]
  const isLong = letters.length >= TYPO_MIN && letters.length <= TYPO_MAX
  return terms.length === 1 && isTyped(text) && isLong ? mistyped(letters) : []
}

/** LIKE patterns of the text with one mistake; the text has letters and digits only. */
function mistyped(letters: readonly string[]): string[] {
  const variants = letters.flatMap((letter, at) => {
    const [before, after] = [letters.slice(0, at).join(''), letters.slice(at + 1).join('')]
    const next = letters[at + 1]
    return [
      `${before}_${after}`,
      before + after,
      ...(at > 0 ? [`${before}_${letter}${after}`] : []),
      ...(next === undefined ? [] : [before + next + letter + letters.slice(at + 2).join('')]),
    ]
  })
  return [...new Set(variants)]
}

/** One mistake leaves one half of a word as it is, or is the swap of the two letters in the middle. */
function hasIntactPart(text: string): RawBuilder<unknown> {
  const middle = text.length >> 1
  const [first, second] = [text.slice(0, middle), text.slice(middle)]
  const swapped = first.slice(0, -1) + second.charAt(0) + first.slice(-1) + second.slice(1)
  const parts = [first, second, swapped].map((part) => `%${part}%`)
  return sql`(${sql.join(
    parts.flatMap((part) => [sql`f.name_key like ${part}`, sql`f.pinyin like ${part}`]),
    sql` or `,
  )})`
}
