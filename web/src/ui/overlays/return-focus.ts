import type { RefObject } from 'react'

/**
 * For `finalFocus`: returns the focus to where it was, unless the chosen action has moved it, such as into a
 * name field. Called after the closing animation.
 */
export const returnFocus =
  (popup: RefObject<HTMLElement | null>, to: RefObject<HTMLElement | null> | undefined) =>
  (): HTMLElement | null | false => {
    const now = document.activeElement
    const stillHere =
      !now || now === document.body || popup.current?.contains(now) || now.closest('[role=menu]')
    return stillHere ? (to?.current ?? null) : false
  }
