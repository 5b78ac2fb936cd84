import { fileURLToPath } from 'node:url'
import { createCanvas } from '@napi-rs/canvas'
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { Declined } from './thumbnail-task.ts'

/** Draws the first page of a PDF. Runs in the thumbnail process; scripts of the document never run. */

const folderOf = (name: string) =>
  `${fileURLToPath(new URL(`../../${name}/`, import.meta.resolve('pdfjs-dist/legacy/build/pdf.mjs')))}`

export async function drawFirstPage(bytes: Buffer, side: number): Promise<Buffer> {
  const loading = getDocument({
    data: new Uint8Array(bytes),
    enableXfa: false,
    verbosity: VerbosityLevel.ERRORS,
    cMapUrl: folderOf('cmaps'),
    cMapPacked: true,
    standardFontDataUrl: folderOf('standard_fonts'),
    wasmUrl: folderOf('wasm'),
    iccUrl: folderOf('iccs'),
  })
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
