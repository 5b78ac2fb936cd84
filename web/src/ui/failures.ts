import type { ItemFailure } from '../lib/batches.ts'
import { loadOverlays } from './overlay.ts'
import { toast } from './toast.tsx'

/** Lazy access to messages about failures, which are fetched with the overlays that show them. */

const showShortError = (what: string) => () => void toast.error(what)

/**
 * Tells for which items something did not work, and why.
 * @param what did not happen, such as "Couldn’t move".
 */
export function showFailures(what: string, failures: readonly ItemFailure[]): void {
  if (failures.length > 0)
    void loadOverlays().then(({ showFailures }) => showFailures(what, failures), showShortError(what))
}

/** Tells that a call failed as a whole, and why. */
export function showError(what: string, error: unknown): void {
  void loadOverlays().then(({ showError }) => showError(what, error), showShortError(what))
}
