import type { Reader, Tx } from './database.ts'

/** Settings of the installation, by name, in the table that also has its metadata (`metadata.ts`). */

export async function readSetting(db: Reader, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('instance_metadata')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.value
}

export async function writeSetting(db: Reader | Tx, name: string, value: string): Promise<void> {
  await db
    .insertInto('instance_metadata')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** False, without effect, if there is one of this name. */
export async function insertSetting(tx: Tx, name: string, value: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('instance_metadata')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function deleteSetting(db: Reader, name: string): Promise<void> {
  await db.deleteFrom('instance_metadata').where('name', '=', name).execute()
}
