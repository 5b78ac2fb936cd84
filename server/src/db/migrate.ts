import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { rekeyNames } from './rekey-names.ts'

const FOLDER = new URL('../../migrations/', import.meta.url)
const LOCK = 7_202_611

/** What follows a file in its transaction where SQL alone cannot say it. */
const STEPS: Readonly<Record<string, (client: pg.PoolClient) => Promise<void>>> = {
  '0053-visible-name-keys.sql': rekeyNames,
}

/**
 * Brings the schema forward: numbered files, each in a transaction of its own, under an advisory lock; all of them, or
 * `only` those that a backup was made under. Answers what it applied.
 */
export async function migrate(pool: pg.Pool, only?: readonly string[]): Promise<string[]> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(
      'create table if not exists migration (name text primary key, applied_at timestamptz not null default now())',
    )
    const done = new Set(
      (await client.query<{ name: string }>('select name from migration')).rows.map((row) => row.name),
    )
    const pending = (await migrationFiles()).filter(
      (name) => !done.has(name) && (only?.includes(name) ?? true),
    )
    for (const name of pending) await apply(client, name)
    await refreshCollation(client)
    return pending
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => undefined)
    client.release()
  }
}

/** Every migration there is, in order. */
export const migrationFiles = async (): Promise<string[]> =>
  (await readdir(FOLDER)).filter((name) => /^\d{4}-[\w-]+\.sql$/.test(name)).sort()

async function apply(client: pg.PoolClient, name: string): Promise<void> {
  const sql = await readFile(new URL(name, FOLDER), 'utf8')
  await client.query('begin')
  try {
    await client.query(sql)
    await STEPS[name]?.(client)
    await client.query('insert into migration (name) values ($1)', [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`migration ${name} failed`, { cause: error })
  }
}

/** Another ICU sorts differently: indexes built under the old one would be searched wrongly. */
async function refreshCollation(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ stored: string | null; actual: string | null }>(
    `select collversion as stored, pg_collation_actual_version(oid) as actual
     from pg_collation where collname = 'name_order' and collnamespace = current_schema()::regnamespace`,
  )
  const version = rows[0]
  if (!version || version.stored === version.actual) return
  await client.query('reindex table file')
  await client.query('reindex table trash')
  await client.query('alter collation name_order refresh version')
}
