import type { ItemFailure } from '../lib/batches.ts'
import { loadOverlays } from './overlay.ts'
import { toast } from './toast.tsx'

/** Lazy access to messages about failures, which are fetched with the overlays that show them. */

const showShortError = (what: string) => () => void toast.error(what)

/**
 * Shows the items that an operation failed for, and why.
 * @param what the failed operation, such as "Couldn’t move".
 */
export function showFailures(what: string, failures: readonly ItemFailure[]): void {
  if (failures.length > 0)
    void loadOverlays().then(({ showFailures }) => showFailures(what, failures), showShortError(what))
}

/** Shows that a call failed as a whole, and why. */
export function showError(what: string, error: unknown): void {
  void loadOverlays().then(({ showError }) => showError(what, error), showShortError(what))
}
