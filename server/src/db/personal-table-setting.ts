import type { Reader } from './database.ts'
import { readSetting } from './settings.ts'

/** Whether people have the personal table (C28): an administrator's choice. */

export const PERSONAL_TABLE_SETTING = 'personal_table'

export const isPersonalTableOn = async (db: Reader): Promise<boolean> =>
  (await readSetting(db, PERSONAL_TABLE_SETTING)) !== 'false'
