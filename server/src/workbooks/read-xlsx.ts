import { GENERAL, type NumberFormat, numberFormat } from './cells.ts'
import { builtInFormat } from './formats.ts'
import type { ReadBounds, WorkbookRow } from './read.ts'
import { readSheet } from './sheet-xml.ts'
import { readXml, unescaped } from './xml.ts'
import { openZip, type Zip } from './zip.ts'

/** Reads the first sheet of an .xlsx workbook within bounds. */

const MAX_ENTRIES = 2000
/** Of all entries together. A sheet of a thousand rows has a few hundred kilobytes. */
const MAX_INFLATED_BYTES = 64 * 1024 * 1024

export async function read(bytes: Buffer, bounds: ReadBounds): Promise<WorkbookRow[]> {
  const zip = await openZip(bytes, { entriesMax: MAX_ENTRIES, bytesMax: MAX_INFLATED_BYTES })
  const [book] = (await readRelationships(zip, '')).filter(({ type }) => type === 'officeDocument')
  const parts = book ? await readRelationships(zip, book.target) : []
  const { sheet, date1904 } = await readBook(zip, book?.target)
  const named = (type: string) => zip.entry(parts.find((part) => part.type === type)?.target ?? '')
  const rows = zip.entry(parts.find(({ id }) => id === sheet)?.target ?? '')
  if (!rows) throw new Error('no sheet')
  const strings = await readStrings(named('sharedStrings'), bounds.lengthMax)
  return readSheet(rows, { strings, formats: await readFormats(named('styles')), date1904 }, bounds)
}

interface Relationship {
  readonly id: string
  readonly type: string
  /** The name of an entry. */
  readonly target: string
}

/** Relationships of a part; '' is the package. */
async function readRelationships(zip: Zip, part: string): Promise<Relationship[]> {
  const slash = part.lastIndexOf('/') + 1
  const [folder, name] = [part.slice(0, slash), part.slice(slash)]
  const entry = zip.entry(`${folder}_rels/${name}.rels`)
  const found: Relationship[] = []
  const open = (element: string, { Id = '', Type = '', Target = '' }: Readonly<Record<string, string>>) => {
    if (element !== 'Relationship') return
    const target = new URL(Target, `file:///${folder}`).pathname.slice(1)
    found.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), target: decodeURIComponent(target) })
  }
  if (entry) await readXml(entry, { open })
  return found
}

/** The relationship of the first sheet. */
async function readBook(zip: Zip, target = ''): Promise<{ sheet: string; date1904: boolean }> {
  const entry = zip.entry(target)
  if (!entry) throw new Error('no workbook')
  let sheet = ''
  let date1904 = false
  await readXml(entry, {
    open: (name, attributes) => {
      if (name === 'workbookPr') date1904 = ['1', 'true'].includes(attributes.date1904 ?? '')
      if (name === 'sheet')
        sheet ||= Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
    },
  })
  return { sheet, date1904 }
}

/** Shared strings by index, without Japanese readings (`rPh`). */
async function readStrings(entry: AsyncIterable<Buffer> | undefined, lengthMax: number): Promise<string[]> {
  const strings: string[] = []
  let text = ''
  let phonetic = false
  let within = false
  if (!entry) return strings
  await readXml(entry, {
    open: (name) => {
      if (name === 'si') text = ''
      if (name === 'rPh') phonetic = true
      if (name === 't') within = !phonetic
    },
    text: (more) => {
      if (within) text += more
    },
    close: (name) => {
      if (name === 'si') strings.push(unescaped(text).trim().slice(0, lengthMax))
      if (name === 'rPh') phonetic = false
      if (name === 't') within = false
    },
  })
  return strings
}

/** Number formats by style index. */
async function readFormats(entry: AsyncIterable<Buffer> | undefined): Promise<NumberFormat[]> {
  const patterns = new Map<number, string>()
  const known = new Map<number, NumberFormat>()
  const formats: NumberFormat[] = []
  let within = false
  if (!entry) return formats
  await readXml(entry, {
    open: (name, { numFmtId, formatCode = '' }) => {
      const id = Number(numFmtId ?? 0)
      if (name === 'numFmt') patterns.set(id, formatCode)
      if (name === 'cellXfs') within = true
      if (name !== 'xf' || !within) return
      const format = known.get(id) ?? numberFormat(patterns.get(id) ?? builtInFormat(id))
      known.set(id, format)
      formats.push(format)
    },
    close: (name) => {
      if (name === 'cellXfs') within = false
    },
  })
  return formats.length === 0 ? [GENERAL] : formats
}
