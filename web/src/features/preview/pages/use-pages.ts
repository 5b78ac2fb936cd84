import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { Size } from '../picture-geometry.ts'
import { clampScale, SPACE, scaleToFit } from './page-scale.ts'

/** Which pages are near the view, and how large. */

export type Fit = 'start' | 'width' | 'page'

export interface Pages {
  readonly virtualizer: Virtualizer<HTMLDivElement, Element>
  /** The page in the middle of the view, from 1. */
  readonly current: number
  readonly fit: Fit | undefined
  sizeOf(page: number): Size
  goTo(page: number): void
  zoomBy(factor: number): void
  fitTo(fit: Fit): void
}

export function usePages(
  scroller: RefObject<HTMLDivElement | null>,
  count: number,
  sizes: readonly Size[],
): Pages {
  const view = useViewSize(scroller)
  const [zoom, setZoom] = useState<{ fit: Fit } | { scale: number }>({ fit: 'start' })
  const fallback = sizes.at(-1) ?? { width: 1000, height: 1414 }
  const pixelsOf = (page: number) => sizes[page - 1] ?? fallback
  const widest = sizes.reduce((most, size) => (size.width > most.width ? size : most), pixelsOf(1))
  const scale =
    'fit' in zoom ? scaleToFit(zoom.fit, widest, view, count === 1) : clampScale(zoom.scale, widest)
  const sizeOf = (page: number): Size => {
    const { width, height } = pixelsOf(page)
    return { width: width * scale, height: height * scale }
  }
  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => sizeOf(index + 1).height,
    gap: SPACE.between,
    paddingStart: SPACE.start,
    paddingEnd: SPACE.end,
    overscan: 1,
  })
  const before = useRef(scale)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is in the middle stays there when the scale changes
  useLayoutEffect(() => {
    const element = scroller.current
    virtualizer.measure()
    if (element && before.current !== scale) {
      const factor = scale / before.current
      element.scrollTop = (element.scrollTop + view.height / 2) * factor - view.height / 2
      element.scrollLeft = (element.scrollLeft + view.width / 2) * factor - view.width / 2
    }
    before.current = scale
  }, [scale, count])
  const middle = (virtualizer.scrollOffset ?? 0) + view.height / 2
  const current = (virtualizer.getVirtualItems().findLast(({ start }) => start <= middle)?.index ?? 0) + 1
  return {
    virtualizer,
    current,
    fit: 'fit' in zoom ? zoom.fit : undefined,
    sizeOf,
    goTo: (page) => virtualizer.scrollToIndex(Math.min(count, Math.max(1, page)) - 1, { align: 'start' }),
    zoomBy: (factor) => setZoom({ scale: clampScale(scale * factor, widest) }),
    fitTo: (fit) => setZoom({ fit }),
  }
}

function useViewSize(scroller: RefObject<HTMLDivElement | null>): Size {
  const [view, setView] = useState<Size>({ width: innerWidth, height: innerHeight })
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = () => setView({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])
  return view
}
