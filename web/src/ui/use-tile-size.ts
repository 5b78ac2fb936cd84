import { type RefObject, useLayoutEffect, useState } from 'react'

export const GAP = 16
const MIN_WIDTH = 150
/** Height of a two-line name with padding. */
export const CAPTION = 54

/** Tiles per row and their width. */
export function useTileSize(element: RefObject<HTMLElement | null>, gutter: number) {
  const [room, setRoom] = useState(0)
  useLayoutEffect(() => {
    const watched = element.current
    if (!watched) return
    const measure = () => setRoom(watched.clientWidth - 2 * gutter)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(watched)
    return () => observer.disconnect()
  }, [element, gutter])
  const across = Math.max(2, Math.floor((room + GAP) / (MIN_WIDTH + GAP)))
  const width = Math.max(100, Math.floor((room - (across - 1) * GAP) / across))
  return { across, width, height: Math.round(width * 0.66) + CAPTION }
}
