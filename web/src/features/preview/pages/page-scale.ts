import type { Size } from '../picture-geometry.ts'

/** How large pages are shown. Pure. */

/** Space beside pages, for the arrows, and around a page that fits in the window. */
export const SPACE = { side: 80, phone: 12, start: 16, end: 88, between: 16 }
const PHONE = 768
/** At first a document is no wider, CSS pixels. */
const READABLE = 920
const [MIN, MAX] = [120, 4000]

/** The view that pages are in, without the space around them. */
export const innerOf = ({ width, height }: Size): Size => ({
  width: Math.max(MIN, width - 2 * (width < PHONE ? SPACE.phone : SPACE.side)),
  height: Math.max(MIN, height - SPACE.start - SPACE.end),
})

/** CSS pixels of one pixel of a page. */
export function scaleToFit(
  mode: 'start' | 'width' | 'page',
  page: Size,
  view: Size,
  isSingle: boolean,
): number {
  const inner = innerOf(view)
  const byWidth = inner.width / page.width
  const whole = Math.min(byWidth, inner.height / page.height)
  if (mode === 'width') return byWidth
  if (mode === 'page') return whole
  return isSingle ? Math.min(1, whole) : Math.min(byWidth, READABLE / page.width)
}

/** Keeps the width of a page within what is sensible. */
export const clampScale = (scale: number, page: Size): number =>
  Math.min(MAX / page.width, Math.max(MIN / page.width, scale))
