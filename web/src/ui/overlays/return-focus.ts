import type { RefObject } from 'react'

/**
 * For `finalFocus`: focus goes back to where it was, unless what was chosen has put it elsewhere already, such as into
 * the field of a name. An overlay asks this only once its closing movement is over.
 */
export const returnFocus =
  (popup: RefObject<HTMLElement | null>, to: RefObject<HTMLElement | null> | undefined) =>
  (): HTMLElement | null | false => {
    const now = document.activeElement
    const stillHere =
      !now || now === document.body || popup.current?.contains(now) || now.closest('[role=menu]')
    return stillHere ? (to?.current ?? null) : false
  }
