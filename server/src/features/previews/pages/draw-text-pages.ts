import { open } from 'node:fs/promises'
import { decodeText, detectEncoding } from '@clouddisk/contract/text-encoding'
import { createCanvas } from '@napi-rs/canvas'
import type { DrawnPages } from './draw-pdf-pages.ts'
import { fontOf } from './fonts.ts'
import type { PagesTask } from './page-task.ts'
import { COLUMNS, LINES, type Line, layOut, TEXT_PAGES_MAX } from './text-lines.ts'

/** Draws a text on pages of A4, in the encoding that the preview of texts detects. Runs in the page process. */

const SAMPLE_BYTES = 256 * 1024
/** As much as fits on all pages. */
const BYTES_MAX = TEXT_PAGES_MAX * LINES * COLUMNS * 4
const [WIDTH, HEIGHT] = [1240, 1754]
const MARGIN = 90
const COLUMN = (WIDTH - 2 * MARGIN) / COLUMNS
const LINE = (HEIGHT - 2 * MARGIN) / LINES
const FONT_SIZE = 19
const QUALITY = 84
const ENDS = `仅显示前 ${TEXT_PAGES_MAX} 页 · Only the first ${TEXT_PAGES_MAX} pages are shown`

export async function drawTextPages({
  input,
  first,
  count,
}: Pick<PagesTask, 'input' | 'first' | 'count'>): Promise<DrawnPages> {
  const { lines, isCut } = await readLines(input)
  const pages = Math.max(1, Math.ceil(lines.length / LINES))
  const files: Buffer[] = []
  for (let at = first; at < Math.min(first + count, pages); at++) {
    const isEnd = isCut && at === pages - 1
    files.push(await drawPage(lines.slice(at * LINES, (at + 1) * LINES), isEnd ? ENDS : ''))
  }
  const size = { width: WIDTH, height: HEIGHT }
  return { pages, files, ...(first === 0 && { sizes: Array.from({ length: pages }, () => size) }) }
}

async function readLines(input: string): Promise<ReturnType<typeof layOut>> {
  const file = await open(input)
  try {
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, BYTES_MAX)), 0)
    const bytes = buffer.subarray(0, bytesRead)
    const sample = bytes.subarray(0, SAMPLE_BYTES)
    const encoding = detectEncoding(sample, size > sample.length)
    const isCut = size > bytes.length
    return layOut(decodeText(bytes, encoding, isCut), isCut)
  } finally {
    await file.close()
  }
}

function drawPage(lines: readonly Line[], end: string): Promise<Buffer> {
  const canvas = createCanvas(WIDTH, HEIGHT)
  const context = canvas.getContext('2d')
  context.fillStyle = 'white'
  context.fillRect(0, 0, WIDTH, HEIGHT)
  context.fillStyle = '#1f2329'
  context.font = fontOf('text', FONT_SIZE)
  context.textBaseline = 'middle'
  for (const [index, line] of lines.entries())
    for (const { text, column } of line)
      context.fillText(text, MARGIN + column * COLUMN, MARGIN + (index + 0.5) * LINE)
  if (end) {
    context.font = fontOf('name', FONT_SIZE)
    context.textAlign = 'center'
    context.fillText(end, WIDTH / 2, HEIGHT - MARGIN / 2)
  }
  return canvas.encode('webp', QUALITY)
}
