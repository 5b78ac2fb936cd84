import { useVirtualizer } from '@tanstack/react-virtual'
import { clsx } from 'clsx'
import type { PDFDocumentProxy, PDFPageProxy, RenderTask } from 'pdfjs-dist'
import { type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from 'react'
import { t } from './strings.ts'

interface ThumbnailsProps {
  pdf: PDFDocumentProxy
  page: number
  onPage: (page: number) => void
  /** Called with each page that was drawn. */
  onDrawn: (number: number, page: PDFPageProxy) => void
}

const WIDTH = 104
const HEIGHT_MAX = 180
/** Below a picture: the number and the gap. */
const BELOW = 40
const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 }

/** Small pictures of the pages in view; one tab stop, the up and down arrows move. */
export function Thumbnails({ pdf, page, onPage, onDrawn }: ThumbnailsProps): ReactElement {
  const scroller = useRef<HTMLDivElement>(null)
  const height = useFirstHeight(pdf)
  const rows = useVirtualizer({
    count: pdf.numPages,
    getScrollElement: () => scroller.current,
    estimateSize: () => height + BELOW,
    overscan: 2,
    paddingStart: 4,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew with another height
  useEffect(() => rows.measure(), [height])
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the page
  useEffect(() => rows.scrollToIndex(page - 1, { align: 'auto' }), [page, height])
  const onKeyDown = (event: KeyboardEvent) => {
    const next = page + (STEPS[event.key] ?? 0)
    if (next === page || next < 1 || next > pdf.numPages) return
    event.preventDefault()
    onPage(next)
    rows.scrollToIndex(next - 1, { align: 'auto' })
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-page="${next}"]`)?.focus({ preventScroll: true }),
    )
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside have the focus
    <div ref={scroller} onKeyDown={onKeyDown} className="min-h-0 flex-1 overflow-y-auto">
      <ol className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => (
          <li
            key={index}
            className="absolute inset-x-0 flex justify-center"
            style={{ transform: `translateY(${start}px)` }}
          >
            <button
              type="button"
              data-page={index + 1}
              aria-label={t('page', { number: index + 1 })}
              aria-current={page === index + 1 ? 'page' : undefined}
              tabIndex={page === index + 1 ? 0 : -1}
              onClick={() => onPage(index + 1)}
              className="group flex flex-col items-center gap-1 rounded-m p-1 outline-offset-0"
            >
              <span
                style={{ width: WIDTH, height }}
                className={clsx(
                  'flex items-center justify-center overflow-hidden rounded-s',
                  page === index + 1 ? 'ring-2 ring-focus' : 'opacity-80 group-hover:opacity-100',
                )}
              >
                <Thumbnail pdf={pdf} number={index + 1} height={height} onDrawn={onDrawn} />
              </span>
              <span
                aria-hidden
                className={clsx('tabular text-caption', page === index + 1 ? 'text-fg' : 'text-mut')}
              >
                {index + 1}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** Most pages have the size of the first one. */
function useFirstHeight(pdf: PDFDocumentProxy): number {
  const [height, setHeight] = useState(Math.round(WIDTH * Math.SQRT2))
  useEffect(() => {
    let isShown = true
    pdf
      .getPage(1)
      .then((first) => {
        const { width, height: high } = first.getViewport({ scale: 1 })
        if (isShown) setHeight(Math.min(HEIGHT_MAX, Math.round((WIDTH * high) / width)))
      })
      .catch(() => undefined)
    return () => {
      isShown = false
    }
  }, [pdf])
  return height
}

interface ThumbnailProps extends Pick<ThumbnailsProps, 'pdf' | 'onDrawn'> {
  number: number
  height: number
}

function Thumbnail({ pdf, number, height, onDrawn }: ThumbnailProps): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null)
  const latest = useRef(onDrawn)
  useEffect(() => {
    latest.current = onDrawn
  })
  useEffect(() => {
    let task: RenderTask | undefined
    let isShown = true
    const draw = async () => {
      const page = await pdf.getPage(number)
      const element = canvas.current
      if (!isShown || !element) return
      const one = page.getViewport({ scale: 1 })
      const scale = Math.min(WIDTH / one.width, height / one.height)
      const viewport = page.getViewport({ scale: scale * Math.min(2, window.devicePixelRatio) })
      element.width = Math.max(1, Math.floor(viewport.width))
      element.height = Math.max(1, Math.floor(viewport.height))
      element.style.width = `${one.width * scale}px`
      task = page.render({ canvas: element, viewport })
      await task.promise
      latest.current(number, page)
    }
    // A page that cannot be drawn stays blank.
    draw().catch(() => undefined)
    return () => {
      isShown = false
      task?.cancel()
    }
  }, [pdf, number, height])
  return <canvas ref={canvas} aria-hidden width={1} height={1} className="bg-white" />
}
