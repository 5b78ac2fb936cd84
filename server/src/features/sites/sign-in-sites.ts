import { isIP } from 'node:net'
import type { SiteRegion } from '@clouddisk/contract/admin-sites'
import type { Context } from '../../context.ts'
import { signInSites } from './site-store.ts'

/** Where people sign in, by region of the sign-in page (R54, R93). */
export interface SignInSites {
  /** Address of the page by a region's id. */
  readonly addresses: ReadonlyMap<string, string>
  /** The id of the region of the site that the visitor is at; null: at none. */
  readonly region: string | null
}

/** Ids of the regions as the sign-in page offers them (`CLOUDDISK_REGIONS`). */
const REGION_IDS: Readonly<Record<SiteRegion, string>> = {
  asiaPacific: 'asia-pacific',
  northAmerica: 'north-america',
}

/** @param address the visitor's. Of several sites of a region, the one that the visitor is at, else the first by name. */
export async function sitesForSignIn({ db }: Pick<Context, 'db'>, address: string): Promise<SignInSites> {
  const sites = await signInSites(db.reader, isIP(address) === 0 ? null : address)
  const addresses = new Map<string, string>()
  for (const site of sites) {
    const id = REGION_IDS[site.region]
    if (site.address !== null && !addresses.has(id)) addresses.set(id, site.address)
  }
  const near = sites.find(({ isNear }) => isNear)
  return { addresses, region: near ? REGION_IDS[near.region] : null }
}
