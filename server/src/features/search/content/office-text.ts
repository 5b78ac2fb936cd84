import { readXml } from '../../../workbooks/xml.ts'
import { openZip, type Zip } from '../../../workbooks/zip.ts'
import { TextBuilder } from './text-builder.ts'
import { Declined } from './text-task.ts'

/** The text of Office Open XML and OpenDocument files, a line for each paragraph, or each row of a table of cells. */

const ENTRIES_MAX = 20_000
const INFLATED_BYTES_MAX = 512 * 1024 * 1024

export async function officeText(bytes: Buffer): Promise<string> {
  const zip = await openZip(bytes, { entriesMax: ENTRIES_MAX, bytesMax: INFLATED_BYTES_MAX })
  const text = new TextBuilder()
  const word = partsOf(zip, /^word\/(document|footnotes|endnotes|comments|header|footer)\d*\.xml$/)
  const slides = partsOf(zip, /^ppt\/(slides\/slide|notesslides\/notesslide)\d+\.xml$/)
  const sheets = partsOf(zip, /^xl\/worksheets\/sheet\d+\.xml$/)
  if (word.length > 0 || slides.length > 0)
    for (const name of [...word, ...slides]) await readParagraphs(zip, name, text)
  else if (sheets.length > 0) await readSheets(zip, sheets, text)
  else if (zip.entry('content.xml') && zip.entry('mimetype')) await readOpenDocument(zip, text)
  else throw new Declined('unsupported', 'is no Office file')
  return text.toString()
}

/** Names of parts, those with a number in its order. */
function partsOf(zip: Zip, pattern: RegExp): string[] {
  const names = zip.names.filter((name) => pattern.test(name))
  return names.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
}

async function readParagraphs(zip: Zip, name: string, text: TextBuilder): Promise<void> {
  const part = zip.entry(name)
  if (!part || text.isFull) return
  let within = false
  await readXml(part, {
    open: (element) => {
      if (element === 't') within = true
      if (element === 'tab') text.add(' ')
      if (element === 'br' || element === 'cr') text.add('\n')
    },
    text: (more) => {
      if (within) text.add(more)
    },
    close: (element) => {
      if (element === 't') within = false
      if (element === 'p') text.add('\n')
    },
    enough: () => text.isFull,
  })
}

async function readSheets(zip: Zip, sheets: readonly string[], text: TextBuilder): Promise<void> {
  const strings = await readStrings(zip)
  for (const name of sheets) {
    const part = zip.entry(name)
    if (!part || text.isFull) return
    let type = ''
    let value = ''
    let within = false
    await readXml(part, {
      open: (element, attributes) => {
        if (element === 'c') [type, value] = [attributes.t ?? '', '']
        within = element === 'v' || element === 't'
      },
      text: (more) => {
        if (within) value += more
      },
      close: (element) => {
        within = false
        if (element === 'c') text.add(`${type === 's' ? (strings[Number(value)] ?? '') : value} `)
        if (element === 'row') text.add('\n')
      },
      enough: () => text.isFull,
    })
  }
}

/** Shared strings by index, without Japanese readings (`rPh`). */
async function readStrings(zip: Zip): Promise<string[]> {
  const strings: string[] = []
  const part = zip.entry('xl/sharedStrings.xml')
  let text = ''
  let within = false
  let isReading = false
  if (!part) return strings
  await readXml(part, {
    open: (element) => {
      if (element === 'si') text = ''
      if (element === 'rPh') isReading = true
      within = element === 't' && !isReading
    },
    text: (more) => {
      if (within) text += more
    },
    close: (element) => {
      within = false
      if (element === 'rPh') isReading = false
      if (element === 'si') strings.push(text.replaceAll('\n', ' '))
    },
  })
  return strings
}

async function readOpenDocument(zip: Zip, text: TextBuilder): Promise<void> {
  const part = zip.entry('content.xml')
  if (!part) return
  let paragraphs = 0
  let rows = 0
  await readXml(part, {
    open: (element) => {
      if (element === 'p' || element === 'h') paragraphs++
      if (element === 'table-row') rows++
      if (element === 's' || element === 'tab') text.add(' ')
      if (element === 'line-break') text.add('\n')
    },
    text: (more) => {
      // What is between the paragraphs only indents the XML.
      if (paragraphs > 0) text.add(more)
    },
    close: (element) => {
      if (element === 'p' || element === 'h') {
        paragraphs--
        text.add(rows > 0 ? ' ' : '\n')
      }
      if (element === 'table-row') {
        rows--
        text.add('\n')
      }
    },
    enough: () => text.isFull,
  })
}
