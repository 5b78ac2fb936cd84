import { type RefCallback, useCallback, useLayoutEffect, useRef } from 'react'
import { focusedElement } from './focused.ts'

const CONTROLS = 'button, a[href], input, [tabindex="0"]'
const controlsOf = (row: Element | null | undefined) => row?.querySelectorAll<HTMLElement>(CONTROLS) ?? []
const rowsOf = (list: Element) => [...list.querySelectorAll('li')]

interface FocusPosition {
  readonly element: HTMLElement
  readonly row: HTMLElement
  /** Index of the row in the list, and of the control in the row. */
  readonly rowAt: number
  readonly at: number
  /** The list's container, focused when the list is empty. */
  readonly home: HTMLElement | null
}

/**
 * Ref of a list whose rows change. When the focused control is removed, the focus moves to the same row, or
 * to the one now in its place, or to the list's container. It never falls back to the body.
 */
export function useListFocus(): RefCallback<HTMLElement> {
  const list = useRef<HTMLElement>(null)
  const place = useRef<FocusPosition>(undefined)
  useLayoutEffect(() => {
    const was = place.current
    if (!was || was.element.isConnected) return
    place.current = undefined
    // Keep a focus that has moved elsewhere, except to the container, where browsers put a lost focus.
    const now = focusedElement()
    if (now && now !== was.home) return
    const rows = list.current ? rowsOf(list.current) : []
    const left = was.row.isConnected
      ? rows.indexOf(was.row as HTMLLIElement)
      : Math.min(was.rowAt, rows.length - 1)
    const candidates = [...rows.slice(Math.max(0, left)), ...rows.slice(0, Math.max(0, left)).reverse()]
    const controls = controlsOf(candidates.find((row) => controlsOf(row).length > 0))
    const next = controls[Math.min(was.at, controls.length - 1)] ?? controlsOf(list.current)[0] ?? was.home
    next?.focus()
  })
  return useCallback((box) => {
    list.current = box
    if (!box) return
    const note = ({ target }: FocusEvent) => {
      const row = target instanceof HTMLElement && target.closest('li')
      if (!row) return
      place.current = {
        element: target,
        row,
        rowAt: rowsOf(box).indexOf(row),
        at: [...controlsOf(row)].indexOf(target),
        home: box.closest<HTMLElement>('[role=dialog]'),
      }
    }
    const forget = ({ target }: FocusEvent) =>
      // Removing an element also blurs it; that event comes later.
      queueMicrotask(() => {
        if (target instanceof Element && target.isConnected && place.current?.element === target)
          place.current = undefined
      })
    box.addEventListener('focusin', note)
    box.addEventListener('focusout', forget)
    return () => {
      list.current = null
      box.removeEventListener('focusin', note)
      box.removeEventListener('focusout', forget)
    }
  }, [])
}
