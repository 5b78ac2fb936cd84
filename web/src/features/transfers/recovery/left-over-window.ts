import { createStore } from '../../../ui/external-store.ts'

/** Whether the window is open that lists what other browsers have left. */
export const leftOverWindow = createStore(false)
