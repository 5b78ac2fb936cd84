import { createCanvas } from '@napi-rs/canvas'
import { openPdf } from '../../conversion/open-pdf.ts'
import { Declined } from './thumbnail-task.ts'

/** Draws the first page of a PDF. Runs in the thumbnail process. */

export async function drawFirstPage(bytes: Buffer, side: number): Promise<Buffer> {
  const loading = openPdf(bytes)
  try {
    const document = await loading.promise
    const page = await document.getPage(1)
    const { width, height } = page.getViewport({ scale: 1 })
    const viewport = page.getViewport({ scale: side / Math.max(width, height) })
    const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height))
    await page.render({
      // pdf.js declares the browser's canvas; in Node it works on this one.
      canvas: canvas as never,
      viewport,
      background: 'white',
    }).promise
    return await canvas.encode('png')
  } catch (error) {
    if ((error as Error).name === 'PasswordException') throw new Declined('unsupported', 'needs a password')
    throw error
  } finally {
    await loading.destroy()
  }
}
