import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { connectUnpooled } from '../db/pool.ts'
import type { FileStore } from './destination.ts'
import { writeCompressed } from './files.ts'
import type { Manifest, SequencePosition, TableFile } from './manifest.ts'

/**
 * Dumps all tables of one snapshot in PostgreSQL's COPY text format, which every version reads. The job queue's schema is
 * left out: the library recreates it, and unfinished work has rows of its own. Sessions are left out too, since some may
 * have been revoked after the backup. So are renditions and the texts of files, which are made again.
 */
const EXCLUDED_TABLES = ['migration', 'session', 'rendition', 'content_text', 'file_text', 'text_queue']

/**
 * Credentials of buckets, of clouds and of imports that run are left out: the backup also has the key that they are sealed with. A restore
 * retires these buckets and ends these imports anyway.
 */
const REPLACED_COLUMNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  bucket: { credentials: 'null', state: `'retired'`, cloud: `cloud - 'protocolKey'` },
  cloud: { credentials: 'null', protocol_key: 'null' },
  import: { credentials: 'null' },
}

export type DumpedRows = Pick<Manifest, 'takenAt' | 'postgres' | 'migrations' | 'tables' | 'sequences'>

/** Content that the snapshot names, by key as stores list it, in a file of the generation: key, size, SHA-256, ETag, whether it was verified, bucket. */
export const NAMED_CONTENT_FILE = 'named.gz'

export async function dumpRows(pool: pg.Pool, files: FileStore): Promise<DumpedRows> {
  const client = await connectUnpooled(pool)
  try {
    await client.query('begin isolation level repeatable read read only')
    const rows = await dumpIn(client, files)
    await client.query('commit')
    return rows
  } finally {
    // Ends the transaction.
    await client.end()
  }
}

async function dumpIn(client: pg.Client, files: FileStore): Promise<DumpedRows> {
  const about = await client.query<{ now: Date; postgres: string }>(
    `select now() as now, current_setting('server_version') as postgres`,
  )
  const tables: TableFile[] = []
  for (const { name, columns } of await tablesOf(client)) {
    const copy = client.query(copyTo(`copy ${rowsOf(name, columns)} to stdout`))
    const file = await writeCompressed(files, `tables/${name}.copy.gz`, copy)
    tables.push({ name, columns, rows: copy.rowCount, ...file })
  }
  await writeCompressed(files, NAMED_CONTENT_FILE, client.query(copyTo(`copy (${CONTENT}) to stdout`)))
  // After the rows, as sequences are not transactional; a higher position is harmless.
  const sequences = await sequencesOf(client)
  const migrations = await client.query<{ name: string }>('select name from migration order by name')
  return {
    takenAt: about.rows[0]?.now.toISOString() ?? '',
    postgres: about.rows[0]?.postgres ?? '',
    migrations: migrations.rows.map(({ name }) => name),
    tables,
    sequences,
  }
}

/** Without objects that have no content or whose bytes may be missing. */
const CONTENT = `
  select key, size, encode(sha256, 'hex'), etag, state = 'live' or state = 'orphaned' and sent_by is null, bucket from blob
  where sha256 is not null and state <> 'deleting' order by key collate "C"`

function rowsOf(name: string, columns: readonly string[]): string {
  const instead = REPLACED_COLUMNS[name]
  if (!instead) return columnsOf(name, columns)
  const values = columns.map((column) => instead[column] ?? pg.escapeIdentifier(column))
  return `(select ${values.join(', ')} from ${pg.escapeIdentifier(name)})`
}

/** `table (column, …)`, as COPY and others take it. */
export const columnsOf = (name: string, columns: readonly string[]): string =>
  `${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`

interface Table {
  readonly name: string
  /** Without generated columns. */
  readonly columns: string[]
}

async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and c.relname <> all($1)
     group by c.relname order by c.relname`,
    [EXCLUDED_TABLES],
  )
  return rows
}

async function sequencesOf(client: pg.Client): Promise<SequencePosition[]> {
  const { rows } = await client.query<{ name: string; value: number; called: boolean }>(
    `select sequencename as name, coalesce(last_value, start_value) as value, last_value is not null as called
     from pg_sequences where schemaname = current_schema() order by sequencename`,
  )
  return rows
}
