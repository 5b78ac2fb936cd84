import { sql } from 'kysely'
import type { Reader } from './database.ts'

/** Whether any cluster has an Office server, for editing together. */
export async function hasOfficeServer(db: Reader): Promise<boolean> {
  const { rows } = await sql`select from cluster where coediting_address <> '' limit 1`.execute(db)
  return rows.length > 0
}
