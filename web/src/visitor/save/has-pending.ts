/** Where what is to be saved after signing in is kept. */
export const PENDING_KEY = 'clouddisk.link.save'

export function hasPending(): boolean {
  try {
    return sessionStorage.getItem(PENDING_KEY) !== null
  } catch {
    return false
  }
}
