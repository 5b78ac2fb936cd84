import { PassThrough, Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { LogFormat } from '@clouddisk/contract/audit'
import type { Language } from '@clouddisk/contract/errors'
import type excel from 'exceljs'
import type { Context } from '../../context.ts'
import { loadExcel } from '../../workbooks/excel.ts'
import { forWorkbook } from '../../workbooks/text.ts'
import { allEntries, type Wanted } from './logs.ts'
import { COLUMNS, rowOf } from './words.ts'

/** Entries as a file, made while it is read: a thousand rows are in memory, whatever there are. */

export interface FileOrder {
  readonly wanted: Wanted
  readonly format: LogFormat
  readonly language: Language
  /** Rows, at most. */
  readonly max: number
  /** Hears how many rows are written. */
  readonly onRows?: (rows: number) => Promise<void> | void
}

export const LOG_TYPES: Record<LogFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export const logFile = (ctx: Context, order: FileOrder): Readable =>
  order.format === 'csv' ? Readable.from(csvOf(ctx, order)) : workbookOf(ctx, order)

async function* csvOf(ctx: Context, { wanted, language, max, onRows }: FileOrder): AsyncGenerator<string> {
  // Spreadsheets take it for another encoding without the mark.
  yield `\u{feff}${lineOf(COLUMNS[language])}`
  let written = 0
  for await (const rows of allEntries(ctx, wanted, max)) {
    yield rows.map((row) => lineOf(rowOf(ctx, row, language))).join('')
    written += rows.length
    await onRows?.(written)
  }
}

const lineOf = (cells: readonly (string | number)[]): string => `${cells.map(cellOf).join(',')}\r\n`

/** RFC 4180; what a spreadsheet would run as a formula is text to it. */
function cellOf(cell: string | number): string {
  if (typeof cell === 'number') return String(cell)
  const plain = /^[=+\-@\uff1d\uff0b\uff0d\uff20\t\r]/u.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** A sheet holds 1,048,576 rows. */
const ROWS_A_SHEET = 1_000_000

function workbookOf(ctx: Context, order: FileOrder): Readable {
  const out = new PassThrough({ highWaterMark: 1024 * 1024 })
  writeWorkbook(ctx, order, out).catch((error) => out.destroy(error))
  return out
}

async function writeWorkbook(
  ctx: Context,
  { wanted, language, max, onRows }: FileOrder,
  out: PassThrough,
): Promise<void> {
  const { stream } = await loadExcel()
  const book = new stream.xlsx.WorkbookWriter({ stream: out })
  let sheet: excel.Worksheet | undefined
  let written = 0
  let sheets = 0
  const begin = () => {
    const next = book.addWorksheet(`${language === 'zh-CN' ? '日志' : 'Log'} ${++sheets}`, {
      views: [{ state: 'frozen', ySplit: 1 }],
    })
    next.addRow([...COLUMNS[language]]).commit()
    return next
  }
  for await (const rows of allEntries(ctx, wanted, max)) {
    if (out.destroyed) return
    if (written > 0 && written % ROWS_A_SHEET === 0) {
      sheet?.commit()
      sheet = undefined
    }
    sheet ??= begin()
    for (const row of rows) sheet.addRow(rowOf(ctx, row, language).map(forWorkbook)).commit()
    written += rows.length
    await onRows?.(written)
    // Others have their turn.
    await setImmediate()
    while (out.writableNeedDrain && !out.destroyed) await drained(out)
  }
  sheet ??= begin()
  sheet.commit()
  await book.commit()
}

const drained = (out: PassThrough): Promise<void> =>
  new Promise((resolve) => {
    const go = () => {
      out.off('drain', go)
      out.off('close', go)
      resolve()
    }
    out.once('drain', go)
    out.once('close', go)
  })
