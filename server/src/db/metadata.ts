import type pg from 'pg'

/** Metadata of the installation in the database, by name. */

export async function readMetadata(pool: pg.Pool, name: string): Promise<string | undefined> {
  const table = await metadataTable(pool)
  if (!table) return undefined
  const { rows } = await pool.query<{ value: string }>(`select value from ${table} where name = $1`, [name])
  return rows[0]?.value
}

/** The table; its earlier name before migration 0055, as installations are checked before they are migrated. */
export async function metadataTable(client: pg.Pool | pg.ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ name: string | null }>(
    `select coalesce(to_regclass('instance_metadata'), to_regclass('instance_fact'))::text as name`,
  )
  return rows[0]?.name ?? null
}

export async function writeMetadata(
  pool: pg.Pool | pg.ClientBase,
  name: string,
  value: string,
): Promise<void> {
  await pool.query(
    'insert into instance_metadata (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
    [name, value],
  )
}

/** Writes the value unless there is one; returns the value in the database. */
export async function writeMetadataOnce(pool: pg.Pool, name: string, value: string): Promise<string> {
  await pool.query(
    'insert into instance_metadata (name, value) values ($1, $2) on conflict (name) do nothing',
    [name, value],
  )
  return (await readMetadata(pool, name)) ?? value
}
