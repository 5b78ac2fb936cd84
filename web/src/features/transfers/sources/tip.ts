/** Whether this session has seen the tip about large selections (R125: once per session). */

const KEY = 'clouddisk.uploadTip'

export function isTipShown(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

export function rememberTip(): void {
  try {
    sessionStorage.setItem(KEY, '1')
  } catch {
    // A shut storage shows the tip once more; nothing else is lost.
  }
}
