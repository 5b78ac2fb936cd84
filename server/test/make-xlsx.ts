import { constants, crc32, deflateRawSync } from 'node:zlib'

/** Workbooks made by hand: entries in any order, and of content that no library would write. */

export interface ZipEntry {
  readonly name: string
  /** Deflated. */
  readonly data: Buffer
  /** What the headers state. */
  readonly size: number
  readonly crc32: number
}

export const entryOf = (name: string, text: string): ZipEntry => {
  const bytes = Buffer.from(text)
  return { name, data: deflateRawSync(bytes), size: bytes.length, crc32: crc32(bytes) }
}

/** `head`, then one piece many times, then `tail`, without ever holding what it inflates to. Its checksum is wrong. */
export function bombOf(
  name: string,
  { head = '', piece, times, tail = '' }: { head?: string; piece: string; times: number; tail?: string },
): ZipEntry {
  const flushed = (text: string) =>
    deflateRawSync(Buffer.from(text), { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  const repeated = flushed(piece)
  const data = Buffer.concat([
    flushed(head),
    ...Array<Buffer>(times).fill(repeated),
    deflateRawSync(Buffer.from(tail)),
  ])
  return { name, data, size: head.length + piece.length * times + tail.length, crc32: 0 }
}

/** `said` is the uncompressed size that both headers state instead of the real one. */
export function zipOf(entries: readonly ZipEntry[], said?: number): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, data, size, crc32 } of entries) {
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(0x0800, 2)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32, 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(said ?? size, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    const central = Buffer.alloc(14)
    central.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), common, central, Buffer.from(name))
    parts.push(Buffer.from('PK\x03\x04'), common, Buffer.from(name), data)
    offset += 30 + Buffer.byteLength(name) + data.length
  }
  const length = directory.reduce((sum, part) => sum + part.length, 0)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, ...directory, Buffer.from('PK\x05\x06'), end])
}

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = (...all: [type: string, target: string][]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all
    .map(([type, target], i) => `<Relationship Id="r${i}" Type="${RELATIONS}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

export const SHEET = 'xl/worksheets/sheet1.xml'
export const SHEET_HEAD = `<worksheet ${MAIN}><sheetData>`
export const SHEET_TAIL = '</sheetData></worksheet>'
export const STRINGS = 'xl/sharedStrings.xml'
export const STRINGS_HEAD = `<sst ${MAIN}>`
export const STRINGS_TAIL = '</sst>'

/** What names the sheet of a workbook, its strings and its styles. */
export const frameOf = (properties = ''): ZipEntry[] => [
  entryOf('_rels/.rels', relations(['officeDocument', 'xl/workbook.xml'])),
  entryOf(
    'xl/workbook.xml',
    `<workbook ${MAIN} xmlns:r="${RELATIONS}">${properties}<sheets><sheet name="a" sheetId="1" r:id="r0"/></sheets></workbook>`,
  ),
  entryOf(
    'xl/_rels/workbook.xml.rels',
    relations(
      ['worksheet', 'worksheets/sheet1.xml'],
      ['sharedStrings', '/xl/sharedStrings.xml'],
      ['styles', 'styles.xml'],
    ),
  ),
]

export interface SheetXml {
  /** `<row>` elements. */
  readonly rows: string
  /** Behind the rows, such as `<mergeCells>`. */
  readonly behind?: string
  /** `<si>` elements. */
  readonly strings?: string
  /** Number formats; a cell's `s` is the place of one here, counted from 1. */
  readonly formats?: readonly string[]
  /** Of the workbook, such as `<workbookPr date1904="1"/>`. */
  readonly properties?: string
}

export function xlsxOf({ rows, behind = '', strings = '', formats = [], properties = '' }: SheetXml): Buffer {
  const attribute = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  const named = formats.map((code, i) => `<numFmt numFmtId="${200 + i}" formatCode="${attribute(code)}"/>`)
  const used = formats.map((_, i) => `<xf numFmtId="${200 + i}"/>`)
  return zipOf([
    ...frameOf(properties),
    entryOf(
      'xl/styles.xml',
      `<styleSheet ${MAIN}><numFmts>${named.join('')}</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${used.join('')}</cellXfs></styleSheet>`,
    ),
    entryOf(STRINGS, `${STRINGS_HEAD}${strings}${STRINGS_TAIL}`),
    entryOf(SHEET, `${SHEET_HEAD}${rows}</sheetData>${behind}</worksheet>`),
  ])
}
