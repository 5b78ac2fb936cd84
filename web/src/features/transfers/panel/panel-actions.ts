import { type PanelTab, panel, setPanel } from './panel-state.ts'

export const openPanel = (tab: PanelTab = panel.get().tab): void => setPanel({ shown: 'open', tab })
/** Shows the panel minimized when a transfer has started; an open panel stays open. */
export const showPanel = (tab: PanelTab): void =>
  setPanel({ tab, shown: panel.get().shown === 'open' ? 'open' : 'minimised' })
export const minimisePanel = (): void => setPanel({ shown: 'minimised', expanded: false })
export const expandPanel = (expanded: boolean): void => setPanel({ expanded })
export const chooseTab = (tab: PanelTab): void => setPanel({ tab })
