import { BASE_PATH } from '@clouddisk/contract/route'

/** Where a sign-in leads back to (C9): inside our own origin only, everything else is `/disk/`. */

/** The address as one value of a query, safe in a URL. */
export const signInAddress = (from: string): string => `${BASE_PATH}login?service=${encodeURIComponent(from)}`

/** Checks an address from a query; answers path, query and fragment on our own origin. */
export function safeReturnAddress(service: string | undefined, origin: string): string {
  if (!service) return BASE_PATH
  try {
    const url = new URL(service, origin + BASE_PATH)
    if (url.origin !== origin || !/^https?:$/.test(url.protocol)) return BASE_PATH
    // Back to the sign-in page would be a circle.
    if (/^login\/*$/i.test(url.pathname.slice(BASE_PATH.length))) return BASE_PATH
    // Two leading slashes would be another host's address to whoever follows this.
    return url.pathname.replace(/^\/{2,}/, '/') + url.search + url.hash
  } catch {
    return BASE_PATH
  }
}
