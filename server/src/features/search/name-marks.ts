import { syllablesOf } from '../../tree/pinyin.ts'
import { type Keyword, sameSoundOf, typingMistakesOf } from './terms.ts'

/** Which part of a name pinyin or a typing mistake matched; the page itself finds what is as written, and initials. */

/** From `start` to before `end`, in UTF-16 units. */
export interface NameMark {
  readonly start: number
  readonly end: number
}

type Syllables = ReturnType<typeof syllablesOf>

/** What a word is looked for by, each part tried before the next. */
interface TermPatterns {
  readonly exact: readonly string[]
  readonly similar: readonly string[]
}

/** Tells for names what the keyword matched: in order, without overlaps; none where all words are as written, or one is not found. */
export function nameMarker(keyword: Keyword): (name: string) => NameMark[] {
  const similar = [...(sameSoundOf(keyword) ?? []), ...typingMistakesOf(keyword).map(wildcards)]
  const terms = keyword.terms.map((term) => termMarker({ exact: [literal(term)], similar }))
  return (name) => {
    const lower = name.toLowerCase()
    // A letter that changes its length in lower case would shift what is marked.
    if (lower.length !== name.length || keyword.terms.every((term) => lower.includes(term))) return []
    const syllables = syllablesOf(lower)
    const marks: NameMark[] = []
    for (const markOf of terms) {
      const mark = markOf(lower, syllables)
      if (!mark) return []
      marks.push(mark)
    }
    return merged(marks)
  }
}

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
/** Of a LIKE pattern of letters and digits. */
const wildcards = (pattern: string) => pattern.replaceAll('_', '.')

function termMarker({ exact, similar }: TermPatterns) {
  const tries = [exact, similar]
    .filter((patterns) => patterns.length > 0)
    .map((patterns) => [new RegExp(patterns.join('|'), 'u'), new RegExp(patterns.join('|'), 'uy')] as const)
  return (lower: string, syllables: Syllables): NameMark | undefined => {
    for (const [anywhere, here] of tries) {
      const mark = asWritten(lower, anywhere) ?? (syllables && asSpoken(syllables, here))
      if (mark) return mark
    }
    return undefined
  }
}

function asWritten(lower: string, pattern: RegExp): NameMark | undefined {
  const match = pattern.exec(lower)
  return match ? { start: match.index, end: match.index + match[0].length } : undefined
}

/** From one of the Chinese characters on, by syllables or by initials. */
function asSpoken(syllables: NonNullable<Syllables>, here: RegExp): NameMark | undefined {
  const spellings = [false, true].map((isInitial) => {
    const typed = syllables.map(({ typed }) => (isInitial ? ([...typed][0] ?? '') : typed))
    return { typed, whole: typed.join(''), from: 0 }
  })
  let start = 0
  for (const [at, { character, isChinese }] of syllables.entries()) {
    for (const spelling of spellings) {
      here.lastIndex = spelling.from
      const match = isChinese ? here.exec(spelling.whole) : null
      if (match) return { start, end: start + lengthOf(syllables, spelling.typed, at, match[0].length) }
      spelling.from += spelling.typed[at]?.length ?? 0
    }
    start += character.length
  }
  return undefined
}

/** How much of the name from a syllable on what was typed stands for. */
function lengthOf(
  syllables: NonNullable<Syllables>,
  typed: readonly string[],
  from: number,
  count: number,
): number {
  let [length, left] = [0, count]
  for (let at = from; left > 0 && at < syllables.length; at++) {
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
