import { AnnotationMode, type PDFDocumentProxy } from 'pdfjs-dist'

/** Prints pages as pictures from a frame of their own, so that nothing of the page around is printed. */

/** Dots per inch. */
const RESOLUTION = 150
const POINTS_PER_INCH = 72

interface PrintOptions {
  readonly from: number
  readonly to: number
  readonly onProgress: (done: number) => void
  readonly signal: AbortSignal
}

/** Resolves once the browser's print window is closed, or printing was aborted. */
export async function printPages(
  pdf: PDFDocumentProxy,
  { from, to, onProgress, signal }: PrintOptions,
): Promise<void> {
  const urls: string[] = []
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.title = 'print'
  document.body.append(frame)
  try {
    const target = frame.contentDocument
    const view = frame.contentWindow
    if (!target || !view) throw new Error('the frame has no document')
    const { width, height } = (await pdf.getPage(from)).getViewport({ scale: 1 })
    const style = target.createElement('style')
    style.textContent = `@page { size: ${width}pt ${height}pt; margin: 0 }
      body { margin: 0 } img { display: block; width: 100%; max-height: 100vh; object-fit: contain; break-after: page }
      img:last-child { break-after: auto }`
    target.head.append(style)
    for (let number = from; number <= to; number++) {
      if (signal.aborted) return
      const url = URL.createObjectURL(await pictureOf(pdf, number))
      urls.push(url)
      const image = target.createElement('img')
      image.src = url
      target.body.append(image)
      await image.decode()
      onProgress(number - from + 1)
    }
    if (!signal.aborted) view.print()
  } finally {
    frame.remove()
    for (const url of urls) URL.revokeObjectURL(url)
  }
}

async function pictureOf(pdf: PDFDocumentProxy, number: number): Promise<Blob> {
  const page = await pdf.getPage(number)
  const viewport = page.getViewport({ scale: RESOLUTION / POINTS_PER_INCH })
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil(viewport.width)
  canvas.height = Math.ceil(viewport.height)
  await page.render({ canvas, viewport, intent: 'print', annotationMode: AnnotationMode.ENABLE }).promise
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  canvas.width = 0
  if (!blob) throw new Error('the page could not be drawn')
  return blob
}
