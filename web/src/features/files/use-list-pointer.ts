import { type PointerEvent as ReactPointerEvent, useRef, useState } from 'react'
import { isSelected } from '../../ui/selection.ts'
import { loadPointerGestures } from './lazy-parts.ts'
import type { Box } from './marquee.ts'
import type { ListPointerOptions } from './pointer-gestures.ts'

/** Movement that still counts as a click, px. */
const SLACK = 5
const CONTROLS = 'button, a, input, textarea, select, [role=columnheader]'

/** Starts a drag from a name or a selected row, otherwise a marquee. Touch scrolls and uses menus instead. */
export function useListPointer(options: ListPointerOptions) {
  const [frame, setFrame] = useState<Box>()
  const latest = useRef(options)
  latest.current = options

  const onPointerDown = (event: ReactPointerEvent<HTMLElement>) => {
    const target = event.target as Element
    if (event.button !== 0 || event.pointerType === 'touch' || target.closest(CONTROLS)) return
    const list = options.list()
    if (!list?.element.contains(target) || onScrollbar(event, list.element)) return
    const index = Number(target.closest<HTMLElement>('[data-index]')?.dataset.index ?? -1)
    const row = options.rows[index]
    const selected = row !== undefined && isSelected(options.selection.state, row.instanceId)
    const drags =
      row !== undefined && row.fileAuth.length > 0 && (selected || target.closest('[data-drag]') !== null)
    afterSlack(event.nativeEvent, (moved) => {
      swallowClick()
      void loadGestures(moved).then(
        ([{ startDrag, startFrame }, at]) => {
          if (drags) startDrag(latest.current, row, at)
          else startFrame(latest, event.nativeEvent, setFrame, at)
        },
        () => undefined,
      )
    })
  }
  return { frame, onPointerDown }
}

/** Loads the gestures; returns them with the last pointer event before they were loaded. */
async function loadGestures(at: PointerEvent) {
  const follow = (event: PointerEvent) => {
    if (at.type !== 'pointerup') at = event
  }
  addEventListener('pointermove', follow)
  addEventListener('pointerup', follow)
  try {
    return [await loadPointerGestures(), at] as const
  } finally {
    removeEventListener('pointermove', follow)
    removeEventListener('pointerup', follow)
  }
}

/** Whether the event is on the element's scrollbar. */
const onScrollbar = (event: ReactPointerEvent, element: HTMLElement): boolean => {
  const { left, top } = element.getBoundingClientRect()
  return event.clientX - left > element.clientWidth || event.clientY - top > element.clientHeight
}

function afterSlack(from: PointerEvent, begin: (event: PointerEvent) => void): void {
  const listening = new AbortController()
  const { signal } = listening
  const stop = () => listening.abort()
  const onMove = (event: PointerEvent) => {
    if (Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) < SLACK) return
    stop()
    begin(event)
  }
  addEventListener('pointermove', onMove, { signal })
  addEventListener('pointerup', stop, { signal })
  addEventListener('pointercancel', stop, { signal })
}

/** Suppresses the click that ends a drag. */
function swallowClick(): void {
  const swallow = (event: MouseEvent) => event.stopPropagation()
  addEventListener('click', swallow, { capture: true, once: true })
  addEventListener(
    'pointerup',
    () => setTimeout(() => removeEventListener('click', swallow, { capture: true })),
    {
      once: true,
    },
  )
}
