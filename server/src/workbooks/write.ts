import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type excel from 'exceljs'
import { wallClock } from '../config/zone.ts'
import { loadExcel } from './excel.ts'
import { replaceInvalidXml } from './xml-text.ts'

/** Spreadsheets that are made while they are read. */

export interface WorkbookColumn {
  readonly title: string
  /** Characters. */
  readonly width: number
}

export type CellValue = string | number | Date | null

/** One sheet; `batches` are asked for as they are sent. Dates are shown as they are in `zone`. */
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
    // Others have their turn.
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

/** A small workbook at once: one sheet to fill in, below its samples, and one that tells what goes into it. */
export async function templateOf(sheet: TemplateSheet, notes: TemplateSheet): Promise<Buffer> {
  const { Workbook } = await loadExcel()
  const book = new Workbook()
  const fill = book.addWorksheet(sheet.name, { views: [{ state: 'frozen', ySplit: 1 }] })
  writeHeader(fill, sheet.columns)
  // As text, or a spreadsheet makes numbers of telephone numbers and of accounts.
  for (const column of fill.columns) column.numFmt = '@'
  for (const row of sheet.rows)
    fill.addRow(row.map((cell) => replaceInvalidXml(cell) || null)).font = SAMPLE_STYLE
  const told = book.addWorksheet(notes.name)
  writeHeader(told, notes.columns)
  for (const row of notes.rows) told.addRow(row.map(replaceInvalidXml))
  return Buffer.from(await book.xlsx.writeBuffer())
}

const SAMPLE_STYLE = { italic: true, color: { argb: 'FF808080' } }
