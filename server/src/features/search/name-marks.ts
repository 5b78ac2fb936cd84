import { syllablesOf } from '../../tree/pinyin.ts'
import { type Keyword, sameSoundOf, typingMistakesOf } from './terms.ts'

/** Which part of a name pinyin or a typing mistake matched; the page itself finds what is as written, and initials. */

/** From `start` to before `end`, in UTF-16 units. */
export interface NameMark {
  readonly start: number
  readonly end: number
}

/** In order, without overlaps; none where all words are as written, or one of them is not found. */
export function marksOf(name: string, keyword: Keyword): NameMark[] {
  const lower = name.toLowerCase()
  // A letter that changes its length in lower case would shift what is marked.
  if (lower.length !== name.length || keyword.terms.every((term) => lower.includes(term))) return []
  const marks: NameMark[] = []
  for (const term of keyword.terms) {
    const exact = [literal(term)]
    const similar = [...(sameSoundOf(keyword) ?? []), ...typingMistakesOf(keyword).map(wildcards)]
    const mark =
      asWritten(lower, exact) ??
      asSpoken(lower, exact) ??
      asWritten(lower, similar) ??
      asSpoken(lower, similar)
    if (!mark) return []
    marks.push(mark)
  }
  return merged(marks)
}

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
/** Of a LIKE pattern of letters and digits. */
const wildcards = (pattern: string) => pattern.replaceAll('_', '.')

function asWritten(lower: string, patterns: readonly string[]): NameMark | undefined {
  if (patterns.length === 0) return undefined
  const match = new RegExp(patterns.join('|'), 'u').exec(lower)
  return match ? { start: match.index, end: match.index + match[0].length } : undefined
}

/** From one of the Chinese characters on, by syllables or by initials. */
function asSpoken(lower: string, patterns: readonly string[]): NameMark | undefined {
  const syllables = syllablesOf(lower)
  if (!syllables || patterns.length === 0) return undefined
  const pattern = new RegExp(`^(?:${patterns.join('|')})`, 'u')
  let start = 0
  for (const [at, { character, isChinese }] of syllables.entries()) {
    if (isChinese)
      for (const isInitial of [false, true]) {
        const typed = syllables.slice(at).map(({ typed }) => (isInitial ? ([...typed][0] ?? '') : typed))
        const match = pattern.exec(typed.join(''))
        if (match) return { start, end: start + lengthOf(syllables.slice(at), typed, match[0].length) }
      }
    start += character.length
  }
  return undefined
}

/** How much of the name what was typed stands for. */
function lengthOf(
  syllables: readonly { character: string }[],
  typed: readonly string[],
  count: number,
): number {
  let [length, left] = [0, count]
  for (let at = 0; left > 0 && at < syllables.length; at++) {
    left -= typed[at]?.length ?? 0
    length += syllables[at]?.character.length ?? 0
  }
  return length
}

function merged(marks: readonly NameMark[]): NameMark[] {
  const result: NameMark[] = []
  for (const mark of marks.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1)
    if (last && mark.start <= last.end)
      result[result.length - 1] = { start: last.start, end: Math.max(last.end, mark.end) }
    else result.push(mark)
  }
  return result
}
