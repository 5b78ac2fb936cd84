import type { Reader } from './database.ts'
import { readSetting } from './settings.ts'

/** Where the company asks for approval of external sharing besides: an administrator's choice, with `{id}` for the request. */

export const APPROVAL_URL_SETTING = 'approval_url'

/** "" for nowhere. */
export const approvalUrlSetting = async (db: Reader): Promise<string> =>
  (await readSetting(db, APPROVAL_URL_SETTING)) ?? ''

/** The address for a request; without one for anything that is asked for there. */
export const approvalUrl = async (db: Reader, requestId = ''): Promise<string> =>
  (await approvalUrlSetting(db)).replaceAll('{id}', encodeURIComponent(requestId))
