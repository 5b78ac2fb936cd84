import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type excel from 'exceljs'
import { wallClock } from '../config/zone.ts'

/** Writes spreadsheets. */

export interface WorkbookColumn {
  readonly title: string
  /** Characters. */
  readonly width: number
}

export type CellValue = string | number | Date | null

/** A workbook with one sheet, streamed. Dates are shown in `zone`. */
export function workbookOf(
  name: string,
  columns: readonly WorkbookColumn[],
  batches: AsyncIterable<readonly (readonly CellValue[])[]>,
  zone: string,
): Readable {
  const out = new PassThrough({ highWaterMark: 1024 * 1024 })
  write(out, name, columns, batches, zone).catch((error) => out.destroy(error))
  return out
}

async function write(
  out: PassThrough,
  name: string,
  columns: readonly WorkbookColumn[],
  batches: AsyncIterable<readonly (readonly CellValue[])[]>,
  zone: string,
): Promise<void> {
  const closed = new AbortController()
  out.once('close', () => closed.abort())
  const { stream } = await loadExcel()
  const book = new stream.xlsx.WorkbookWriter({ stream: out, useStyles: true })
  const sheet = book.addWorksheet(name, { views: [{ state: 'frozen', ySplit: 1 }] })
  writeHeader(sheet, columns)
  for await (const rows of batches) {
    if (out.destroyed) return
    for (const row of rows) sheet.addRow(row.map((cell) => cellValueIn(cell, zone))).commit()
    // Lets other work run.
    await setImmediate()
    if (out.writableNeedDrain) await once(out, 'drain', { signal: closed.signal }).catch(() => undefined)
  }
  sheet.commit()
  await book.commit()
}

const cellValueIn = (cell: CellValue, zone: string): CellValue =>
  cell instanceof Date ? wallClock(zone, cell) : replaceInvalidXml(cell)

function writeHeader(sheet: excel.Worksheet, columns: readonly WorkbookColumn[]): void {
  sheet.columns = columns.map(({ title, width }) => ({ header: title, width }))
  sheet.getRow(1).font = { bold: true }
}

export interface TemplateSheet {
  readonly name: string
  readonly columns: readonly WorkbookColumn[]
  readonly rows: readonly string[][]
}

/** A template with a sheet to fill in, with sample rows, and a sheet of notes. */
export async function templateOf(sheet: TemplateSheet, notes: TemplateSheet): Promise<Buffer> {
  const { Workbook } = await loadExcel()
  const book = new Workbook()
  const fill = book.addWorksheet(sheet.name, { views: [{ state: 'frozen', ySplit: 1 }] })
  writeHeader(fill, sheet.columns)
  // Text, so that phone numbers and accounts are not converted to numbers.
  for (const column of fill.columns) column.numFmt = '@'
  for (const row of sheet.rows)
    fill.addRow(row.map((cell) => replaceInvalidXml(cell) || null)).font = SAMPLE_STYLE
  const explained = book.addWorksheet(notes.name)
  writeHeader(explained, notes.columns)
  for (const row of notes.rows) explained.addRow(row.map(replaceInvalidXml))
  return Buffer.from(await book.xlsx.writeBuffer())
}

const SAMPLE_STYLE = { italic: true, color: { argb: 'FF808080' } }

/** Loaded on demand, as the library is large and few processes write workbooks. */
export const loadExcel = async (): Promise<typeof excel> => (await import('exceljs')).default

/** Not allowed in XML 1.0: a workbook with these would not open. Old names may have them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters
const INVALID_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\p{Surrogate}]/gu

export const replaceInvalidXml = <T>(cell: T): T | string =>
  typeof cell === 'string' ? cell.replace(INVALID_IN_XML, '\ufffd') : cell
