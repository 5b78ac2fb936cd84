import {
  booleanCell,
  EMPTY,
  type FilledRow,
  fillMerged,
  GENERAL,
  limitRow,
  type MergedRange,
  type NumberFormat,
  numberCell,
  textCell,
} from './cells.ts'
import type { ReadBounds, WorkbookCell, WorkbookRow } from './read.ts'
import { readXml, unescaped } from './xml.ts'

/** The rows of one sheet of an .xlsx file. */

interface SheetContext {
  readonly strings: readonly string[]
  /** By the place that a cell's `s` names. */
  readonly formats: readonly NumberFormat[]
  readonly date1904: boolean
}

export async function readSheet(
  part: AsyncIterable<Buffer>,
  context: SheetContext,
  bounds: ReadBounds,
): Promise<WorkbookRow[]> {
  const rows: FilledRow[] = []
  const merges: MergedRange[] = []
  let row = 0
  let column = -1
  let cells: (WorkbookCell | undefined)[] = []
  let cell: Readonly<Record<string, string>> = {}
  let text = ''
  let within = false
  let phonetic = false
  await readXml(part, {
    open: (name, attributes) => {
      if (name === 'row') {
        row = Number(attributes.r ?? row + 1)
        column = -1
        cells = []
      } else if (name === 'c') {
        column = attributes.r === undefined ? column + 1 : columnOf(attributes.r)
        cell = attributes
        text = ''
      } else if (name === 'rPh') phonetic = true
      else if (name === 'v' || name === 't') within = !phonetic
      else if (name === 'mergeCell') merges.push(mergeOf(attributes.ref ?? ''))
    },
    text: (more) => {
      if (within) text += more
    },
    close: (name) => {
      if (name === 'v' || name === 't') within = false
      else if (name === 'rPh') phonetic = false
      else if (name === 'c' && column < bounds.columnsMax) cells[column] = cellOf(cell, text, context)
      else if (name === 'row') {
        const kept = limitRow(row, cells, bounds)
        if (kept && rows.length < bounds.rowsMax) rows.push(kept)
      }
    },
    enough: () => rows.length >= bounds.rowsMax,
  })
  fillMerged(rows, merges, bounds)
  return rows
}

function cellOf(
  { t = 'n', s }: Readonly<Record<string, string>>,
  text: string,
  context: SheetContext,
): WorkbookCell {
  if (text === '') return EMPTY
  const format = context.formats[Number(s ?? 0)] ?? GENERAL
  switch (t) {
    case 's':
      return textCell(context.strings[Number(text)] ?? '', format)
    case 'b':
      return booleanCell(text === '1')
    case 'n':
      return numberCell(DOUBLE.test(text) ? Number(text) : Number.NaN, format, context.date1904)
    case 'd':
      return { text: text.trim(), date: text.trim() }
    default:
      return textCell(unescaped(text), t === 'e' ? GENERAL : format)
  }
}

/** Number() would also accept other bases. */
const DOUBLE = /^\s*[-+]?[\d.]+(?:E[-+]?\d+)?\s*$/i

/** From 0: A1 is 0, AB12 is 27. */
function columnOf(reference: string): number {
  let column = 0
  for (const letter of /^[A-Z]{1,3}/i.exec(reference)?.[0].toUpperCase() ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

function mergeOf(reference: string): MergedRange {
  const [from = '', to = from] = reference.split(':')
  const rowOf = (one: string) => Number(/\d+$/.exec(one)?.[0] ?? 0)
  return { top: rowOf(from), left: columnOf(from), bottom: rowOf(to), right: columnOf(to) }
}
