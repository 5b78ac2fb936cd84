import type pg from 'pg'

/** What a database knows of the installation that it belongs to, by name. */

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

/** Sets what is not known yet; answers what is known from then on, whoever was first. */
export async function writeMetadataOnce(pool: pg.Pool, name: string, value: string): Promise<string> {
  await pool.query('insert into instance_fact (name, value) values ($1, $2) on conflict (name) do nothing', [
    name,
    value,
  ])
  return (await readMetadata(pool, name)) ?? value
}
