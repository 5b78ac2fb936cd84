import { BASE_PATH } from '@clouddisk/contract/route'
import type { SignInRegions } from './location-fields.tsx'

/** Regions whose people sign in at an address of their own (sites, R93). */

/** Set by the page that somebody came from by choosing the region there. */
export const REGION_PARAMETER = 'region'

/** The sign-in page of the region; undefined where it is this one. `service` leads on from there. */
export function regionAddress(
  regions: SignInRegions,
  regionId: string | undefined,
  service: string,
): string | undefined {
  const address = regions.find(({ id }) => id === regionId)?.address
  if (!address || regionId === undefined || address === location.origin) return undefined
  const { pathname, search, hash } = new URL(service, location.origin)
  const query = new URLSearchParams({ service: pathname + search + hash, [REGION_PARAMETER]: regionId })
  return `${address}${BASE_PATH}login?${query}`
}
