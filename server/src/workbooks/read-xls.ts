import { read as parse, utils } from 'xlsx'
import type { ReadBounds, Row } from './read.ts'

/** The first sheet of a workbook of the old kind (.xls), which nothing else here reads. */

export function read(bytes: Uint8Array, { rowsMax, columnsMax, lengthMax }: ReadBounds): Row[] {
  const book = parse(bytes, {
    type: 'array',
    sheets: 0,
    sheetRows: rowsMax,
    cellDates: true,
    cellFormula: false,
    cellHTML: false,
  })
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  if (!sheet?.['!ref']) return []
  const first = utils.decode_range(sheet['!ref']).s
  const rows = utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: true, blankrows: true, defval: '' })
  return rows.flatMap((cells, at) => {
    const texts = [...Array<string>(first.c).fill(''), ...cells.map(textOf)]
      .slice(0, columnsMax)
      .map((text) => text.slice(0, lengthMax))
    return texts.every((text) => text === '') ? [] : [{ row: first.r + at + 1, cells: texts }]
  })
}

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString()
  return typeof value === 'object' ? '' : String(value).trim()
}
