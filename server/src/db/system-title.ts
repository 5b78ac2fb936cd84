import type { Reader } from './database.ts'
import { readSetting } from './settings.ts'

/** The product's name as the company calls it: in the menu, on the sign-in page, in the titles of windows. */

export const SYSTEM_TITLE_SETTING = 'system_title'

/** "" for the configured one, or else our own. */
export const systemTitle = async (db: Reader): Promise<string> =>
  (await readSetting(db, SYSTEM_TITLE_SETTING)) ?? ''
