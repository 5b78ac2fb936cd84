import { type PointerEvent, type RefObject, useEffect, useRef } from 'react'

export async function toggleFullScreen(element: Element | null | undefined): Promise<void> {
  try {
    if (document.fullscreenElement) await document.exitFullscreen()
    else await element?.requestFullscreen()
  } catch {
    // The browser may forbid it.
  }
}

/** Zooms by a factor around a point, which is relative to the view's center. */
export type Zoom = (factor: number, point?: { x: number; y: number }) => void

/** The wheel zooms at the pointer. The listener is not passive, so that it can prevent scrolling. */
export function useWheel(stage: RefObject<HTMLElement | null>, zoom: Zoom): void {
  const latest = useRef(zoom)
  useEffect(() => {
    latest.current = zoom
  })
  useEffect(() => {
    const element = stage.current
    if (!element) return
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
      latest.current(Math.exp((-event.deltaY * lines) / 400), fromCenter(element, event))
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [stage])
}

function fromCenter(element: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }) {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
}

/** One pointer moves the picture, two zoom. */
export function usePinch(
  stage: RefObject<HTMLElement | null>,
  zoom: Zoom,
  pan: (dx: number, dy: number) => void,
) {
  const fingers = useRef(new Map<number, { clientX: number; clientY: number }>()).current
  const spread = () => {
    const [a, b] = [...fingers.values()]
    return a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : undefined
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    fingers.set(event.pointerId, { clientX: event.clientX, clientY: event.clientY })
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const was = fingers.get(event.pointerId)
    if (!was || !stage.current) return
    const before = spread()
    fingers.set(event.pointerId, { clientX: event.clientX, clientY: event.clientY })
    const after = spread()
    if (before && after) zoom(after / before, fromCenter(stage.current, event))
    else pan(event.clientX - was.clientX, event.clientY - was.clientY)
  }
  const forget = (event: PointerEvent) => fingers.delete(event.pointerId)
  return { onPointerDown, onPointerMove, onPointerUp: forget, onPointerCancel: forget }
}
