import type { DlpPlace } from '@clouddisk/contract/dlp'
import { sql } from 'kysely'
import type { Reader } from '../../../db/database.ts'

/** Whether any enabled rule applies at a place: without one, nothing needs a check there. */
export const hasRuleFor = async (db: Reader, place: DlpPlace): Promise<boolean> => {
  const { rows } = await sql`
    select from dlp_rule where enabled and ${place} = any(places) limit 1`.execute(db)
  return rows.length > 0
}
