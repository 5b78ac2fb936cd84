import { setTimeout as pause } from 'node:timers/promises'
import { SECOND } from '@clouddisk/contract/time'

const MAX_WAIT_MS = 5 * SECOND

/** Waits at most 5 s for background work, which continues afterwards. `work` must not reject. */
export const waitAtMost = (work: Promise<void>): Promise<void> =>
  Promise.race([work, pause(MAX_WAIT_MS, undefined, { ref: false })])
