import type { ReactElement } from 'react'
import { initialOf, isHan } from '../lib/initials.ts'

/** Which part of a name a keyword matched. */

/** From `start` to before `end`, in UTF-16 units. */
export interface MarkedRange {
  readonly start: number
  readonly end: number
}

/** The place of each word; undefined if one of them is not found as written or by initials. */
export function findMarks(name: string, keyword: string): readonly MarkedRange[] | undefined {
  const words = keyword.trim().toLowerCase().split(/\s+/u).filter(Boolean)
  const ranges: MarkedRange[] = []
  for (const word of words) {
    const range = asWritten(name, word) ?? byInitials(name, word)
    if (!range) return undefined
    ranges.push(range)
  }
  return merged(ranges)
}

function asWritten(name: string, word: string): MarkedRange | undefined {
  const lower = name.toLowerCase()
  // A letter that changes its length in lower case would shift what is marked.
  const start = lower.length === name.length ? lower.indexOf(word) : -1
  return start < 0 ? undefined : { start, end: start + word.length }
}

const SEPARATOR = /[\s._-]/u

/** From a Chinese character on, one letter for each character; other letters as written. */
function byInitials(name: string, word: string): MarkedRange | undefined {
  const characters = [...name]
  let offset = 0
  for (let first = 0; first < characters.length; first++) {
    const length = isHan(characters[first] ?? '') ? lengthOfInitials(characters.slice(first), word) : 0
    if (length > 0) return { start: offset, end: offset + length }
    offset += characters[first]?.length ?? 0
  }
  return undefined
}

/** How much of the text the initials stand for; 0 if they do not. */
function lengthOfInitials(characters: readonly string[], initials: string): number {
  let [length, at] = [0, 0]
  for (const character of characters) {
    if (at === initials.length) break
    length += character.length
    if (SEPARATOR.test(character)) continue
    const letter = isHan(character) ? initialOf(character) : character.toLowerCase()
    if (letter !== initials[at]) return 0
    at++
  }
  return at === initials.length ? length : 0
}

function merged(ranges: readonly MarkedRange[]): readonly MarkedRange[] {
  const result: MarkedRange[] = []
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1)
    if (last && range.start <= last.end)
      result[result.length - 1] = { start: last.start, end: Math.max(last.end, range.end) }
    else result.push(range)
  }
  return result
}

/** Every place of each word in a line of a file's text. */
function findWords(line: string, keyword: string): readonly MarkedRange[] {
  const lower = line.toLowerCase()
  if (lower.length !== line.length) return []
  const words = new Set(keyword.toLowerCase().split(/\s+/u).filter(Boolean))
  return merged(
    [...words].flatMap((word) => {
      const ranges: MarkedRange[] = []
      for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + word.length))
        ranges.push({ start: at, end: at + word.length })
      return ranges
    }),
  )
}

interface MarkedProps {
  text: string
  keyword: string
}

/** A name with what the keyword matched in it marked; `marks` are those of the server, which knows more than the page. */
export const Marked = ({
  text,
  keyword,
  marks,
}: MarkedProps & { marks?: readonly MarkedRange[] | undefined }): ReactElement => (
  <Ranges text={text} ranges={marks ?? findMarks(text, keyword) ?? []} />
)

/** What stands before the first match, in widths of a Latin letter: the line is cut at its end too, on a phone after some 40. */
const BEFORE_MAX = 16

/** A line from shortly before its first match on, at the beginning of a word, so that the match is seen. */
export function fromMatch(line: string, keyword: string): string {
  const start = findWords(line, keyword)[0]?.start ?? 0
  const before = [...line.slice(0, start)]
  let [first, width] = [before.length, 0]
  while (first > 0) {
    width += (before[first - 1] ?? '') >= WIDE ? 2 : 1
    if (width > BEFORE_MAX) break
    first--
  }
  if (first === 0) return line
  const kept = before.slice(first).join('')
  const cutWord =
    /[\p{Script=Latin}\d]$/u.test(before[first - 1] ?? '') &&
    /^[\p{Script=Latin}\d]+(?=[^\p{Script=Latin}\d])/u.exec(kept)
  return `…${kept.slice(cutWord ? cutWord[0].length : 0).trimStart()}${line.slice(start)}`
}

/** Characters from here on are as wide as Chinese ones. */
const WIDE = '\u2e80'

/** A line of a file's text from its first match on, with the words of the keyword marked. */
export function MarkedLine({ text, keyword }: MarkedProps): ReactElement {
  const line = fromMatch(text, keyword)
  return <Ranges text={line} ranges={findWords(line, keyword)} />
}

function Ranges({ text, ranges }: { text: string; ranges: readonly MarkedRange[] }): ReactElement {
  return (
    <>
      {ranges.map(({ start, end }, index) => (
        <span key={start}>
          {text.slice(ranges[index - 1]?.end ?? 0, start)}
          <mark className="rounded-[3px] bg-mark text-fg">{text.slice(start, end)}</mark>
        </span>
      ))}
      {text.slice(ranges.at(-1)?.end ?? 0)}
    </>
  )
}
