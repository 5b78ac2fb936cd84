import { sql } from 'kysely'
import type { Actor } from '../../../access/actor.ts'
import { type Blob, type BlobValues, VERIFIED } from '../../../content/blobs.ts'
import { batchesOf, type Reader, type Tx } from '../../../db/database.ts'
import { compiledStatement } from '../../../db/statement.ts'
import type { AddFileOutcome } from '../../../tree/add-file.ts'
import { reserveSql, settleSql } from '../../../tree/quota.ts'
import type { ConflictPolicy } from '../../../tree/resolve-conflict.ts'
import { addTotalsSql } from '../../../tree/totals.ts'
import { hasFewerOpen } from '../store.ts'

/** SQL of batch uploads. */

export interface BatchSession {
  readonly no: number
  readonly key: string
  readonly bucket: string
  readonly spaceId: string
  readonly name: string
  readonly size: number
  readonly state: 'open' | 'saved' | 'discarded'
  readonly fileId: string | null
  readonly outcome: AddFileOutcome | null
  /** SHA-256 of the file's content; null if the file was deleted. */
  readonly hashes: readonly Buffer[] | null
}

/** Sessions of a batch, with the files' numbers. */
export async function batchSessions(db: Reader, personId: string, batch: string): Promise<BatchSession[]> {
  const rows = await db
    .selectFrom('upload')
    .select([
      sql<number>`batch_no`.as('no'),
      'key',
      'bucket',
      'space_id as spaceId',
      'name',
      'size',
      'state',
      'file_id as fileId',
      'outcome',
      sql<Buffer[] | null>`(select array_agg(b.sha256) from file_version v join blob b on b.id = v.blob_id
        where v.file_id = upload.file_id)`.as('hashes'),
    ])
    .where('person_id', '=', personId)
    .where('batch', '=', batch)
    .execute()
  return rows.map((row) => ({ ...row, outcome: row.outcome as AddFileOutcome | null }))
}

export interface NewBatchSessions {
  readonly personId: string
  readonly spaceId: string
  readonly bucket: string
  readonly batch: string
  readonly createdAt: Date
  readonly expiresAt: Date
  /** Arrays with one entry for each file, in order. */
  readonly nos: readonly number[]
  readonly keys: readonly string[]
  readonly parentIds: readonly string[]
  readonly names: readonly string[]
  readonly sizes: readonly number[]
  readonly conflicts: readonly ConflictPolicy[]
  readonly modifiedAts: readonly (Date | null)[]
  /** Sum of the sizes. */
  readonly bytes: number
  /** Most open uploads of one person. */
  readonly limit: number
}

/** Opens all sessions and reserves their bytes; false, without effect, if they do not fit or are too many. */
export const insertSessions = async (db: Reader, all: NewBatchSessions): Promise<boolean> =>
  (await insertingSessions(db, { ...all, before: all.limit - all.nos.length + 1 })).length > 0

const insertingSessions = compiledStatement<NewBatchSessions & { before: number }, { key: string }>(
  (slot) => sql`
    with room as (
      ${reserveSql(slot('spaceId'), slot('bytes'), hasFewerOpen(slot('personId'), slot('before'), slot('createdAt')))}
    )
    insert into upload (key, bucket, person_id, space_id, parent_id, name, size, part_size, conflict, modified_at,
      created_at, expires_at, batch, batch_no)
    select g.key, ${slot('bucket')}, ${slot('personId')}::uuid, room.id, g.parent_id, g.name, g.size, greatest(g.size, 1),
      g.conflict, g.modified_at, ${slot('createdAt')}::timestamptz, ${slot('expiresAt')}::timestamptz,
      ${slot('batch')}::uuid, g.no
    from room, unnest(${slot('nos')}::int[], ${slot('keys')}::text[], ${slot('parentIds')}::uuid[], ${slot('names')}::text[],
      ${slot('sizes')}::bigint[], ${slot('conflicts')}::text[], ${slot('modifiedAts')}::timestamptz[])
      as g(no, key, parent_id, name, size, conflict, modified_at)
    returning key`,
)

/** Verified content with these hashes, one row each, by SHA-256 in hex. */
export async function knownContents(
  db: Reader,
  contents: readonly { sha256: Buffer; size: number }[],
): Promise<Map<string, Blob>> {
  const rows = await knowing(db, {
    hashes: contents.map(({ sha256 }) => sha256),
    sizes: contents.map(({ size }) => size),
  })
  return new Map(rows.map(({ sha256, ...blob }) => [sha256.toString('hex'), blob]))
}

const knowing = compiledStatement<{ hashes: Buffer[]; sizes: number[] }, Blob & { sha256: Buffer }>(
  (slot) => sql`
    select distinct on (b.sha256) b.sha256, b.id, b.bucket, b.key, b.etag, b.size
    from unnest(${slot('hashes')}::bytea[], ${slot('sizes')}::bigint[]) as g(sha256, size)
      join blob b on b.sha256 = g.sha256 and b.size = g.size
    where ${VERIFIED} order by b.sha256, b.created_at`,
)

/** Locks the sessions and their space, in order of key. Returns the current states. */
export async function lockSessions(
  tx: Tx,
  keys: readonly string[],
): Promise<Map<string, BatchSession['state']>> {
  const rows = await locking(tx, { keys })
  return new Map(rows.map(({ key, state }) => [key, state]))
}

const locking = compiledStatement<{ keys: readonly string[] }, { key: string; state: BatchSession['state'] }>(
  (slot) => sql`
    select u.key, u.state from upload u join space s on s.id = u.space_id
    where u.key = any(${slot('keys')}::text[]) order by u.key for update of u, s`,
)

/** Locks contents against collection for the transaction. Returns those that still exist. */
export async function holdContents(tx: Tx, blobIds: readonly string[]): Promise<Set<string>> {
  if (blobIds.length === 0) return new Set()
  const rows = await holding(tx, { blobIds })
  return new Set(rows.map(({ id }) => id))
}

const holding = compiledStatement<{ blobIds: readonly string[] }, { id: string }>(
  (slot) => sql`
    select b.id from blob b where b.id = any(${slot('blobIds')}::uuid[]) and ${VERIFIED} order by b.id for key share`,
)

export async function insertBlobs(tx: Tx, blobs: readonly BlobValues[]): Promise<void> {
  const rows = blobs.map(({ sentBy: sent_by, ...values }) => ({ ...values, sent_by }))
  for (const batch of batchesOf(rows))
    await tx
      .insertInto('blob')
      .values([...batch])
      .execute()
}

export interface NewFileRow {
  readonly id: string
  readonly parentId: string
  readonly name: string
  readonly nameKey: string
  readonly ext: string
  readonly pinyin: string
  readonly size: number
  readonly versionId: string
  readonly blobId: string
  readonly modifiedAt: Date | null
}

/** Inserts files whose names are free and returns their creation times by id. The caller holds the space's lock. */
export async function insertWhereFree(
  tx: Tx,
  { personId }: Actor,
  spaceId: string,
  files: readonly NewFileRow[],
): Promise<Map<string, Date>> {
  const column = <K extends keyof NewFileRow>(key: K) => files.map((file) => file[key])
  const rows = await inserting(tx, {
    personId,
    spaceId,
    ids: column('id'),
    parentIds: column('parentId'),
    names: column('name'),
    nameKeys: column('nameKey'),
    exts: column('ext'),
    pinyins: column('pinyin'),
    sizes: column('size'),
    versionIds: column('versionId'),
    blobIds: column('blobId'),
    modifiedAts: column('modifiedAt'),
  })
  await addTogether(tx, files, new Set(rows.map(({ id }) => id)))
  return new Map(rows.map(({ id, createdAt }) => [id, createdAt]))
}

interface NewFiles {
  personId: string
  spaceId: string
  ids: string[]
  parentIds: string[]
  names: string[]
  nameKeys: string[]
  exts: string[]
  pinyins: string[]
  sizes: number[]
  versionIds: string[]
  blobIds: string[]
  modifiedAts: (Date | null)[]
}

const inserting = compiledStatement<NewFiles, { id: string; createdAt: Date }>(
  (slot) => sql`
    with given as (
      select * from unnest(${slot('ids')}::uuid[], ${slot('parentIds')}::uuid[], ${slot('names')}::text[],
        ${slot('nameKeys')}::text[], ${slot('exts')}::text[], ${slot('pinyins')}::text[], ${slot('sizes')}::bigint[], ${slot('versionIds')}::uuid[],
        ${slot('blobIds')}::uuid[], ${slot('modifiedAts')}::timestamptz[])
        as g(id, parent_id, name, name_key, ext, pinyin, size, version_id, blob_id, modified_at)
    ), fresh as (
      insert into file (id, space_id, parent_id, is_folder, name, name_key, ext, pinyin, size, version_id, version_no,
        total_size, total_charge, total_files, created_by, updated_by)
      select id, ${slot('spaceId')}::uuid, parent_id, false, name, name_key, ext, pinyin, size, version_id, 1, size, size, 1,
        ${slot('personId')}::uuid, ${slot('personId')}::uuid from given
      on conflict (parent_id, name_key) do nothing
      returning id, created_at
    ), first_version as (
      insert into file_version (id, file_id, no, blob_id, size, modified_at, created_by)
      select g.version_id, g.id, 1, g.blob_id, g.size, g.modified_at, ${slot('personId')}::uuid
      from fresh join given g on g.id = fresh.id
    )
    select id, created_at as "createdAt" from fresh`,
)

/** Adds the files to the totals of their folders and all ancestors. */
async function addTogether(tx: Tx, files: readonly NewFileRow[], made: ReadonlySet<string>): Promise<void> {
  const byParent = Map.groupBy(
    files.filter(({ id }) => made.has(id)),
    ({ parentId }) => parentId,
  )
  if (byParent.size === 0) return
  const gains = [...byParent].map(([folderId, some]) => {
    const size = some.reduce((sum, file) => sum + file.size, 0)
    const files = some.length
    return { folderId, totals: { size, charge: size, files, folders: 0 }, children: { files, folders: 0 } }
  })
  await sql`with recursive ${addTotalsSql(gains)} select`.execute(tx)
}

export interface BatchEnd {
  readonly spaceId: string
  readonly keys: readonly string[]
  readonly fileIds: readonly string[]
  readonly outcomes: readonly AddFileOutcome[]
  /** Bytes that were reserved, and those that are charged now. */
  readonly reserved: number
  readonly charged: number
}

/** Ends saved sessions and turns their reservation into a charge. */
export const markAllSaved = compiledStatement<BatchEnd, never>(
  (slot) => sql`
    with settled as (${settleSql(slot('spaceId'), slot('reserved'), slot('charged'))})
    update upload u set state = 'saved', file_id = g.file_id, outcome = g.outcome
    from unnest(${slot('keys')}::text[], ${slot('fileIds')}::uuid[], ${slot('outcomes')}::text[])
      as g(key, file_id, outcome) where u.key = g.key`,
)

export async function deleteBlobs(tx: Tx, blobIds: readonly string[]): Promise<void> {
  if (blobIds.length > 0) await tx.deleteFrom('blob').where('id', 'in', blobIds).execute()
}

export async function reviveContents(tx: Tx, blobIds: readonly string[]): Promise<void> {
  if (blobIds.length === 0) return
  await tx
    .updateTable('blob')
    .set({ state: 'live', state_since: sql`now()` })
    .where('id', 'in', blobIds)
    .where('state', '=', 'orphaned')
    .execute()
}

export interface CurrentContent {
  readonly versionId: string
  readonly sha256: Buffer | null
  /** Who saved it, and when. */
  readonly user: string
  readonly userId: string
  readonly time: Date
}

/** The current version of a file. */
export async function currentContent(tx: Tx, fileId: string): Promise<CurrentContent | undefined> {
  return tx
    .selectFrom('file as f')
    .innerJoin('file_version as v', 'v.id', 'f.version_id')
    .innerJoin('blob as b', 'b.id', 'v.blob_id')
    .innerJoin('person as p', 'p.id', 'v.created_by')
    .select([
      'v.id as versionId',
      'b.sha256',
      'p.real_name as user',
      'p.id as userId',
      'v.created_at as time',
    ])
    .where('f.id', '=', fileId)
    .executeTakeFirst()
}
