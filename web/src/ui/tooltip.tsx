import { type PointerEvent, type ReactElement, Suspense } from 'react'
import { createStore } from '../lib/store.ts'
import { TooltipPopup } from './overlay.ts'
import type { TooltipContent } from './overlay-props.ts'

export interface TooltipProps extends TooltipContent {
  /** One focusable element with an accessible name of its own; the tooltip only repeats it. */
  children: ReactElement
}

interface ShownTooltip extends TooltipContent {
  anchor: Element
}

const DELAY_MS = 500
/** Within this time after a tooltip, the next one is shown without delay. */
const WARM_MS = 300

const shown = createStore<ShownTooltip | undefined>(undefined)
let timer: ReturnType<typeof setTimeout> | undefined
let hiddenAt = Number.NEGATIVE_INFINITY

function hide(): void {
  clearTimeout(timer)
  if (!shown.get()) return
  hiddenAt = performance.now()
  shown.set(undefined)
}

function showSoon(tooltip: ShownTooltip, delay: number): void {
  clearTimeout(timer)
  timer = setTimeout(() => shown.set(tooltip), delay)
}

/** A tooltip on hover or keyboard focus. All tooltips share one popup, so that many rows can have them. */
export function Tooltip({ children, ...content }: TooltipProps): ReactElement {
  const anchorOf = (element: Element) => element.firstElementChild ?? element
  const onPointerOver = (event: PointerEvent) => {
    if (event.pointerType === 'touch' || shown.get()?.anchor === anchorOf(event.currentTarget)) return
    const warm = performance.now() - hiddenAt < WARM_MS
    showSoon({ ...content, anchor: anchorOf(event.currentTarget) }, warm ? 0 : DELAY_MS)
  }
  const onPointerOut = (event: PointerEvent) => {
    if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) hide()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only observes the control inside
    <span
      className="contents"
      onPointerOver={onPointerOver}
      onPointerOut={onPointerOut}
      onPointerDown={hide}
      onFocus={(event) => {
        if (event.target.matches(':focus-visible'))
          showSoon({ ...content, anchor: anchorOf(event.currentTarget) }, 0)
      }}
      onBlur={hide}
      onKeyDown={hide}
    >
      {children}
    </span>
  )
}

/** Mounted once in the providers; loads its part with the first tooltip. */
export function TooltipHost(): ReactElement | null {
  const tooltip = shown.use()
  return tooltip ? (
    <Suspense>
      <TooltipPopup {...tooltip} onHide={hide} />
    </Suspense>
  ) : null
}
