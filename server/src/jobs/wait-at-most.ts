import { setTimeout as pause } from 'node:timers/promises'
import { SECOND } from '@clouddisk/contract/time'

const MAX_WAIT_MS = 5 * SECOND

/** Work that goes on by itself and never fails is mostly done when this ends; nobody waits longer for it, as for a silent store. */
export const waitAtMost = (work: Promise<void>): Promise<void> =>
  Promise.race([work, pause(MAX_WAIT_MS, undefined, { ref: false })])
