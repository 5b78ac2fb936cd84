import { createStore } from './store.ts'

/** Whether there are clusters between which items can be synced; said by app, which knows who is signed in. */
export const canSync = createStore(false)
