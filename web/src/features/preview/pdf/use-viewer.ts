import type { PDFDocumentProxy } from 'pdfjs-dist'
import { type RefObject, useEffect, useState } from 'react'
import { confirm } from '../../../ui/confirm.tsx'
import { createViewer, type PdfViewerParts } from './pdf-viewer.ts'
import { t } from './strings.ts'

/** What the tools show of the viewer. */
export interface PdfPosition {
  readonly page: number
  readonly scale: number
  /** `auto`, `page-width`, `page-fit`, or a number. */
  readonly scaleValue: string
}

const START: PdfPosition = { page: 1, scale: 1, scaleValue: 'auto' }

/** The viewer of a document inside a container, and its position. */
export function useViewer(
  container: RefObject<HTMLDivElement | null>,
  pdf: PDFDocumentProxy,
): readonly [PdfViewerParts | undefined, PdfPosition] {
  const [parts, setParts] = useState<PdfViewerParts>()
  const [position, setPosition] = useState(START)
  useEffect(() => {
    const element = container.current
    if (!element) return
    const made = createViewer(element, pdf, (url) => void followLink(url))
    const { events } = made
    const update = () => {
      const { currentPageNumber: page, currentScale: scale, currentScaleValue: scaleValue } = made.viewer
      setPosition({ page, scale, scaleValue })
    }
    events.on('pagechanging', ({ pageNumber: page }: { pageNumber: number }) =>
      setPosition((now) => ({ ...now, page })),
    )
    events.on('scalechanging', ({ scale, presetValue }: { scale: number; presetValue?: string }) =>
      setPosition((now) => ({ ...now, scale, scaleValue: presetValue ?? String(scale) })),
    )
    events.on('pagesinit', () => {
      update()
      // The first page begins with its margin.
      element.scrollTop = 0
      setParts(made)
      // The keys that scroll work at once, unless the person is somewhere else already.
      if (document.activeElement?.getAttribute('role') === 'dialog') element.focus({ preventScroll: true })
    })
    const stopFitting = fitOnResize(element, made)
    const stopZooming = zoomByGestures(element, made)
    return () => {
      stopFitting()
      stopZooming()
      setParts(undefined)
      made.close()
    }
  }, [container, pdf])
  return [parts, position]
}

/** A fitted page stays fitted when the window or the side bar changes. */
function fitOnResize(element: HTMLElement, { viewer }: PdfViewerParts): () => void {
  let width = element.clientWidth
  const observer = new ResizeObserver(() => {
    if (element.clientWidth === width) return viewer.update()
    width = element.clientWidth
    const { currentScaleValue: value } = viewer
    if (value === 'auto' || value === 'page-width' || value === 'page-fit') viewer.currentScaleValue = value
    viewer.update()
  })
  observer.observe(element)
  return () => observer.disconnect()
}

/** Ctrl and the wheel, two fingers on a touchpad or on the screen zoom where they are. */
function zoomByGestures(element: HTMLElement, { viewer }: PdfViewerParts): () => void {
  const ending = new AbortController()
  const options = { passive: false, signal: ending.signal }
  const zoom = (scaleFactor: number, origin: [x: number, y: number]) =>
    viewer.updateScale({ scaleFactor, origin, drawingDelay: 300 })
  element.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
      zoom(Math.exp((-event.deltaY * lines) / 400), [event.clientX, event.clientY])
    },
    options,
  )
  let spread: number | undefined
  element.addEventListener(
    'touchmove',
    (event) => {
      const [a, b] = event.touches
      if (!a || !b) return
      event.preventDefault()
      const now = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)
      if (spread) zoom(now / spread, [(a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2])
      spread = now
    },
    options,
  )
  const forget = () => {
    spread = undefined
  }
  element.addEventListener('touchend', forget, options)
  element.addEventListener('touchcancel', forget, options)
  return () => ending.abort()
}

export async function followLink(url: string): Promise<void> {
  const agreed = await confirm({
    title: t('linkTitle'),
    text: t('linkText', { url }),
    confirmText: t('followLink'),
  })
  if (agreed) window.open(url, '_blank', 'noopener,noreferrer')
}
