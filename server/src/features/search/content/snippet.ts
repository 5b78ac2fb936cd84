/** Characters of a snippet, with the marks for what was left out. */
const SNIPPET_MAX = 160
/** Characters before the match, where the line is longer. */
const BEFORE = 50

/** The line at the code point `offset` of a piece of a text, as much of it as is shown. */
export function snippetOf(piece: string, offset: number): string {
  const characters = [...piece]
  const lineStart = characters.lastIndexOf('\n', Math.max(0, offset - 1)) + 1
  const lineEnd = characters.indexOf('\n', offset)
  const end = lineEnd < 0 ? characters.length : lineEnd
  if (end - lineStart <= SNIPPET_MAX) return characters.slice(lineStart, end).join('').trim()
  const from = Math.max(lineStart, Math.min(offset - BEFORE, end - (SNIPPET_MAX - 1)))
  const isCutBefore = from > lineStart
  const room = SNIPPET_MAX - 1 - (isCutBefore ? 1 : 0)
  const isCutBehind = from + room < end
  const shown = characters
    .slice(from, from + room)
    .join('')
    .trim()
  return `${isCutBefore ? '…' : ''}${shown}${isCutBehind ? '…' : ''}`
}
