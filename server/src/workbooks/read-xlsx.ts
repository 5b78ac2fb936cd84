import { Readable } from 'node:stream'
import excel from 'exceljs'
import type { ReadBounds, Row } from './read.ts'

/** The first sheet of a workbook, row by row, and no further than was asked for. */

export async function read(bytes: Buffer, { rowsMax, columnsMax, lengthMax }: ReadBounds): Promise<Row[]> {
  const book = new excel.stream.xlsx.WorkbookReader(Readable.from([bytes]), {
    worksheets: 'emit',
    sharedStrings: 'cache',
    // Dates are numbers until their style says otherwise.
    styles: 'cache',
    hyperlinks: 'ignore',
    entries: 'ignore',
  })
  for await (const sheet of book) {
    const rows: Row[] = []
    for await (const row of sheet) {
      const cells = Array.from({ length: Math.min(row.cellCount, columnsMax) }, (_, i) =>
        textOf(row.getCell(i + 1).value).slice(0, lengthMax),
      )
      if (cells.every((cell) => cell === '')) continue
      rows.push({ row: row.number, cells })
      if (rows.length >= rowsMax) break
    }
    return rows
  }
  return []
}

/** What a cell shows; of a formula what it came to when it was saved. */
function textOf(value: excel.CellValue): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString()
  if (typeof value !== 'object') return String(value).trim()
  if ('richText' in value)
    return value.richText
      .map(({ text }) => text)
      .join('')
      .trim()
  if ('result' in value) return textOf(value.result as excel.CellValue)
  if ('text' in value) return textOf(value.text as excel.CellValue)
  return ''
}
