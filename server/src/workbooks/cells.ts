import { dateFromSerial, format, getFormatInfo } from 'numfmt'
import type { ReadBounds, WorkbookCell, WorkbookRow } from './read.ts'

/** Display text of spreadsheet cells. */

/** How a number is shown. */
export interface NumberFormat {
  readonly pattern: string
  readonly kind: 'plain' | 'date' | 'pattern'
}

export const GENERAL: NumberFormat = { pattern: 'General', kind: 'plain' }

/** General, text and bare scientific formats add nothing to a number; it is read in full, not as 1.38E+10. */
const PLAIN = /^(?:General|@|[0#.]+E[+-][0#]+)?$/i

export function numberFormat(pattern: string): NumberFormat {
  if (PLAIN.test(pattern)) return { pattern, kind: 'plain' }
  return { pattern, kind: getFormatInfo(pattern).isDate ? 'date' : 'pattern' }
}

/** `date1904`: days are counted from 1904 instead of 1900, as old Macs do. */
export function numberCell(value: number, { pattern, kind }: NumberFormat, date1904 = false): WorkbookCell {
  if (!Number.isFinite(value)) return EMPTY
  if (kind === 'plain') return { text: plainNumber(value), number: value }
  if (kind === 'pattern') return { text: formatByPattern(pattern, value), number: value }
  const serial = date1904 ? value + DAYS_TO_1904 : value
  return { text: formatByPattern(pattern, serial), date: dayOf(serial) }
}

const DAYS_TO_1904 = 1462

/** A format may add to text as well: `"86"@`. */
export const textCell = (text: string, { pattern, kind }: NumberFormat = GENERAL): WorkbookCell => ({
  text: normalizeText(kind !== 'plain' && pattern.includes('@') ? applyFormat(pattern, text, text) : text),
})
export const booleanCell = (value: boolean): WorkbookCell => ({ text: value ? 'TRUE' : 'FALSE' })
export const EMPTY: WorkbookCell = { text: '' }

/** A spreadsheet keeps 15 digits. */
export const plainNumber = (value: number): string =>
  Number(value.toPrecision(15)).toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 })

/** General cuts long numbers short, as 1.38E+14; a number that fits no section of the pattern is shown as ####. */
function formatByPattern(pattern: string, value: number): string {
  const full = plainNumber(value)
  const shown = applyFormat(pattern, value, full).trim()
  if (/^#+$/.test(shown)) return full
  if (!/general/i.test(pattern)) return shown
  const size = Math.abs(value)
  return shown.replace(format('General', size), plainNumber(size))
}

/** `otherwise` is shown where the pattern is invalid. */
function applyFormat(pattern: string, value: number | string, otherwise: string): string {
  try {
    return format(pattern, value)
  } catch {
    return otherwise
  }
}

/** Control characters but tabs and ends of lines, lone surrogates and noncharacters. */
const UNPRINTABLE = /(?![\t\n])[\p{Cc}\p{Surrogate}\p{Noncharacter_Code_Point}]/gu

/** Text of a cell as the database can store it. */
const normalizeText = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(UNPRINTABLE, '\ufffd').trim()

function dayOf(serial: number): string {
  const [year = 0, month = 0, day = 0] = dateFromSerial(Math.floor(serial)) ?? []
  const two = (part: number) => String(part).padStart(2, '0')
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
}

export interface FilledRow extends WorkbookRow {
  readonly cells: WorkbookCell[]
}

/** Rows from 1, columns from 0, both ends included. */
export interface MergedRange {
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
}

/** A merged cell shows its first cell's content in all rows and columns that it covers. */
export function fillMerged(
  rows: readonly FilledRow[],
  merges: readonly MergedRange[],
  { columnsMax }: ReadBounds,
): void {
  const byNumber = new Map(rows.map((row) => [row.row, row.cells]))
  for (const { top, left, bottom, right } of merges) {
    const shown = byNumber.get(top)?.[left]
    if (!shown?.text) continue
    for (const { row, cells } of rows) {
      if (row < top || row > bottom) continue
      for (let column = left; column <= Math.min(right, columnsMax - 1); column++)
        if (!cells[column]?.text) cells[column] = shown
    }
  }
}

/** The row within bounds, padded to `columnsMax` cells; undefined if it is empty. */
export function limitRow(
  row: number,
  cells: readonly (WorkbookCell | undefined)[],
  { columnsMax, lengthMax }: ReadBounds,
): FilledRow | undefined {
  const kept = Array.from({ length: columnsMax }, (_, i) => {
    const cell = cells[i] ?? EMPTY
    return { ...cell, text: normalizeText(cell.text.slice(0, lengthMax)) }
  })
  return kept.some(({ text }) => text !== '') ? { row, cells: kept } : undefined
}
