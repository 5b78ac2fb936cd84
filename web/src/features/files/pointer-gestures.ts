import type { Instance } from '@clouddisk/contract/files'
import { isSelected, NO_SELECTION, type Selection } from '../../ui/selection.ts'
import type { SelectionControl } from '../../ui/use-selection.ts'
import { autoScroll, beginDrag, type DragOptions, isReleased } from './drag.ts'
import { type Box, boxOf, type ItemLayout, itemsInBox } from './marquee.ts'
import type { Rows } from './sparse-rows.ts'

export interface ListPointerOptions {
  readonly rows: Rows
  readonly selection: SelectionControl
  /** The scrolling element and the layout of its items. */
  readonly list: () => { readonly element: HTMLElement; readonly layout: ItemLayout } | undefined
  /** The items dragged when the drag starts on a selected row. */
  readonly chosen: readonly Instance[]
  readonly drag: Omit<DragOptions, 'items'>
}

/** Gestures of a pressed pointer that moves. They end at once if the pointer was already released. */

export function startDrag(options: ListPointerOptions, row: Instance, at: PointerEvent): void {
  const selected = isSelected(options.selection.state, row.instanceId)
  if (!selected) options.selection.send({ type: 'only', key: row.instanceId })
  beginDrag({ ...options.drag, items: selected ? options.chosen : [row] }, at)
}

export function startFrame(
  latest: { readonly current: ListPointerOptions },
  from: PointerEvent,
  show: (box: Box | undefined) => void,
  begun: PointerEvent,
): void {
  const list = latest.current.list()
  if (!list) return
  const { element } = list
  const adds = from.ctrlKey || from.metaKey || from.shiftKey
  const base: Selection = adds ? latest.current.selection.state : NO_SELECTION
  const place = (event: { clientX: number; clientY: number }) => {
    const { left, top } = element.getBoundingClientRect()
    return { x: event.clientX - left + element.scrollLeft, y: event.clientY - top + element.scrollTop }
  }
  const corner = place(from)
  let at: { clientX: number; clientY: number } = begun
  let tick = 0
  let last = ''
  const draw = () => {
    autoScroll(clamp(at.clientX, element, 'x'), clamp(at.clientY, element, 'y'))
    const box = boxOf(corner, place(at))
    show(shownBox(box, element))
    const { rows, selection, list } = latest.current
    const layout = list()?.layout
    const keys = layout ? itemsInBox(box, layout).flatMap((index) => rows[index]?.instanceId ?? []) : []
    if (keys.join() !== last) selection.send({ type: 'set', keys, base })
    last = keys.join()
    tick = requestAnimationFrame(draw)
  }
  const onMove = (event: PointerEvent) => {
    at = event
  }
  const end = () => {
    cancelAnimationFrame(tick)
    show(undefined)
    removeEventListener('pointermove', onMove)
    removeEventListener('pointerup', end)
    removeEventListener('pointercancel', end)
  }
  if (!adds) latest.current.selection.send({ type: 'clear' })
  addEventListener('pointermove', onMove)
  addEventListener('pointerup', end)
  addEventListener('pointercancel', end)
  draw()
  if (isReleased(begun)) end()
}

function clamp(value: number, element: HTMLElement, axis: 'x' | 'y'): number {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return axis === 'x'
    ? Math.min(right - 2, Math.max(left + 2, value))
    : Math.min(bottom - 2, Math.max(top + 2, value))
}

/** The marquee in screen coordinates, clipped to the list. */
function shownBox(box: Box, element: HTMLElement): Box {
  const { left, top } = element.getBoundingClientRect()
  const x = (value: number) => Math.min(element.clientWidth, Math.max(0, value - element.scrollLeft)) + left
  const y = (value: number) => Math.min(element.clientHeight, Math.max(0, value - element.scrollTop)) + top
  return { left: x(box.left), top: y(box.top), right: x(box.right), bottom: y(box.bottom) }
}
