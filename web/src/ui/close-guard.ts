import { createContext } from 'react'

/** Closes the enclosing window: asks first if unsaved input would be lost, and does nothing during a save. */
export interface CloseGuard {
  readonly close: () => void
  readonly busy: boolean
}

export const CloseGuardContext = createContext<CloseGuard | undefined>(undefined)
