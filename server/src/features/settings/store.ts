import type { Reader, Tx } from '../../db/database.ts'

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
