import { createStore } from './store.ts'

/** Whether there is an old drive that the person may import from. */
export const canImport = createStore(false)
