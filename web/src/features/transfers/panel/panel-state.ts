import { createRef } from 'react'
import { createStore } from '../../../ui/external-store.ts'

/** The button in the header that opens the list. */
export const listDoor = createRef<HTMLButtonElement>()

export type PanelTab = 'upload' | 'download' | 'finished'

export interface PanelState {
  readonly shown: 'closed' | 'open' | 'minimised'
  readonly expanded: boolean
  readonly tab: PanelTab
}

export const panel = createStore<PanelState>({
  shown: 'closed',
  expanded: false,
  tab: 'upload',
})

const set = (change: Partial<PanelState>) => panel.set({ ...panel.get(), ...change })

export const openPanel = (tab: PanelTab = panel.get().tab): void => set({ shown: 'open', tab })
/** Shows that something has begun: small, so that it is in nobody's way; an open panel stays open. */
export const showPanel = (tab: PanelTab): void =>
  set({ tab, shown: panel.get().shown === 'open' ? 'open' : 'minimised' })
export const closePanel = (): void => set({ shown: 'closed', expanded: false })
export const minimisePanel = (): void => set({ shown: 'minimised', expanded: false })
export const expandPanel = (expanded: boolean): void => set({ expanded })
export const chooseTab = (tab: PanelTab): void => set({ tab })
