import { createContext } from 'react'

/** How the window around closes: asking first where something would be lost, not at all while a save is on its way. */
export interface CloseGuard {
  readonly close: () => void
  readonly busy: boolean
}

export const CloseGuardContext = createContext<CloseGuard | undefined>(undefined)
