import { createStore } from '../../../ui/external-store.ts'

export type PanelTab = 'upload' | 'download' | 'finished'

export interface PanelState {
  readonly shown: 'closed' | 'open' | 'minimised'
  readonly expanded: boolean
  readonly tab: PanelTab
  /** Opened by the person, who then wants to be in it; by itself it leaves the focus where it is. */
  readonly takesFocus: boolean
}

export const panel = createStore<PanelState>({
  shown: 'closed',
  expanded: false,
  tab: 'upload',
  takesFocus: false,
})

const set = (change: Partial<PanelState>) => panel.set({ ...panel.get(), ...change })

export const openPanel = (tab: PanelTab = panel.get().tab): void =>
  set({ shown: 'open', tab, takesFocus: true })
/** Shows that something has begun: opens unless the person has made it small, and takes no focus. */
export const showPanel = (tab: PanelTab): void =>
  set({ tab, takesFocus: false, shown: panel.get().shown === 'minimised' ? 'minimised' : 'open' })
export const closePanel = (): void => set({ shown: 'closed', expanded: false })
export const minimisePanel = (): void => set({ shown: 'minimised' })
export const expandPanel = (expanded: boolean): void => set({ expanded })
export const chooseTab = (tab: PanelTab): void => set({ tab })
