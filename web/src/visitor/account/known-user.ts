import { createStore } from '../../lib/store.ts'

/** Name of the person who is signed in, once something needed to know. */
export const knownUser = createStore<string | undefined>(undefined)
