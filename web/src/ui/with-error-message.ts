import { showError } from './failures.ts'

/**
 * Runs `work`; shows why it failed. Returns whether it succeeded.
 * @param what the failed operation, such as "Couldn’t move".
 * @param settled runs afterwards in either case.
 */
export async function withErrorMessage(
  what: string,
  work: () => Promise<unknown>,
  settled?: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    showError(what, error)
    return false
  } finally {
    await settled?.()
  }
}
