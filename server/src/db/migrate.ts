import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { ConfigError } from '../config/config.ts'

const FOLDER = new URL('../../migrations/', import.meta.url)
const LOCK = 7_202_611

/** Makes the schema of a new installation. Older schemas cannot be migrated. */
const FIRST = '0053'

/** They rename or drop what servers of the version before use. */
const BREAKING: ReadonlySet<string> = new Set(['0054', '0055'])

/** Migrations are compared by number, so that a file can be renamed. */
export const migrationNumber = (name: string): string => name.slice(0, 4)

/**
 * Applies pending migrations, each in its own transaction, under an advisory lock. `only` limits them to those that a
 * backup was made under. Returns the names of those applied. Throws ConfigError, with the database
 * unchanged, if it is older than FIRST.
 */
export async function migrate(pool: pg.Pool, only?: readonly string[]): Promise<string[]> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(
      'create table if not exists migration (name text primary key, applied_at timestamptz not null default now())',
    )
    const pending = await pendingIn(client, only)
    for (const name of pending) await apply(client, name)
    await refreshCollation(client)
    return pending
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => undefined)
    client.release()
  }
}

/** In order. Throws ConfigError if the schema is older than FIRST. */
async function pendingIn(client: pg.Pool | pg.PoolClient, only?: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from migration')
  const done = numbersOf(rows.map(({ name }) => name))
  if (done.size > 0 && !done.has(FIRST))
    throw new ConfigError(
      'The database was last used by a Clouddisk that is too old to be upgraded by this one. Upgrade with the release before it first.',
    )
  const included = only && numbersOf(only)
  return (await migrationFiles()).filter((name) => {
    const number = migrationNumber(name)
    return !done.has(number) && (included?.has(number) ?? true)
  })
}

/** Throws ConfigError if migrations are pending; for a command beside a server, which has migrated its database. */
export async function requireMigrated(pool: pg.Pool): Promise<void> {
  const pending = await pendingIn(pool)
  if (pending.length > 0)
    throw new ConfigError('The running server is of an earlier version of Clouddisk. Restart it first.')
}

/** Throws ConfigError if a pending migration would break other running servers of an earlier version. */
export async function requireNoBreakingMigration(pool: pg.Pool): Promise<void> {
  const breaking = (await pendingIn(pool)).find((name) => BREAKING.has(migrationNumber(name)))
  if (breaking)
    throw new ConfigError(
      `Servers of an earlier version run on this database and cannot work with migration ${breaking}. Stop all of them, then start this one.`,
    )
}

const numbersOf = (names: readonly string[]): Set<string> => new Set(names.map(migrationNumber))

/** All migration files in order. */
export const migrationFiles = async (): Promise<string[]> =>
  (await readdir(FOLDER)).filter((name) => /^\d{4}-[\w-]+\.sql$/.test(name)).sort()

async function apply(client: pg.PoolClient, name: string): Promise<void> {
  const sql = await readFile(new URL(name, FOLDER), 'utf8')
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into migration (name) values ($1)', [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`migration ${name} failed`, { cause: error })
  }
}

/** A new ICU version sorts differently, so indexes built with the old one must be rebuilt. */
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
