import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type excel from 'exceljs'
import { wallClock } from '../config/zone.ts'
import { loadExcel } from './excel.ts'
import { forWorkbook } from './text.ts'

/** Spreadsheets that are made while they are read. */

export interface Column {
  readonly title: string
  /** Characters. */
  readonly width: number
}

export type Cell = string | number | Date | null

/** One sheet; `batches` are asked for as they are sent. Dates are shown as they are in `zone`. */
export function workbookOf(
  name: string,
  columns: readonly Column[],
  batches: AsyncIterable<readonly (readonly Cell[])[]>,
  zone: string,
): Readable {
  const out = new PassThrough({ highWaterMark: 1024 * 1024 })
  write(out, name, columns, batches, zone).catch((error) => out.destroy(error))
  return out
}

async function write(
  out: PassThrough,
  name: string,
  columns: readonly Column[],
  batches: AsyncIterable<readonly (readonly Cell[])[]>,
  zone: string,
): Promise<void> {
  const closed = new AbortController()
  out.once('close', () => closed.abort())
  const { stream } = await loadExcel()
  const book = new stream.xlsx.WorkbookWriter({ stream: out, useStyles: true })
  const sheet = book.addWorksheet(name, { views: [{ state: 'frozen', ySplit: 1 }] })
  head(sheet, columns)
  for await (const rows of batches) {
    if (out.destroyed) return
    for (const row of rows) sheet.addRow(row.map((cell) => shown(cell, zone))).commit()
    // Others have their turn.
    await setImmediate()
    if (out.writableNeedDrain) await once(out, 'drain', { signal: closed.signal }).catch(() => undefined)
  }
  sheet.commit()
  await book.commit()
}

const shown = (cell: Cell, zone: string): Cell =>
  cell instanceof Date ? wallClock(zone, cell) : forWorkbook(cell)

function head(sheet: excel.Worksheet, columns: readonly Column[]): void {
  sheet.columns = columns.map(({ title, width }) => ({ header: title, width }))
  sheet.getRow(1).font = { bold: true }
}

export interface TemplateSheet {
  readonly name: string
  readonly columns: readonly Column[]
  readonly rows: readonly string[][]
}

/** A small workbook at once: one sheet to fill in, below its samples, and one that tells what goes into it. */
export async function templateOf(sheet: TemplateSheet, notes: TemplateSheet): Promise<Buffer> {
  const { Workbook } = await loadExcel()
  const book = new Workbook()
  const fill = book.addWorksheet(sheet.name, { views: [{ state: 'frozen', ySplit: 1 }] })
  head(fill, sheet.columns)
  // As text, or a spreadsheet makes numbers of telephone numbers and of accounts.
  for (const column of fill.columns) column.numFmt = '@'
  for (const row of sheet.rows) fill.addRow(row.map((cell) => forWorkbook(cell) || null)).font = SAMPLE
  const told = book.addWorksheet(notes.name)
  head(told, notes.columns)
  for (const row of notes.rows) told.addRow(row.map(forWorkbook))
  return Buffer.from(await book.xlsx.writeBuffer())
}

const SAMPLE = { italic: true, color: { argb: 'FF808080' } }
