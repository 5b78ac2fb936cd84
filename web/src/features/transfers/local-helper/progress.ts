import { createStore } from '../../../lib/store.ts'

/** What the page waits for while it hands a transfer over; shown in a dialog. */
export interface HandOverProgress {
  readonly step: 'connecting' | 'choosing' | 'saving'
  readonly cancel: () => void
}

export const handOverProgress = createStore<HandOverProgress | undefined>(undefined)
