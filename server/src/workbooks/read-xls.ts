import { type CellObject, read as parse, utils } from 'xlsx'
import {
  booleanCell,
  type FilledRow,
  fillMerged,
  limitRow,
  numberCell,
  numberFormat,
  textCell,
} from './cells.ts'
import type { ReadBounds, WorkbookCell, WorkbookRow } from './read.ts'

/** Reads the first sheet of an .xls workbook. */

export function read(bytes: Uint8Array, bounds: ReadBounds): WorkbookRow[] {
  const book = parse(bytes, {
    type: 'array',
    sheets: 0,
    cellNF: true,
    cellText: false,
    cellFormula: false,
    cellHTML: false,
  })
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  if (!sheet?.['!ref']) return []
  const date1904 = book.Workbook?.WBProps?.date1904 === true
  const { s, e } = utils.decode_range(sheet['!ref'])
  const width = Math.min(e.c + 1, bounds.columnsMax)
  const rows: FilledRow[] = []
  for (let r = s.r; r <= e.r && rows.length < bounds.rowsMax; r++) {
    const cells = Array.from({ length: width }, (_, c) =>
      cellOf(sheet[utils.encode_cell({ r, c })], date1904),
    )
    const kept = limitRow(r + 1, cells, bounds)
    if (kept) rows.push(kept)
  }
  const merges = sheet['!merges'] ?? []
  const covered = merges.map(({ s, e }) => ({ top: s.r + 1, left: s.c, bottom: e.r + 1, right: e.c }))
  fillMerged(rows, covered, bounds)
  return rows
}

function cellOf(cell: CellObject | undefined, date1904: boolean): WorkbookCell {
  const value = cell?.v
  if (typeof value === 'number' && cell?.t === 'n')
    return numberCell(value, numberFormat(String(cell.z ?? 'General')), date1904)
  if (typeof value === 'boolean') return booleanCell(value)
  if (typeof value === 'string') return textCell(value, numberFormat(String(cell?.z ?? 'General')))
  return textCell(cell?.t === 'e' ? (cell.w ?? '') : '')
}
