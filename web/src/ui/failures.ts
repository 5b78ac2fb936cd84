import type { Failure } from '../lib/batches.ts'
import { withinChunkTime } from '../lib/lazy-part.ts'
import { toast } from './toast.tsx'

/** The doors to messages about failures, which come with the overlays that show them. */

const load = () => withinChunkTime(() => import('./overlays/index.ts'))
const tellShortly = (what: string) => () => void toast.error(what)

/**
 * Tells for which items something did not work, and why.
 * @param what did not happen, such as "Couldn’t move".
 */
export function tellFailures(what: string, failures: readonly Failure[]): void {
  if (failures.length > 0)
    void load().then(({ tellFailures }) => tellFailures(what, failures), tellShortly(what))
}

/** Tells that a call failed as a whole, and why. */
export function tellError(what: string, error: unknown): void {
  void load().then(({ tellError }) => tellError(what, error), tellShortly(what))
}
