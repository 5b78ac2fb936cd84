import type { Failure } from '../lib/batches.ts'
import { loadOverlays } from './overlay.ts'
import { toast } from './toast.tsx'

/** Lazy access to messages about failures, which are fetched with the overlays that show them. */

const tellShortly = (what: string) => () => void toast.error(what)

/**
 * Tells for which items something did not work, and why.
 * @param what did not happen, such as "Couldn’t move".
 */
export function tellFailures(what: string, failures: readonly Failure[]): void {
  if (failures.length > 0)
    void loadOverlays().then(({ tellFailures }) => tellFailures(what, failures), tellShortly(what))
}

/** Tells that a call failed as a whole, and why. */
export function tellError(what: string, error: unknown): void {
  void loadOverlays().then(({ tellError }) => tellError(what, error), tellShortly(what))
}
