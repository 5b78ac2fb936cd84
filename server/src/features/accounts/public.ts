import type { publicConfig } from '@clouddisk/contract/accounts'
import { DEFAULT_LANGUAGE } from '@clouddisk/contract/errors'
import type { Reply } from '@clouddisk/contract/route'
import { DEFAULT_SKIN } from '@clouddisk/contract/settings'
import type { Config } from '../../config/config.ts'
import { VERSION } from '../../config/version.ts'
import { refuseField } from '../../errors/refusal.ts'

/** What the page is told before anybody has signed in. */

/** Where people sign in, by a region's id, and the region that the caller is in. */
export interface RegionSites {
  readonly addresses: ReadonlyMap<string, string>
  readonly region: string | null
}

/** @param title as administrators have set it; "" where they have not. */
export const toPublicConfig = (
  config: Config,
  title: string,
  { addresses, region }: RegionSites,
): Reply<typeof publicConfig> => ({
  title: title || config.title,
  publicOrigin: config.publicOrigin ?? null,
  defaultLanguage: DEFAULT_LANGUAGE,
  defaultSkin: DEFAULT_SKIN,
  version: VERSION,
  pageVersion: config.limits.clientVersion,
  limits: Object.fromEntries(
    Object.entries(config.limits).map(([name, value]) => [
      name,
      typeof value === 'number' ? value : [...value],
    ]),
  ),
  refusedExtensions: [...config.fileRules.everybody.extensions],
  visitorRefusedExtensions: [...config.fileRules.visitors.extensions],
  regions: config.regions.map((one) => ({ ...one, address: addresses.get(one.id) ?? null })),
  region: config.regions.some(({ id }) => id === region) ? region : null,
  platforms: [...config.platforms],
  archiveDownload: config.archiveDownload,
})

/** What the sign-in page offers is all there is to choose. */
export function refuseUnknownRegion(
  config: Config,
  { region, platform }: { region?: string; platform?: string },
): void {
  if (region && !config.regions.some(({ id }) => id === region)) refuseField('region', 'unknown_value')
  if (platform && !config.platforms.some(({ id }) => id === platform))
    refuseField('platform', 'unknown_value')
}
