import type { ConfiguredLink } from '@clouddisk/contract/configured-links'
import type { Reader } from './database.ts'
import { readSetting } from './settings.ts'

/** Links that an administrator added to the page's menus. */

export const LINKS_SETTING = 'links'

export const configuredLinks = async (db: Reader): Promise<ConfiguredLink[]> =>
  JSON.parse((await readSetting(db, LINKS_SETTING)) ?? '[]')
