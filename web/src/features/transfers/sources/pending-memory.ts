/** How many files of a selection had not been queued when this tab was reloaded: their files are gone with the page. */

const KEY = 'clouddisk.pendingUploads'

export function lostPendingFiles(): number {
  try {
    return Number(sessionStorage.getItem(KEY)) || 0
  } catch {
    return 0
  }
}

export function rememberPendingFiles(files: number): void {
  try {
    if (files > 0) sessionStorage.setItem(KEY, String(files))
    else sessionStorage.removeItem(KEY)
  } catch {
    // Without storage a reload does not say what was lost.
  }
}
