import { createRef } from 'react'
import { createStore } from '../../../lib/store.ts'

/** The panel's state, loaded at start for the header's button. */

/** The header's button. */
export const panelButton = createRef<HTMLButtonElement>()

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

export const setPanel = (change: Partial<PanelState>): void => panel.set({ ...panel.get(), ...change })

export const closePanel = (): void => setPanel({ shown: 'closed', expanded: false })
