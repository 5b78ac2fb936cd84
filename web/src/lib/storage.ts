/**
 * Browser storage, which may be blocked (private windows, policies): reads then return undefined, writes are
 * dropped.
 */

export function readStored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // The setting still applies to this page.
  }
}

/** The same in session storage: for this tab until it is closed. */
export function readSessionStored(key: string): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** Undefined removes the entry. */
export function writeSessionStored(key: string, value: string | undefined): void {
  try {
    if (value === undefined) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, value)
  } catch {
    // As above.
  }
}
