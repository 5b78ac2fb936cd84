import { createHash } from 'node:crypto'

/** PDFs written by hand: as many pages as asked, with what a viewer may meet in them. */

interface PdfOptions {
  readonly pages: number
  /** Text of a page, Latin. */
  readonly text?: (page: number) => string
  /** A line of Chinese in a font that is not embedded. */
  readonly chinese?: string
  /** Small lines of Chinese or Latin text on every page, in the same font. */
  readonly lines?: readonly string[]
  /** Address of a link on the first page. */
  readonly link?: string
  /** Run when the document is opened, by viewers that do so. */
  readonly script?: string
  /** Titles of the outline, each of the page with its number. */
  readonly outline?: readonly string[]
  readonly password?: string
}

export function manyPagesPdf(options: PdfOptions): Buffer {
  const {
    pages,
    text = (page) => `Page ${page}`,
    chinese,
    lines = [],
    link,
    script,
    outline = [],
    password,
  } = options
  const objects: string[] = []
  const add = (body: string) => objects.push(body)
  const streams = new Map<number, string>()
  const first = 6
  const pageId = (page: number) => first + (page - 1) * 2
  const outlineId = first + pages * 2
  const linkId = outlineId + 1 + outline.length
  const actions = script === undefined ? '' : ` /OpenAction << /S /JavaScript /JS (${script}) >>`
  add(`<< /Type /Catalog /Pages 2 0 R${outline.length > 0 ? ` /Outlines ${outlineId} 0 R` : ''}${actions} >>`)
  const kids = Array.from({ length: pages }, (_, index) => `${pageId(index + 1)} 0 R`)
  add(`<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages} >>`)
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
  add(
    '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [5 0 R] >>',
  )
  add(
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /DW 1000 >>',
  )
  for (let page = 1; page <= pages; page++) {
    const annotations = page === 1 && link !== undefined ? ` /Annots [${linkId} 0 R]` : ''
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${pageId(page) + 1} 0 R /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >>${annotations} >>`,
    )
    const line = chinese === undefined ? '' : ` /F2 28 Tf 0 -60 Td <${utf16(chinese)}> Tj`
    const small = lines.map((one) => ` /F2 4 Tf 0 -14 Td <${utf16(one)}> Tj`).join('')
    streams.set(add(''), `BT /F1 24 Tf 72 720 Td (${text(page)}) Tj${line}${small} ET`)
  }
  if (outline.length > 0) {
    add(
      `<< /Type /Outlines /First ${outlineId + 1} 0 R /Last ${outlineId + outline.length} 0 R /Count ${outline.length} >>`,
    )
    outline.forEach((title, index) => {
      const next = index + 1 < outline.length ? ` /Next ${outlineId + index + 2} 0 R` : ''
      const previous = index > 0 ? ` /Prev ${outlineId + index} 0 R` : ''
      add(
        `<< /Title (${title}) /Parent ${outlineId} 0 R /Dest [${pageId(index + 1)} 0 R /Fit]${next}${previous} >>`,
      )
    })
  } else add('null')
  if (link !== undefined)
    add(
      `<< /Type /Annot /Subtype /Link /Rect [72 600 300 640] /Border [0 0 1] /A << /S /URI /URI (${link}) >> >>`,
    )
  const lock = password === undefined ? undefined : encryption(password)
  const encryptId = lock ? add(lock.dictionary) : undefined
  let body = '%PDF-1.4\n%\xff\xff\xff\xff\n'
  const offsets = objects.map((object, index) => {
    const id = index + 1
    const stream = streams.get(id)
    const at = body.length
    const bytes = stream === undefined ? '' : lock ? lock.encrypt(id, stream) : stream
    const content =
      stream === undefined ? object : `<< /Length ${bytes.length} >>\nstream\n${bytes}\nendstream`
    body += `${id} 0 obj\n${content}\nendobj\n`
    return at
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const encrypt = encryptId === undefined ? '' : ` /Encrypt ${encryptId} 0 R /ID [<${ID}> <${ID}>]`
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R${encrypt} >>\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.from(
    `${body}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${trailer}`,
    'latin1',
  )
}

const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex')

const ID = '00112233445566778899aabbccddeeff'
const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')
const PERMISSIONS = -4

/** The standard handler's first revision: 40 bits. Strings stay plain, for there are none in such a file. */
function encryption(password: string) {
  const padded = Buffer.concat([Buffer.from(password, 'latin1'), PADDING]).subarray(0, 32)
  const owner = rc4(md5(padded).subarray(0, 5), padded)
  const permissions = Buffer.alloc(4)
  permissions.writeInt32LE(PERMISSIONS)
  const key = md5(Buffer.concat([padded, owner, permissions, Buffer.from(ID, 'hex')])).subarray(0, 5)
  const user = rc4(key, PADDING)
  const hex = (bytes: Buffer) => `<${bytes.toString('hex')}>`
  return {
    dictionary: `<< /Filter /Standard /V 1 /R 2 /O ${hex(owner)} /U ${hex(user)} /P ${PERMISSIONS} >>`,
    encrypt: (id: number, text: string) =>
      rc4(
        md5(Buffer.concat([key, Buffer.from([id & 255, (id >> 8) & 255, (id >> 16) & 255, 0, 0])])).subarray(
          0,
          10,
        ),
        Buffer.from(text, 'latin1'),
      ).toString('latin1'),
  }
}

const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest()

function rc4(key: Buffer, bytes: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index)
  const at = (index: number) => state[index & 255] ?? 0
  const swap = (a: number, b: number) => {
    const kept = at(a)
    state[a & 255] = at(b)
    state[b & 255] = kept
  }
  for (let i = 0, j = 0; i < 256; i++) {
    j += at(i) + (key[i % key.length] ?? 0)
    swap(i, j)
  }
  let j = 0
  return bytes.map((byte, index) => {
    const i = index + 1
    j += at(i)
    swap(i, j)
    return byte ^ at(at(i) + at(j))
  }) as Buffer
}
