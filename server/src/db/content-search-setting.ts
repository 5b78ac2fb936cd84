import type { Context } from '../context.ts'
import type { Reader } from './database.ts'
import { readSetting } from './settings.ts'

/** Whether the text in files is searched: an administrator's choice. */

export const CONTENT_SEARCH_SETTING = 'content_search'

/**
 * On by default, but not where content is encrypted at rest: the text of files is kept in the database, which is not.
 */
export async function isContentSearched({ config }: Pick<Context, 'config'>, db: Reader): Promise<boolean> {
  const chosen = await readSetting(db, CONTENT_SEARCH_SETTING)
  return chosen === undefined ? !config.encryption?.isOn : chosen === 'true'
}
