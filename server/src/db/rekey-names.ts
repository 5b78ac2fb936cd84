import { nameKey } from '@clouddisk/contract/names'
import type pg from 'pg'

/** Tables whose rows are unique by the key of their name, within a parent or all. */
const TABLES = ['file', 'department', 'role', '"group"']

/** What is default-ignorable in Unicode, and the capital ß that was folded wrongly. */
const AFFECTED =
  '[\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u1E9E\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u206F\\u3164' +
  '\\uFE00-\\uFE0F\\uFEFF\\uFFA0\\uFFF0-\\uFFF8\\U0001BCA0-\\U0001BCA3\\U0001D173-\\U0001D17A\\U000E0000-\\U000E0FFF]'

interface NamedRow {
  id: string
  name: string
  name_key: string
}

/** The key that a name had before keys left anything out. */
export const legacyNameKey = (name: string): string =>
  name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC')

/**
 * Writes the keys of names anew that have characters which keys leave out. Of names that are the same now the one that has
 * the key keeps it, else the earliest gets it; the others keep the old key, which no new name has.
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
