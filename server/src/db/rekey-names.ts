import { nameKey } from '@clouddisk/contract/names'
import type pg from 'pg'

/** Tables with unique name keys. */
const TABLES = ['file', 'department', 'role', '"group"']

/** Default-ignorable characters of Unicode, and the capital ß, which was folded wrongly. */
const AFFECTED =
  '[\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u1E9E\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u206F\\u3164' +
  '\\uFE00-\\uFE0F\\uFEFF\\uFFA0\\uFFF0-\\uFFF8\\U0001BCA0-\\U0001BCA3\\U0001D173-\\U0001D17A\\U000E0000-\\U000E0FFF]'

interface NamedRow {
  id: string
  name: string
  name_key: string
}

/** The name key of earlier versions, which kept all characters. */
export const legacyNameKey = (name: string): string =>
  name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC')

/**
 * Recomputes the keys of names with characters that keys omit. If several names of a folder get the same key, the one
 * that has it keeps it, else the oldest gets it; the others keep their old key, which no new name can have.
 */
export async function rekeyNames(client: pg.PoolClient): Promise<void> {
  for (const table of TABLES) {
    const { rows } = await client.query<NamedRow>(
      `select id, name, name_key from ${table} where name collate "C" ~ $1 order by id`,
      [AFFECTED],
    )
    for (const { id, name, name_key } of rows) {
      const key = nameKey(name)
      if (key !== name_key) await setKey(client, table, id, key)
    }
  }
}

const UNIQUE_VIOLATION = '23505'

async function setKey(client: pg.PoolClient, table: string, id: string, key: string): Promise<void> {
  await client.query('savepoint before_key')
  try {
    await client.query(`update ${table} set name_key = $2 where id = $1`, [id, key])
  } catch (error) {
    if ((error as pg.DatabaseError).code !== UNIQUE_VIOLATION) throw error
    await client.query('rollback to savepoint before_key')
  }
  await client.query('release savepoint before_key')
}
