import { pipeline } from 'node:stream/promises'
import { counted } from '@clouddisk/contract/format'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { clearInstallationId, writeInstallationId } from '../db/installation.ts'
import { writeMetadata } from '../db/metadata.ts'
import { OWNER_KEY } from '../objects/bucket-owner.ts'
import { DEFAULT_BUCKET_KEY } from '../objects/buckets.ts'
import type { FileStore } from './destination.ts'
import { columnsOf } from './dump-rows.ts'
import { BackupCorrupted } from './errors.ts'
import { readCompressed } from './files.ts'
import type { Manifest, MissingObject } from './manifest.ts'

/** Location of restored content. */
export interface RestoredContent {
  readonly bucket: string
  /** ETags by key, for stores that have them. */
  readonly etags: ReadonlyMap<string, string>
}

/**
 * Loads the rows of a generation, in one transaction, into a database with the generation's schema. Foreign keys are
 * dropped and added again; triggers are disabled, as they would count everything twice. Both need only the owner of the
 * tables, not a superuser. Servers do not start on these rows yet.
 */
export async function loadRows(client: pg.ClientBase, files: FileStore, manifest: Manifest): Promise<void> {
  await inTransaction(client, async () => {
    const keys = await foreignKeys(client)
    const names = manifest.tables.map(({ name }) => pg.escapeIdentifier(name))
    for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`)
    for (const name of names) await client.query(`alter table ${name} disable trigger user`)
    // Rows that migrations inserted come with the backup.
    await client.query(`truncate ${names.join(', ')} cascade`)
    for (const { name, columns, file, rows } of manifest.tables) {
      const copy = client.query(copyFrom(`copy ${columnsOf(name, columns)} from stdin`))
      await pipeline(readCompressed(files, file), copy)
      if (copy.rowCount !== rows)
        throw new BackupCorrupted(`${file} has ${counted(copy.rowCount ?? 0, 'row')} instead of ${rows}.`)
    }
    for (const { name, value, called } of manifest.sequences)
      await client.query('select setval($1::regclass, $2, $3)', [pg.escapeIdentifier(name), value, called])
    // Added again after all adjustments.
    await clearInstallationId(client)
    for (const name of names) await client.query(`alter table ${name} enable trigger user`)
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  })
}

async function inTransaction(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly definition: string
}

async function foreignKeys(client: pg.ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace order by conname`,
  )
  return rows
}

/**
 * Adapts the rows to the new database and store, in the current schema, then writes the installation id, which lets
 * servers start on them.
 */
export const settleRows = (
  client: pg.ClientBase,
  { installation }: Manifest,
  content: RestoredContent & { readonly owner: string },
  lost: readonly MissingObject[],
): Promise<void> =>
  inTransaction(client, async () => {
    await settleChanges(client)
    await client.query('delete from rendition')
    // Triggers, which would do this, are off while rows are loaded.
    await client.query(
      'insert into text_queue (file_id) select id from file where not is_folder on conflict do nothing',
    )
    // Only content is in a backup. Before `settleContent`, as a move leaves a key in two buckets.
    await client.query(`delete from blob where sha256 is null or state = 'deleting'`)
    await settleContent(client, content)
    await unquarantine(client)
    await markLost(client, lost)
    // Copies of content between buckets are recreated.
    await client.query(`update content_move set state = 'stopped', ended_at = now() where state = 'running'`)
    // Restored content has a new location and was verified on the way.
    await client.query('delete from scrub_round')
    await client.query('delete from untracked_total')
    await client.query('delete from gc_run')
    // Added buckets belong to the original installation; here their objects would look untracked and be deleted.
    await client.query(`update bucket set state = 'retired', credentials = null where state <> 'retired'`)
    await client.query('delete from cluster_bucket where bucket in (select name from bucket)')
    // Servers of this installation start as these nodes by their names.
    await client.query('update node set server_id = null, version = null, started_at = null, seen_at = null')
    await client.query('delete from instance_metadata where name = $1', [DEFAULT_BUCKET_KEY])
    await writeMetadata(client, OWNER_KEY, content.owner)
    // Export files are not in a backup; unfinished exports have to be started again.
    await client.query(
      `update job set state = 'failed', ended_at = now() where kind = 'logExport' and state in ('queued', 'running')`,
    )
    // Their passwords are not in a backup, and these files may be imported already where the backup was made.
    await client.query(
      `update job set state = 'cancelled', ended_at = now() where kind = 'import' and state in ('queued', 'running')`,
    )
    await client.query(
      `update import set state = 'cancelled', credentials = null, ended_at = now() where state in ('queued', 'running')`,
    )
    await writeInstallationId(client, installation)
  })

/**
 * The feed's cursors name transactions of the original database. Changes that are in the audit log are moved before all
 * transactions here, the others to this transaction; followers of the feed have to reload.
 */
async function settleChanges(client: pg.ClientBase): Promise<void> {
  await client.query(`
    update change c set xid = case
      when pg_visible_in_snapshot(c.xid, h.cursor::pg_snapshot)
        or (pg_visible_in_snapshot(c.xid, h.target::pg_snapshot) and c.id <= h.after_id) then '3'::xid8
      else pg_current_xact_id() end
    from audit_head h`)
  await client.query(
    `update audit_head set cursor = pg_current_snapshot()::text, target = null, after_id = 0`,
  )
  await client.query(
    `insert into instance_metadata (name, value) values ('changes_forgotten_to', pg_current_xact_id()::text)
     on conflict (name) do update set value = excluded.value`,
  )
}

const ROWS_PER_STEP = 1000

async function settleContent(client: pg.ClientBase, { bucket, etags }: RestoredContent): Promise<void> {
  await client.query('update blob set bucket = $1, etag = null where bucket <> $1 or etag is not null', [
    bucket,
  ])
  await client.query('update upload set bucket = $1 where bucket <> $1', [bucket])
  const all = [...etags]
  for (let at = 0; at < all.length; at += ROWS_PER_STEP) {
    const step = all.slice(at, at + ROWS_PER_STEP)
    await client.query(
      `update blob set etag = t.etag from unnest($1::text[], $2::text[]) as t(key, etag) where blob.key = t.key`,
      [step.map(([key]) => key), step.map(([, etag]) => etag)],
    )
  }
}

/** Releases quarantined content that the restore has verified. */
async function unquarantine(client: pg.ClientBase): Promise<void> {
  await client.query(
    `update blob set state = 'live' from corruption f
     where f.blob_id = blob.id and f.repaired_at is null and blob.state = 'quarantined'`,
  )
  await client.query('update corruption set repaired_at = now() where repaired_at is null')
}

/** Quarantines content that was not restored, so that it is reported and repaired like any corrupt content. */
async function markLost(client: pg.ClientBase, lost: readonly MissingObject[]): Promise<void> {
  const keys = lost.map(({ key }) => key)
  await client.query(
    `insert into corruption (blob_id, kind, message, detected_at, checked_at, confirmed_at)
     select id, 'missing', 'could not be restored from the backup', now(), now(), now() from blob
     where key = any($1) and state = 'live'
     on conflict (blob_id) do update set kind = excluded.kind, message = excluded.message, detected_at = excluded.detected_at,
       checked_at = excluded.checked_at, confirmed_at = excluded.confirmed_at, repaired_at = null, notified_at = null`,
    [keys],
  )
  // Unverified content is left to its verification job (`content/verify.ts`), which quarantines and reports what is missing.
  await client.query(`update blob set state = 'quarantined' where key = any($1) and state = 'live'`, [keys])
}
