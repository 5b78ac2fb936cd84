import { LIMITS } from '@clouddisk/contract/limits'
import { client } from '../lib/api.ts'

/** A page that is older than the server: when it reloads itself, and how often at most. */

/** The version this page was built as (A§9 "Client version threshold"). */
export const PAGE_VERSION = LIMITS.clientVersion

const RELOADED_FOR = 'clouddisk.reloadedFor'
const RELOADED_PARTS = 'clouddisk.reloadedForPart'

/** C30: reload only for a newer server, and once per version and tab. */
export function shouldReloadFor(serverVersion: number, reloadedFor: string | null): boolean {
  return serverVersion > PAGE_VERSION && reloadedFor !== String(serverVersion)
}

/** Reloads where C30 says so. */
export function reloadIfNewer(serverVersion: number): void {
  if (!shouldReloadFor(serverVersion, sessionStorage.getItem(RELOADED_FOR))) return
  sessionStorage.setItem(RELOADED_FOR, String(serverVersion))
  location.reload()
}

/**
 * A part that is gone because a new version was put up: one reload brings the new page; a second failure is shown. Where
 * the server does not answer at all, a reload would leave nothing but the browser's own error page.
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
