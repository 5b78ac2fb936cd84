import type { Instance } from '@clouddisk/contract/files'
import { type PointerEvent as ReactPointerEvent, useRef, useState } from 'react'
import { isSelected, NO_SELECTION, type Selection } from '../../ui/selection.ts'
import type { SelectionControl } from '../../ui/use-selection.ts'
import { beginDrag, type DragOptions, scrollNear } from './drag.ts'
import { type Box, boxOf, itemsIn, type Layout } from './marquee.ts'
import type { Rows } from './sparse-rows.ts'

export interface ListPointerOptions {
  readonly rows: Rows
  readonly selection: SelectionControl
  /** The scrolling element and how its items lie. */
  readonly list: () => { readonly element: HTMLElement; readonly layout: Layout } | undefined
  /** What a drag takes when it begins on a row of the selection. */
  readonly chosen: readonly Instance[]
  readonly drag: Omit<DragOptions, 'items'>
}

/** Pixels that a pressed pointer may tremble. */
const SLACK = 5
const CONTROLS = 'button, a, input, textarea, select, [role=columnheader]'

/**
 * What a pressed mouse begins on a list: on a name or a selected row a drag, anywhere else a frame.
 * Fingers scroll; they have the menus.
 */
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
      if (drags) startDrag(latest.current, row, selected, moved)
      else startFrame(latest, event.nativeEvent, setFrame)
    })
  }
  return { frame, onPointerDown }
}

/** The scrollbar belongs to the element but is not part of what it shows. */
const onScrollbar = (event: ReactPointerEvent, element: HTMLElement): boolean => {
  const { left, top } = element.getBoundingClientRect()
  return event.clientX - left > element.clientWidth || event.clientY - top > element.clientHeight
}

function afterSlack(from: PointerEvent, begin: (event: PointerEvent) => void): void {
  const stop = () => {
    removeEventListener('pointermove', onMove)
    removeEventListener('pointerup', stop)
    removeEventListener('pointercancel', stop)
  }
  const onMove = (event: PointerEvent) => {
    if (Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) < SLACK) return
    stop()
    begin(event)
  }
  addEventListener('pointermove', onMove)
  addEventListener('pointerup', stop)
  addEventListener('pointercancel', stop)
}

/** The click that ends a drag is not one. */
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

function startDrag(options: ListPointerOptions, row: Instance, selected: boolean, event: PointerEvent): void {
  if (!selected) options.selection.send({ type: 'only', key: row.instanceId })
  beginDrag({ ...options.drag, items: selected ? options.chosen : [row] }, event)
}

function startFrame(
  latest: { readonly current: ListPointerOptions },
  from: PointerEvent,
  show: (box: Box | undefined) => void,
): void {
  const begun = latest.current.list()
  if (!begun) return
  const { element } = begun
  const adds = from.ctrlKey || from.metaKey || from.shiftKey
  const base: Selection = adds ? latest.current.selection.state : NO_SELECTION
  const place = (event: { clientX: number; clientY: number }) => {
    const { left, top } = element.getBoundingClientRect()
    return { x: event.clientX - left + element.scrollLeft, y: event.clientY - top + element.scrollTop }
  }
  const corner = place(from)
  let at: { clientX: number; clientY: number } = from
  let tick = 0
  let last = ''
  const draw = () => {
    scrollNear(clamp(at.clientX, element, 'x'), clamp(at.clientY, element, 'y'))
    const box = boxOf(corner, place(at))
    show(shownBox(box, element))
    const { rows, selection, list } = latest.current
    const layout = list()?.layout
    const keys = layout ? itemsIn(box, layout).flatMap((index) => rows[index]?.instanceId ?? []) : []
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
}

function clamp(value: number, element: HTMLElement, axis: 'x' | 'y'): number {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return axis === 'x'
    ? Math.min(right - 2, Math.max(left + 2, value))
    : Math.min(bottom - 2, Math.max(top + 2, value))
}

/** The frame on the screen, cut to the list. */
function shownBox(box: Box, element: HTMLElement): Box {
  const { left, top } = element.getBoundingClientRect()
  const x = (value: number) => Math.min(element.clientWidth, Math.max(0, value - element.scrollLeft)) + left
  const y = (value: number) => Math.min(element.clientHeight, Math.max(0, value - element.scrollTop)) + top
  return { left: x(box.left), top: y(box.top), right: x(box.right), bottom: y(box.bottom) }
}
