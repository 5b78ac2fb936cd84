import { PassThrough, Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { LogFormat } from '@clouddisk/contract/audit'
import type { Language } from '@clouddisk/contract/errors'
import type excel from 'exceljs'
import type { Context } from '../../context.ts'
import { loadExcel, replaceInvalidXml } from '../../workbooks/write.ts'
import { COLUMNS, rowOf } from './labels.ts'
import { allEntries, type LogQuery } from './logs.ts'

/** Entries as a streamed file; a thousand rows are in memory at a time. */

export interface LogFileOptions {
  readonly query: LogQuery
  readonly format: LogFormat
  readonly language: Language
  /** Maximum number of rows. */
  readonly max: number
  /** Called with the number of rows written. */
  readonly onRows?: (rows: number) => Promise<void> | void
}

export const LOG_TYPES: Record<LogFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export const logFile = (ctx: Context, order: LogFileOptions): Readable =>
  order.format === 'csv' ? Readable.from(csvOf(ctx, order)) : workbookOf(ctx, order)

async function* csvOf(
  ctx: Context,
  { query: wanted, language, max, onRows }: LogFileOptions,
): AsyncGenerator<string> {
  // Spreadsheets need the byte order mark to detect UTF-8.
  yield `\u{feff}${csvLine(COLUMNS[language])}`
  let written = 0
  for await (const rows of allEntries(ctx, wanted, max)) {
    yield rows.map((row) => csvLine(rowOf(ctx, row, language))).join('')
    written += rows.length
    await onRows?.(written)
  }
}

const csvLine = (cells: readonly (string | number)[]): string => `${cells.map(csvCell).join(',')}\r\n`

/** RFC 4180; formulas are escaped as text. */
function csvCell(cell: string | number): string {
  if (typeof cell === 'number') return String(cell)
  const plain = /^[=+\-@\uff1d\uff0b\uff0d\uff20\t\r]/u.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** A sheet holds 1,048,576 rows. */
const ROWS_PER_SHEET = 1_000_000

function workbookOf(ctx: Context, order: LogFileOptions): Readable {
  const out = new PassThrough({ highWaterMark: 1024 * 1024 })
  writeWorkbook(ctx, order, out).catch((error) => out.destroy(error))
  return out
}

async function writeWorkbook(
  ctx: Context,
  { query: wanted, language, max, onRows }: LogFileOptions,
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
    if (written > 0 && written % ROWS_PER_SHEET === 0) {
      sheet?.commit()
      sheet = undefined
    }
    sheet ??= begin()
    for (const row of rows) sheet.addRow(rowOf(ctx, row, language).map(replaceInvalidXml)).commit()
    written += rows.length
    await onRows?.(written)
    // Lets other work of the event loop run.
    await setImmediate()
    while (out.writableNeedDrain && !out.destroyed) await waitForDrain(out)
  }
  sheet ??= begin()
  sheet.commit()
  await book.commit()
}

const waitForDrain = (out: PassThrough): Promise<void> =>
  new Promise((resolve) => {
    const go = () => {
      out.off('drain', go)
      out.off('close', go)
      resolve()
    }
    out.once('drain', go)
    out.once('close', go)
  })
