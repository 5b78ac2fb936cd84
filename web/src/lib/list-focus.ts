import { type RefCallback, useCallback, useLayoutEffect, useRef } from 'react'
import { focusedElement } from './focused.ts'

const CONTROLS = 'button, a[href], input, [tabindex="0"]'
const controlsOf = (row: Element | null | undefined) => row?.querySelectorAll<HTMLElement>(CONTROLS) ?? []
const rowsOf = (list: Element) => [...list.querySelectorAll('li')]

interface FocusPosition {
  readonly element: HTMLElement
  readonly row: HTMLElement
  /** Which row of the list, and which control of the row. */
  readonly rowAt: number
  readonly at: number
  /** What the list lies in, for when nothing of it is left. */
  readonly home: HTMLElement | null
}

/**
 * The ref of a list whose rows come and go: where what had the focus is gone, the row that is left, or the next one in its
 * place, takes it; the window that the list lies in where there is none. The focus never falls back to the whole page.
 */
export function useListFocus(): RefCallback<HTMLElement> {
  const list = useRef<HTMLElement>(null)
  const place = useRef<FocusPosition>(undefined)
  useLayoutEffect(() => {
    const was = place.current
    if (!was || was.element.isConnected) return
    place.current = undefined
    // Somebody else has it already; a window has it where the browser could give it to nothing else.
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
      // What is taken away loses the focus too; that is told behind it.
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
