import Papa from 'papaparse'

/** Delimiter-separated records. Pure. */

const DELIMITERS = [',', '\t', ';', '|']
/** px. */
const CHAR_WIDTH = 7.5
const CELL_PADDING = 25
const WIDTH_MIN = 72
const WIDTH_MAX = 360

/** The delimiter of a table, by its first records. */
export function delimiterOf(sample: string, ext: string): string {
  if (ext.toLowerCase() === 'tsv') return '\t'
  const { meta, errors } = Papa.parse(sample, { preview: 50, delimitersToGuess: DELIMITERS })
  return errors.some(({ type }) => type === 'Delimiter') ? ',' : meta.delimiter
}

export const cellsOf = (record: string, delimiter: string): string[] =>
  Papa.parse<string[]>(record, { delimiter }).data[0] ?? []

/** Widths of the columns, by the records of a sample. */
export function widthsOf(records: readonly (readonly string[])[]): number[] {
  const widths: number[] = []
  for (const record of records)
    for (const [at, cell] of record.entries())
      widths[at] = Math.max(widths[at] ?? WIDTH_MIN, Math.min(WIDTH_MAX, widthOf(cell) + CELL_PADDING))
  return widths
}

function widthOf(cell: string): number {
  let width = 0
  for (const char of cell.slice(0, 60)) width += char.charCodeAt(0) > 0x2e80 ? CHAR_WIDTH * 2 : CHAR_WIDTH
  return width
}

export interface Columns {
  readonly from: number
  readonly to: number
  /** Of those before and after, px. */
  readonly before: number
  readonly after: number
}

/** Which columns are in view. */
export function columnsInView(widths: readonly number[], left: number, width: number): Columns {
  let from = 0
  let before = 0
  while (from < widths.length - 1 && before + (widths[from] ?? 0) < left) before += widths[from++] ?? 0
  let to = from
  let end = before
  while (to < widths.length && end < left + width) end += widths[to++] ?? 0
  const after = widths.slice(to).reduce((sum, one) => sum + one, 0)
  return { from, to, before, after }
}
