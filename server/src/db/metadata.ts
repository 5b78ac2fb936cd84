import type pg from 'pg'

/** Metadata of the installation in the database, by name. */

export async function readMetadata(pool: pg.Pool, name: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ value: string }>('select value from instance_fact where name = $1', [
    name,
  ])
  return rows[0]?.value
}

export async function writeMetadata(
  pool: pg.Pool | pg.ClientBase,
  name: string,
  value: string,
): Promise<void> {
  await pool.query(
    'insert into instance_fact (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
    [name, value],
  )
}

/** Writes the value unless there is one; returns the value in the database. */
export async function writeMetadataOnce(pool: pg.Pool, name: string, value: string): Promise<string> {
  await pool.query('insert into instance_fact (name, value) values ($1, $2) on conflict (name) do nothing', [
    name,
    value,
  ])
  return (await readMetadata(pool, name)) ?? value
}
