/** Lays out text as lines of a page. Pure. */

/** Columns of a line: letters take one, Chinese characters two. */
export const COLUMNS = 92
export const LINES = 58
export const TEXT_PAGES_MAX = 200
const TAB = 4

/** Characters that a fixed-width font gives two columns. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u

export const widthOf = (character: string): 1 | 2 => (WIDE.test(character) ? 2 : 1)

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** A piece of a line that is drawn at its column. */
export interface Run {
  readonly text: string
  readonly column: number
}

export type Line = readonly Run[]

export interface LaidOut {
  readonly lines: readonly Line[]
  /** The text goes on. */
  readonly isCut: boolean
}

/** @param isCut there is more text than was read. */
export function layOut(text: string, isCut = false): LaidOut {
  const lines: Line[] = []
  const max = TEXT_PAGES_MAX * LINES
  for (const line of text.split(/\r\n|\n|\r|\u2028|\u2029|\f/)) {
    for (const one of wrap(line)) {
      if (lines.length === max) return { lines, isCut: true }
      lines.push(one)
    }
  }
  return { lines, isCut }
}

interface Cell {
  readonly text: string
  readonly width: number
}

function* wrap(line: string): Generator<Line> {
  let cells: Cell[] = []
  let column = 0
  for (const { segment } of segmenter.segment(line)) {
    if (segment !== '\t' && isControl(segment)) continue
    const cell =
      segment === '\t'
        ? { text: ' ', width: TAB - (column % TAB) }
        : { text: segment, width: widthOf(segment) }
    if (column + cell.width > COLUMNS) {
      const kept = breakOf(cells)
      yield runsOf(cells.slice(0, kept))
      cells = cells.slice(kept)
      column = cells.reduce((sum, { width }) => sum + width, 0)
    }
    cells.push(cell)
    column += cell.width
  }
  yield runsOf(cells)
}

/** Where a line that is full ends: after its last blank or Chinese character, unless that comes early in it. */
function breakOf(cells: readonly Cell[]): number {
  const last = cells.findLastIndex(({ text, width }) => text === ' ' || width === 2)
  return last > cells.length / 2 ? last + 1 : cells.length
}

/** Narrow characters that follow each other are drawn together, wide ones each at its column. */
function runsOf(cells: readonly Cell[]): Line {
  const runs: Run[] = []
  let column = 0
  let narrow: { text: string; column: number } | undefined
  for (const { text, width } of cells) {
    if (width === 1) {
      narrow ??= { text: '', column }
      narrow.text += text
    } else {
      if (narrow) runs.push(narrow)
      narrow = undefined
      if (text !== ' ') runs.push({ text, column })
    }
    column += width
  }
  return narrow ? [...runs, narrow] : runs
}

const isControl = (character: string): boolean => {
  const code = character.codePointAt(0) ?? 0
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || code === 0xfeff
}
