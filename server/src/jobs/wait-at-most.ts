import { setTimeout as pause } from 'node:timers/promises'

const A_WHILE_MS = 5000

/** Work that goes on by itself and never fails is mostly done when this ends; nobody waits longer for it, as for a silent store. */
export const awhile = (work: Promise<void>): Promise<void> =>
  Promise.race([work, pause(A_WHILE_MS, undefined, { ref: false })])
