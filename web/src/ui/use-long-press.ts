import { type PointerEvent, useRef } from 'react'

const LONG_PRESS_MS = 500

/** Long press on touch screens; the click that ends it is suppressed. */
export function useLongPress() {
  const touch = useRef(false)
  const fired = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const from = useRef({ x: 0, y: 0 })
  return {
    isTouch: () => touch.current,
    consume: () => {
      const was = fired.current
      fired.current = false
      return was
    },
    start: (event: PointerEvent, action: () => void) => {
      touch.current = event.pointerType === 'touch'
      fired.current = false
      clearTimeout(timer.current)
      if (!touch.current) return
      from.current = { x: event.clientX, y: event.clientY }
      timer.current = setTimeout(() => {
        fired.current = true
        action()
      }, LONG_PRESS_MS)
    },
    move: (event: PointerEvent) => {
      if (Math.hypot(event.clientX - from.current.x, event.clientY - from.current.y) > 10)
        clearTimeout(timer.current)
    },
    end: () => clearTimeout(timer.current),
  }
}
