import { createStore } from '../lib/store.ts'

/** Whether the transfers part is loaded, and whether its list was requested and is not open yet. */
export const transfers = createStore({ loaded: false, requested: false })
