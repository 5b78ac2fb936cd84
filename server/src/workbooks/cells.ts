import { dateFromSerial, format, getFormatInfo } from 'numfmt'
import type { Cell, ReadBounds, Row } from './read.ts'

/** What the cells of a spreadsheet show. */

/** How a number is shown. */
export interface NumberFormat {
  readonly pattern: string
  readonly kind: 'plain' | 'date' | 'pattern'
}

export const GENERAL: NumberFormat = { pattern: 'General', kind: 'plain' }

/** A number whose format has no digits of its own, or cuts them short as 1.38E+10, is shown in full. */
const PLAIN: readonly string[] = ['general', 'scientific', 'text', 'error']

export function numberFormat(pattern: string): NumberFormat {
  const { type, isDate } = getFormatInfo(pattern)
  return { pattern, kind: isDate ? 'date' : PLAIN.includes(type) ? 'plain' : 'pattern' }
}

/** `date1904`: days are counted from 1904 instead of 1900, as old Macs do. */
export function numberCell(value: number, { pattern, kind }: NumberFormat, date1904 = false): Cell {
  if (!Number.isFinite(value)) return EMPTY
  if (kind === 'plain') return { text: digits(value), number: value }
  if (kind === 'pattern') return { text: patterned(pattern, value), number: value }
  const serial = date1904 ? value + DAYS_TO_1904 : value
  return { text: patterned(pattern, serial), date: dayOf(serial) }
}

const DAYS_TO_1904 = 1462

export const textCell = (text: string): Cell => ({ text: text.trim() })
export const booleanCell = (value: boolean): Cell => ({ text: value ? 'TRUE' : 'FALSE' })
export const EMPTY: Cell = { text: '' }

/** A spreadsheet keeps 15 digits. */
const digits = (value: number): string =>
  Number(value.toPrecision(15)).toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 })

function patterned(pattern: string, value: number): string {
  try {
    return format(pattern, value).trim()
  } catch {
    return digits(value)
  }
}

function dayOf(serial: number): string {
  const [year = 0, month = 0, day = 0] = dateFromSerial(Math.floor(serial)) ?? []
  const two = (part: number) => String(part).padStart(2, '0')
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
}

export interface FilledRow extends Row {
  readonly cells: Cell[]
}

/** Rows from 1, columns from 0, both ends included. */
export interface Merge {
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
}

/** A merged cell shows its first cell's content in all rows and columns that it covers. */
export function fillMerged(
  rows: readonly FilledRow[],
  merges: readonly Merge[],
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

/** What bounds leave of a row's cells, as many for each row; undefined where nothing is in them. */
export function bounded(
  row: number,
  cells: readonly (Cell | undefined)[],
  { columnsMax, lengthMax }: ReadBounds,
): FilledRow | undefined {
  const kept = Array.from({ length: columnsMax }, (_, i) => {
    const cell = cells[i] ?? EMPTY
    return cell.text.length > lengthMax ? { ...cell, text: cell.text.slice(0, lengthMax) } : cell
  })
  return kept.some(({ text }) => text !== '') ? { row, cells: kept } : undefined
}
