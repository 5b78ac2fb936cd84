import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Which rows of one height are in view: TanStack Virtual as lists and tiles need it. */

interface Range {
  readonly startIndex: number
  readonly endIndex: number
}

export interface RowWindowOptions {
  /** The scrolling element. */
  readonly element: RefObject<HTMLElement | null>
  readonly count: number
  /** Height of a row with its gap, px. */
  readonly rowHeight: number
  /** Height of what stands above the rows, px. */
  readonly before?: number | undefined
  /** Whether that stays on top while the rows scroll under it. */
  readonly sticky?: boolean | undefined
  /** Rows drawn beyond each edge. */
  readonly overscan?: number | undefined
}

export interface RowWindow {
  /** Rows to draw, both included; `last` is -1 when there are none. */
  readonly first: number
  readonly last: number
  /** Scrolls just as far as needed for the whole row to be seen. */
  readonly showIndex: (index: number) => void
  /** Rows that fit. */
  readonly page: () => number
}

export function useRowWindow(options: RowWindowOptions): RowWindow {
  const { element, count, rowHeight, before = 0, sticky = false, overscan = 8 } = options
  const [flung, setFlung] = useState(false)
  const drawnBefore = useRef<Range>(null)
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => element.current,
    estimateSize: () => rowHeight,
    overscan: flung ? 0 : overscan,
    scrollMargin: before,
    scrollPaddingStart: sticky ? before : 0,
    // Drawn within the frame anyway; to be drawn within the event costs frames.
    useFlushSync: false,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: heights are kept until they are said to have changed
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight])
  const drawn = virtualizer.getVirtualItems()
  const { range, isScrolling } = virtualizer
  // Thrown so fast that no row of a frame is in the next one: rows beyond the edges would be drawn for nothing.
  useLayoutEffect(() => {
    const was = drawnBefore.current
    drawnBefore.current = range
    const apart = was && range && (was.endIndex < range.startIndex || range.endIndex < was.startIndex)
    setFlung(isScrolling && (range === was ? flung : Boolean(apart)))
  }, [range, isScrolling, flung])
  return {
    first: drawn[0]?.index ?? 0,
    last: drawn.at(-1)?.index ?? -1,
    showIndex: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
    page: () => Math.max(1, Math.floor(((element.current?.clientHeight ?? 0) - before) / rowHeight)),
  }
}

/** The indexes from `first` to `last`. */
export const indexesOf = ({ first, last }: { first: number; last: number }): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, offset) => first + offset)
