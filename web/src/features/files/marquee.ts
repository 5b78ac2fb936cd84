/** Geometry of the selection marquee. Pure; coordinates are in pixels of the list's content. */

export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Layout of rows or tiles in a list. */
export interface ItemLayout {
  readonly count: number
  /** Items side by side; 1 in a list. */
  readonly across: number
  readonly itemWidth: number
  readonly itemHeight: number
  /** Gap between items, in both directions. */
  readonly gap: number
  /** Offset of the first item. */
  readonly left: number
  readonly top: number
}

export const boxOf = (a: { x: number; y: number }, b: { x: number; y: number }): Box => ({
  left: Math.min(a.x, b.x),
  top: Math.min(a.y, b.y),
  right: Math.max(a.x, b.x),
  bottom: Math.max(a.y, b.y),
})

/** Indexes of the items that a box touches, in order. */
export function itemsInBox(box: Box, layout: ItemLayout): number[] {
  const { count, across, itemWidth, itemHeight, gap } = layout
  const rows = touched(
    box.top - layout.top,
    box.bottom - layout.top,
    itemHeight,
    gap,
    Math.ceil(count / across),
  )
  const columns = touched(box.left - layout.left, box.right - layout.left, itemWidth, gap, across)
  const found: number[] = []
  for (let row = rows[0]; row <= rows[1]; row++) {
    for (let column = columns[0]; column <= columns[1]; column++) {
      const index = row * across + column
      if (index < count) found.push(index)
    }
  }
  return found
}

/** First and last index that an interval touches; last < first if none. */
function touched(from: number, to: number, size: number, gap: number, count: number): [number, number] {
  const step = size + gap
  const first = Math.max(0, Math.floor(from / step) + (positive(from % step, step) >= size ? 1 : 0))
  const last = Math.min(count - 1, Math.floor(to / step))
  return [first, last]
}

const positive = (value: number, step: number) => (value + step) % step
