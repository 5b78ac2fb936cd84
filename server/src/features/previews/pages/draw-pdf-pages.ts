import { readFile } from 'node:fs/promises'
import { createCanvas } from '@napi-rs/canvas'
import { openPdf } from '../../../conversion/open-pdf.ts'
import { type PageSize, scaleOf } from './page-size.ts'
import { PagesDeclined, type PagesTask } from './page-task.ts'

/** Draws pages of a PDF. Runs in the page process. */

type Document = Awaited<ReturnType<typeof openPdf>['promise']>
type Page = Awaited<ReturnType<Document['getPage']>>

/** Pages whose size is kept. */
const SIZES_MAX = 1000
const QUALITY = 84

export interface DrawnPages {
  readonly pages: number
  readonly files: readonly Buffer[]
  readonly sizes?: readonly PageSize[]
}

export async function drawPdfPages({
  input,
  first,
  count,
}: Pick<PagesTask, 'input' | 'first' | 'count'>): Promise<DrawnPages> {
  const loading = openPdf(await readFile(input))
  try {
    const document = await loading.promise
    const pages = document.numPages
    const files: Buffer[] = []
    for (let at = first; at < Math.min(first + count, pages); at++)
      files.push(await drawPage(await document.getPage(at + 1)))
    return { pages, files, ...(first === 0 && { sizes: await sizesOf(document) }) }
  } catch (error) {
    if ((error as Error).name === 'PasswordException')
      throw new PagesDeclined('encrypted', 'needs a password')
    throw error
  } finally {
    await loading.destroy()
  }
}

async function drawPage(page: Page): Promise<Buffer> {
  const { width, height } = drawnSize(page)
  const viewport = page.getViewport({ scale: scaleOf(page.getViewport({ scale: 1 })) })
  const canvas = createCanvas(width, height)
  await page.render({
    // pdf.js declares the browser's canvas; in Node it works on this one.
    canvas: canvas as never,
    viewport,
    background: 'white',
  }).promise
  page.cleanup()
  return canvas.encode('webp', QUALITY)
}

async function sizesOf(document: Document): Promise<PageSize[]> {
  const sizes: PageSize[] = []
  for (let at = 1; at <= Math.min(document.numPages, SIZES_MAX); at++)
    sizes.push(drawnSize(await document.getPage(at)))
  return sizes
}

function drawnSize(page: Page): PageSize {
  const { width, height } = page.getViewport({ scale: 1 })
  const scale = scaleOf({ width, height })
  return { width: Math.max(1, Math.ceil(width * scale)), height: Math.max(1, Math.ceil(height * scale)) }
}
