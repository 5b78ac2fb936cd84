import { type NotNull, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '../access/actor.ts'
import { resolveAll } from '../access/resolve.ts'
import type { Dedup } from '../config/config.ts'
import type { BlobState } from '../db/blob-state.ts'
import type { Reader, Tx } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import { compiledStatement, type Placeholders } from '../db/statement.ts'
import { type Digest, StoreUnavailable } from '../objects/port.ts'
import type { StoredObject, Stores } from '../objects/stores.ts'

/** Stored content: found by hash and size, stored once, and deduplicated only for people who may have it (C10). */

export interface Blob extends StoredObject {
  readonly id: string
  readonly size: number
}

/** Content that the server has verified, without an open corruption. Only this is deduplicated with. */
export const VERIFIED = sql<SqlBool>`b.state in ('live', 'orphaned') and b.sent_by is null and b.sha256 is not null
  and not exists (select from corruption fault where fault.blob_id = b.id and fault.repaired_at is null)`

const blobs = (db: Reader) =>
  db
    .selectFrom('blob as b')
    .select(['b.id', 'b.bucket', 'b.key', 'b.etag', 'b.size'])
    .$narrowType<{ size: NotNull }>()
    .where(VERIFIED)

export const verifiedBlob = (db: Reader, id: string): Promise<Blob | undefined> =>
  blobs(db).where('b.id', '=', id).executeTakeFirst()

export const blobByContent = async (db: Reader, sha256: Buffer, size: number): Promise<Blob | undefined> =>
  (await byContent(db, { sha256, size }))[0]

const byContent = compiledStatement<{ sha256: Buffer; size: number }, Blob>(
  (slot) => sql`
    select b.id, b.bucket, b.key, b.etag, b.size from blob b where b.sha256 = ${slot('sha256')} and b.size = ${slot('size')} and ${VERIFIED}
    order by b.created_at limit 1`,
)

/**
 * Whether the actor may download a file with this content. The actor's own versions are found by an index; of the versions of
 * others a bounded number is checked, so that content which everybody has does not cost more.
 */
export async function mayRead(db: Reader, actor: Actor, blobId: string): Promise<boolean> {
  return (
    (await mayDownload(db, actor, await putByActor(db, actor, blobId))) ||
    (await mayDownload(db, actor, await candidates(db, actor, blobId)))
  )
}
const CANDIDATES = 50
const LOOKED_AT = 1000

interface FileId {
  readonly id: string
}

async function mayDownload(db: Reader, actor: Actor, files: readonly FileId[]): Promise<boolean> {
  const located = await resolveAll(
    db,
    actor,
    files.map((file) => file.id),
  )
  return [...located.values()].some(({ permissions }) => permissions.has('download'))
}

const putByActor = (db: Reader, actor: Actor, blobId: string): Promise<FileId[]> =>
  db
    .selectFrom('file_version as v')
    .innerJoin('file as f', (join) => join.onRef('f.id', '=', 'v.file_id').onRef('f.version_id', '=', 'v.id'))
    .select('f.id')
    .where('v.blob_id', '=', blobId)
    .where('v.created_by', '=', actor.personId)
    .limit(CANDIDATES)
    .execute()

/** Candidate files, those of the actor's own space first. */
const candidates = (db: Reader, actor: Actor, blobId: string): Promise<FileId[]> =>
  db
    .selectFrom(
      db
        .selectFrom('file_version')
        .select(['id', 'file_id'])
        .where('blob_id', '=', blobId)
        .where('created_by', '<>', actor.personId)
        .limit(LOOKED_AT)
        .as('v'),
    )
    .innerJoin('file as f', (join) => join.onRef('f.id', '=', 'v.file_id').onRef('f.version_id', '=', 'v.id'))
    .innerJoin('space as s', 's.id', 'f.space_id')
    .select('f.id')
    .orderBy(sql`s.person_id is distinct from ${actor.personId}`)
    .limit(CANDIDATES)
    .execute()

/** Verified content equal to a received object. */
export interface KnownContent {
  readonly id: string
  /** Its object is this upload's own. */
  readonly own: boolean
}

/** Whether stored content may be used instead of a received object. */
export interface DedupDecision {
  readonly id: string
  readonly usable: boolean
}

/** Content of a received object, as the server read it or as its sender announced it. */
export interface UploadedContent extends Omit<Digest, 'crc32'> {
  readonly crc32: number | null
  /** The person who announced it; null if the server has read it. */
  readonly sentBy: string | null
}

/** A complete object with its content. */
export interface ReceivedContent {
  readonly object: StoredObject
  readonly content: UploadedContent
}

/** Values of the row for received content. */
export const blobValues = ({ object, content }: ReceivedContent) => {
  const { sha256, md5 = null, crc32, size, sentBy } = content
  const state: BlobState = sentBy === null ? 'live' : 'unverified'
  return { id: newId(), sha256, md5, crc32, size, ...object, state, sentBy }
}
export type BlobValues = ReturnType<typeof blobValues>

/** Inserts the row for received content. */
export const insertBlob = compiledStatement<BlobValues, never>(
  (slot) => sql`
    insert into blob (id, sha256, md5, crc32, size, bucket, key, etag, state, sent_by)
    values (${slot('id')}, ${slot('sha256')}, ${slot('md5')}, ${slot('crc32')}, ${slot('size')}, ${slot('bucket')},
      ${slot('key')}, ${slot('etag')}, ${slot('state')}, ${slot('sentBy')}::uuid)`,
)

/** CTE `known`: equal, verified content, locked against collection for the transaction; the upload's own object first. */
export const knownContent = (slot: Placeholders<BlobValues>, dedup: boolean): RawBuilder<unknown> => sql`
  known as materialized (
    select b.id, b.key = ${slot('key')} as own from blob b
    where (${sql.lit(dedup)} or b.key = ${slot('key')})
      and b.sha256 = ${slot('sha256')} and b.size = ${slot('size')} and ${VERIFIED}
    order by b.key = ${slot('key')} desc, b.created_at limit 1 for key share
  )`

/** Whether the object exists with the right size, in a store that can be reached. */
export async function isThere(stores: Stores, { bucket, key, size }: Blob): Promise<boolean> {
  if (!stores.buckets.includes(bucket)) return false
  try {
    return (await stores.of(bucket).stat(key))?.size === size
  } catch (error) {
    if (error instanceof StoreUnavailable) return false
    throw error
  }
}

/** Decides whether this person's upload may use stored content. */
export async function decideDedup(
  db: Reader,
  stores: Stores,
  actor: Actor,
  dedup: Dedup,
  id: string,
): Promise<DedupDecision> {
  if (dedup === 'user' && !(await mayRead(db, actor, id))) return { id, usable: false }
  const blob = await verifiedBlob(db, id)
  return { id, usable: blob !== undefined && (await isThere(stores, blob)) }
}

/** Locks content against collection for the transaction; false if the garbage collector was faster. */
export async function holdContent(tx: Tx, blobId: string): Promise<boolean> {
  const { rows } = await sql`select from blob b where id = ${blobId} and ${VERIFIED} for key share`.execute(
    tx,
  )
  return rows.length > 0
}

/** Makes orphaned content live again, because a version uses it now. */
export async function reviveContent(tx: Tx, blobId: string): Promise<void> {
  await tx
    .updateTable('blob')
    .set({ state: 'live', state_since: sql`now()` })
    .where('id', '=', blobId)
    .where('state', '=', 'orphaned')
    .execute()
}

export async function deleteBlob(tx: Tx, blobId: string): Promise<void> {
  await tx.deleteFrom('blob').where('id', '=', blobId).execute()
}
