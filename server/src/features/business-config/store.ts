import type { ConfigValue } from '@clouddisk/contract/business-config'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/database.ts'

export interface ConfigRow {
  readonly code: string
  readonly value: ConfigValue
  readonly author: string
  readonly changedAt: Date
}

export const selectRows = (db: Reader): Promise<ConfigRow[]> =>
  db
    .selectFrom('business_config')
    .select(['code', 'value', 'author', 'changed_at as changedAt'])
    .orderBy('code')
    .execute()

/** One change at a time: changes are checked against each other's values. */
export async function lockRows(tx: Tx): Promise<void> {
  await sql`lock table business_config in share row exclusive mode`.execute(tx)
}

export async function upsertRow(
  tx: Tx,
  row: Omit<ConfigRow, 'changedAt'> & { readonly changedBy: string; readonly changedAt: Date },
): Promise<void> {
  const set = {
    value: JSON.stringify(row.value),
    changed_at: row.changedAt,
    changed_by: row.changedBy,
    author: row.author,
  }
  await tx
    .insertInto('business_config')
    .values({ code: row.code, ...set })
    .onConflict((conflict) => conflict.column('code').doUpdateSet(set))
    .execute()
}

export async function deleteRow(tx: Tx, code: string): Promise<void> {
  await tx.deleteFrom('business_config').where('code', '=', code).execute()
}
