/** The number of files that were not queued when this tab was reloaded, and are lost. */

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
