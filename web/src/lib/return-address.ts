import { BASE_PATH } from '@clouddisk/contract/route'

/** The return address of a sign-in (C9): on our own origin only, otherwise `/disk/`. */

/** The current address, encoded as a query value. */
export const signInAddress = (from: string): string => `${BASE_PATH}login?service=${encodeURIComponent(from)}`

/** Validates an address from a query; returns path, query and fragment on our own origin. */
export function safeReturnAddress(service: string | undefined, origin: string): string {
  if (!service) return BASE_PATH
  try {
    const url = new URL(service, origin + BASE_PATH)
    if (url.origin !== origin || !/^https?:$/.test(url.protocol)) return BASE_PATH
    // Returning to the sign-in page would loop.
    if (/^(?:login|adlogin)\/*$/i.test(url.pathname.slice(BASE_PATH.length))) return BASE_PATH
    // Two leading slashes would be another host's address.
    return url.pathname.replace(/^\/{2,}/, '/') + url.search + url.hash
  } catch {
    return BASE_PATH
  }
}

/** Whether an address of ours is the page of visitors of links, whatever its case. */
export const isVisitorAddress = (address: string): boolean =>
  address.toLowerCase().startsWith(`${BASE_PATH}filedownload`)
