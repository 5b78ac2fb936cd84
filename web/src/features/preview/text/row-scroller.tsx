import {
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

/** Height of the scrolled area at most, px: browsers do not lay out more than 17 million. */
const AREA_MAX = 8_000_000

export interface RowScrollerHandle {
  /** @param align where the row comes to lie. */
  readonly show: (row: number, align: 'start' | 'center' | 'end') => void
  /** The first row in view. */
  readonly first: () => number
  readonly focus: () => void
}

interface RowScrollerProps {
  label: string
  count: number
  /** px; of wrapped rows the least. */
  rowHeight: number
  /** Rows may be higher. */
  wrap?: boolean
  /** Stays above the rows. */
  header?: ReactNode
  headerHeight?: number
  /** Width of what is scrolled sideways, px; that of the rows in view where it is not given. */
  width?: number
  renderRows: (from: number, to: number) => ReactNode
  /** Told which rows are drawn, at least the first. */
  onRows?: ((from: number, to: number) => void) | undefined
  onScrollLeft?: (left: number, width: number) => void
  /** The rows are those of a table, which has as many. */
  table?: { readonly rows: number; readonly columns: number }
  ref?: Ref<RowScrollerHandle>
}

/**
 * Draws the rows in view out of as many as there are. The position is a row, not a pixel: millions of rows are higher than a
 * browser can scroll, and wrapped ones have no height before they are drawn.
 */
export function RowScroller(props: RowScrollerProps): ReactElement {
  const { label, count, rowHeight, wrap = false, header, headerHeight = 0, width, renderRows, table } = props
  const box = useRef<HTMLElement>(null)
  const layer = useRef<HTMLElement>(null)
  const [height, setHeight] = useState(600)
  const [top, setTop] = useState(0)
  const expected = useRef(0)
  const atEnd = useRef(false)
  const view = height - headerHeight
  const inView = Math.max(1, view / rowHeight)
  // Wrapped rows are higher than their share of the area, so that the last one may come to lie at the top.
  const last = Math.max(0, wrap ? count - 1 : count - inView)
  const area = Math.min(last * rowHeight, AREA_MAX)

  const moveTo = (row: number) => {
    const next = Math.min(Math.max(0, row), last)
    setTop(next)
    if (!box.current) return
    box.current.scrollTop = last === 0 ? 0 : (next / last) * area
    expected.current = box.current.scrollTop
  }
  const onScroll = () => {
    const { scrollTop = 0, scrollLeft = 0, clientWidth = 0 } = box.current ?? {}
    props.onScrollLeft?.(scrollLeft, clientWidth)
    if (Math.abs(scrollTop - expected.current) < 1) return
    atEnd.current = false
    expected.current = scrollTop
    setTop(area === 0 ? 0 : (scrollTop / area) * last)
  }
  useImperativeHandle(props.ref, () => ({
    show: (row, align) => {
      atEnd.current = align === 'end'
      moveTo(align === 'start' ? row : align === 'center' ? row - inView / 3 : row + 1 - inView)
    },
    first: () => Math.floor(top),
    focus: () => box.current?.focus(),
  }))
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      setHeight(element.clientHeight)
      props.onScrollLeft?.(element.scrollLeft, element.clientWidth)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [props.onScrollLeft])
  // One notch moves as far as it does in a short file.
  useLayoutEffect(() => {
    const element = box.current
    if (!element || last * rowHeight <= AREA_MAX) return
    const onWheel = (event: WheelEvent) => {
      if (event.ctrlKey || event.deltaY === 0) return
      event.preventDefault()
      atEnd.current = false
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY : event.deltaY / rowHeight
      moveTo(top + lines)
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  })
  const from = Math.min(Math.floor(top), Math.max(0, count - 1))
  const to = Math.min(count, from + Math.ceil(inView) + 2)
  const { onRows } = props
  useEffect(() => onRows?.(from, Math.max(to, from + 1)), [onRows, from, to])
  // The end of wrapped rows is where the last of them ends.
  useLayoutEffect(() => {
    if (!wrap || !atEnd.current || !layer.current) return
    const rows = [...layer.current.children]
    let free = view
    let first = rows.length
    while (first > 0 && free - (rows[first - 1]?.getBoundingClientRect().height ?? 0) >= 0) {
      first--
      free -= rows[first]?.getBoundingClientRect().height ?? 0
    }
    if (first > 0 && to === count) moveTo(from + first)
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey } = event
    if (event.target !== event.currentTarget || event.altKey) return
    const page = Math.max(1, Math.floor(inView) - 1)
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -count,
      End: count,
    }
    const step = steps[key]
    if (
      step === undefined ||
      (ctrlKey || metaKey) !== (key === 'Home' || key === 'End' ? ctrlKey || metaKey : false)
    )
      return
    event.preventDefault()
    atEnd.current = key === 'End'
    moveTo(key === 'End' ? count - inView : Math.round(top + step))
  }
  const [Layer, Rows] = table ? (['table', 'tbody'] as const) : (['div', 'div'] as const)
  const shift = wrap || count <= inView ? 0 : (top - from) * rowHeight
  return (
    <section
      ref={box}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling areas must be reachable by keyboard
      tabIndex={0}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
      className="relative h-full overflow-auto focus-visible:-outline-offset-2"
    >
      <div style={{ height: area + height, width }} className={wrap ? undefined : 'min-w-max'}>
        <Layer
          {...(table && { 'aria-label': label, 'aria-rowcount': table.rows, 'aria-colcount': table.columns })}
          className={`sticky top-0 block overflow-clip ${wrap ? '' : 'min-w-full'}`}
          style={{ height, width: wrap ? undefined : 'max-content' }}
        >
          {header}
          <Rows
            ref={layer as RefObject<never>}
            className="block"
            style={{ transform: `translateY(${-shift}px)` }}
          >
            {renderRows(from, to)}
          </Rows>
        </Layer>
      </div>
    </section>
  )
}
