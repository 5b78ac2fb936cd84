import { LIMITS } from '@clouddisk/contract/limits'
import { client } from '../lib/api.ts'

/** Reloads a page that is older than the server. */

/** The version of this page (A§9 "Client version threshold"). */
export const PAGE_VERSION = LIMITS.clientVersion

const RELOADED_FOR = 'clouddisk.reloadedFor'
const RELOADED_PARTS = 'clouddisk.reloadedForPart'

/** C30: reload for a newer server only, once per version and tab. */
export function shouldReloadFor(serverVersion: number, reloadedFor: string | null): boolean {
  return serverVersion > PAGE_VERSION && reloadedFor !== String(serverVersion)
}

/** Reloads if C30 requires it. */
export function reloadIfNewer(serverVersion: number): void {
  if (!shouldReloadFor(serverVersion, sessionStorage.getItem(RELOADED_FOR))) return
  sessionStorage.setItem(RELOADED_FOR, String(serverVersion))
  location.reload()
}

/**
 * Reloads once if a part is missing because a new version was deployed; a second failure is shown. Does not
 * reload while the server does not answer, which would leave the browser's error page.
 */
export function reloadOnMissingParts(): void {
  addEventListener('vite:preloadError', () => {
    const last = Number(sessionStorage.getItem(RELOADED_PARTS) ?? 0)
    if (Date.now() - last < 60_000) return
    void client.reachable().then((answers) => {
      if (!answers) return
      sessionStorage.setItem(RELOADED_PARTS, String(Date.now()))
      location.reload()
    })
  })
}
