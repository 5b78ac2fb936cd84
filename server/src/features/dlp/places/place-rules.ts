import type { DlpPlace } from '@clouddisk/contract/dlp'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../../db/database.ts'

/** Whether any enabled rule applies at a place, as a part of another statement. */
export const hasRuleSql = (place: DlpPlace): RawBuilder<boolean> =>
  sql`exists (select from dlp_rule where enabled and ${sql.lit(place)} = any(places))`

/** Whether any enabled rule applies at a place: without one, nothing needs a check there. */
export const hasRuleFor = async (db: Reader, place: DlpPlace): Promise<boolean> => {
  const { rows } = await sql<{ has: boolean }>`select ${hasRuleSql(place)} as has`.execute(db)
  return rows[0]?.has ?? false
}
