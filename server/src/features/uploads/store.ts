import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type BlobValues, type KnownContent, knownContent } from '../../content/blobs.ts'
import { type ChangeValues, insertChangeSql, type NewChange, prepareChange } from '../../db/changes.ts'
import type { Reader, Tx } from '../../db/database.ts'
import { compiledStatement, type Placeholders, type ValueOrSql } from '../../db/statement.ts'
import type { AddFileOutcome } from '../../tree/add-file.ts'
import { reserveSql, settleSql } from '../../tree/quota.ts'
import type { ConflictPolicy } from '../../tree/resolve-conflict.ts'
import { hasRuleSql } from '../dlp/places/place-rules.ts'
import type { UploadSender } from './sender.ts'

/** SQL of upload sessions. */

export interface Upload extends UploadSender {
  readonly key: string
  readonly bucket: string
  readonly spaceId: string
  readonly parentId: string
  readonly name: string
  readonly size: number
  readonly partSize: number
  readonly conflict: ConflictPolicy
  readonly modifiedAt: Date | null
  readonly state: 'open' | 'saved' | 'discarded'
  readonly fileId: string | null
  readonly outcome: AddFileOutcome | null
  readonly createdAt: Date
  readonly expiresAt: Date
  /** The administrator who discarded it. */
  readonly endedBy: string | null
}

const columns = [
  'key',
  'bucket',
  'person_id as personId',
  'visitor_id as visitorId',
  'link_id as linkId',
  'space_id as spaceId',
  'parent_id as parentId',
  'name',
  'size',
  'part_size as partSize',
  'conflict',
  'modified_at as modifiedAt',
  'state',
  'file_id as fileId',
  'outcome',
  'created_at as createdAt',
  'expires_at as expiresAt',
  'ended_by as endedBy',
] as const

type Raw = Omit<Upload, 'outcome'> & { outcome: string | null }
const toUpload = (raw: Raw): Upload => ({ ...raw, outcome: raw.outcome as AddFileOutcome | null })

type NewUpload = Omit<Upload, 'state' | 'fileId' | 'outcome' | 'endedBy'>

/** Open uploads at most: of a person, or of a visitor and of all visitors of one link. */
export interface OpenLimits {
  readonly limit: number
  readonly ofLink: number
}

/**
 * Opens a session and reserves its bytes; false, without effect, if they do not fit or the sender has too many open uploads.
 * The bytes are exact; concurrent calls may exceed the limit by as many as run at once, which is limited per sender.
 */
export async function insertUpload(db: Reader, upload: NewUpload, limits: OpenLimits): Promise<boolean> {
  const open = upload.linkId === null ? opening : openingByVisitor
  return (await open(db, { ...upload, ...limits })).length > 0
}

const openingIf = (mayOpen: (slot: Placeholders<NewUpload & OpenLimits>) => RawBuilder<SqlBool>) =>
  compiledStatement<NewUpload & OpenLimits, { key: string }>(
    (slot) => sql`
    with room as (${reserveSql(slot('spaceId'), slot('size'), mayOpen(slot))})
    insert into upload (key, bucket, person_id, visitor_id, link_id, space_id, parent_id, name, size, part_size, conflict,
      modified_at, created_at, expires_at)
    select ${slot('key')}, ${slot('bucket')}, ${slot('personId')}::uuid, ${slot('visitorId')}::uuid, ${slot('linkId')}::uuid,
      ${slot('spaceId')}::uuid, ${slot('parentId')}::uuid, ${slot('name')}, ${slot('size')}::bigint,
      ${slot('partSize')}::bigint, ${slot('conflict')}, ${slot('modifiedAt')}::timestamptz,
      ${slot('createdAt')}::timestamptz, ${slot('expiresAt')}::timestamptz
    from room returning key`,
  )

const opening = openingIf((slot) => hasFewerOpen(slot('personId'), slot('limit'), slot('createdAt')))
const openingByVisitor = openingIf((slot) => visitorHasFewerOpen(slot, slot('createdAt')))

/** Whether a person has fewer unexpired open uploads than `limit`, those of visitors aside. Uploads opened concurrently are not seen. */
export const hasFewerOpen = (
  personId: ValueOrSql<string>,
  limit: ValueOrSql<number>,
  now: ValueOrSql<Date>,
): RawBuilder<SqlBool> => sql`
  (select count(*) from (select from upload
      where person_id = ${personId} and visitor_id is null and state = 'open' and expires_at > ${now}::timestamptz
      limit ${limit}) as open)
    < ${limit}::bigint`

/** Likewise a visitor of a link, and all visitors of it. */
export const visitorHasFewerOpen = (
  of: (name: 'visitorId' | 'linkId' | 'limit' | 'ofLink') => RawBuilder<unknown>,
  now: ValueOrSql<Date>,
): RawBuilder<SqlBool> => sql`
  (select count(*) < ${of('ofLink')}::bigint
      and count(*) filter (where visitor_id = ${of('visitorId')}::uuid) < ${of('limit')}::bigint
    from upload where link_id = ${of('linkId')}::uuid and state = 'open' and expires_at > ${now}::timestamptz)`

/** Rows of this sender alone: a person's are not those of visitors of its links. */
const sentBy = ({ personId, visitorId }: UploadSender) =>
  sql<SqlBool>`person_id = ${personId}::uuid and visitor_id is not distinct from ${visitorId}::uuid`

export async function uploadOf(db: Reader, sender: UploadSender, key: string): Promise<Upload | undefined> {
  const raw = await db
    .selectFrom('upload')
    .select(columns)
    .where('key', '=', key)
    .where(sentBy(sender))
    .executeTakeFirst()
  return raw && toUpload(raw)
}

export async function uploadByKey(db: Reader, key: string): Promise<Upload | undefined> {
  const raw = await db.selectFrom('upload').select(columns).where('key', '=', key).executeTakeFirst()
  return raw && toUpload(raw)
}

/**
 * The upload, locked with its space, and stored content equal to it, and whether rules of the content check apply to names of new
 * files in groups. Concurrent saves and discards are serialized.
 */
export async function takeUpload(
  tx: Tx,
  received: BlobValues,
  dedup: boolean,
): Promise<{ upload: Upload; known: KnownContent | null; hasNameRules: boolean } | undefined> {
  const [raw] = await (dedup ? takingDeduplicated : takingAlone)(tx, received)
  if (!raw) return undefined
  const { known, hasNameRules, ...rest } = raw
  return { upload: toUpload(rest), known, hasNameRules }
}

const taking = (dedup: boolean) => (slot: Placeholders<BlobValues>) =>
  sql<Raw & { known: KnownContent | null; hasNameRules: boolean }>`
    with ${knownContent(slot, dedup)}
    select (select to_json(known) from known) as known, ${hasRuleSql('upload')} as "hasNameRules",
      ${sql.join(columns.map((column) => sql`u.${columnOf(column)}`))}
    from upload u join space s on s.id = u.space_id where u.key = ${slot('key')} for update of u, s`

/** Kysely's `name as alias` as SQL. */
function columnOf(column: string): RawBuilder<unknown> {
  const [name = column, alias = name] = column.split(' as ')
  return sql`${sql.ref(name)} as ${sql.ref(alias)}`
}

const takingDeduplicated = compiledStatement(taking(true))
const takingAlone = compiledStatement(taking(false))

/** An open upload of a person who may still sign in. */
export async function openUpload(db: Reader, key: string, now: Date): Promise<Upload | undefined> {
  const raw = await db
    .selectFrom('upload as u')
    .innerJoin('person as p', 'p.id', 'u.person_id')
    .select(columns.map((column) => `u.${column}` as const))
    .where('u.key', '=', key)
    .where('u.state', '=', 'open')
    .where('u.expires_at', '>', now)
    .where('p.status', '=', 'active')
    .where((eb) => eb.or([eb('p.valid_until', 'is', null), eb('p.valid_until', '>', now)]))
    .executeTakeFirst()
  return raw && toUpload(raw)
}

export async function openUploadsOf(db: Reader, sender: UploadSender, now: Date): Promise<Upload[]> {
  const rows = await db
    .selectFrom('upload')
    .select(columns)
    .where(sentBy(sender))
    .where('state', '=', 'open')
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('key', 'desc')
    .execute()
  return rows.map(toUpload)
}

/** A sender's open uploads that may be of the same file, newest first; a few. */
export async function openUploadsLike(
  db: Reader,
  sender: UploadSender,
  like: Pick<Upload, 'parentId' | 'name' | 'size' | 'conflict' | 'modifiedAt'>,
  now: Date,
): Promise<Upload[]> {
  const rows = await db
    .selectFrom('upload')
    .select(columns)
    .where(sentBy(sender))
    .where('state', '=', 'open')
    .where('parent_id', '=', like.parentId)
    .where('name', '=', like.name)
    .where('size', '=', like.size)
    .where('conflict', '=', like.conflict)
    .where('modified_at', '=', like.modifiedAt)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .limit(FEW)
    .execute()
  return rows.map(toUpload)
}
const FEW = 4

/** Ends a saved upload: turns its reservation into a charge and records the change. Sizes in bytes. */
export async function markSaved(tx: Tx, end: UploadEnd, change: NewChange | undefined): Promise<void> {
  if (change) await endingTold(tx, { ...prepareChange(tx, change), ...end })
  else await endingQuietly(tx, end)
}

/** Charges what the upload's session has reserved. */
export const SESSION_CHARGE = { take: takeUpload, end: markSaved }

export interface UploadEnd {
  readonly key: string
  readonly fileId: string
  readonly outcome: AddFileOutcome
  readonly spaceId: string
  readonly size: number
  readonly charged: number
}

const ending = (slot: Placeholders<UploadEnd>, recording: RawBuilder<unknown>) => sql<never>`
    with settled as (${settleSql(slot('spaceId'), slot('size'), slot('charged'))}), recorded as (${recording})
    update upload set state = 'saved', file_id = ${slot('fileId')}, outcome = ${slot('outcome')}
    where key = ${slot('key')}`

const endingQuietly = compiledStatement<UploadEnd, never>((slot) => ending(slot, sql`select`))
const endingTold = compiledStatement<UploadEnd & ChangeValues, never>((slot) =>
  ending(slot, insertChangeSql(slot)),
)

/** Ends an open upload. Returns what it had reserved; undefined if it was not open. */
export async function markDiscarded(
  tx: Tx,
  key: string,
  endedBy: string | null,
): Promise<{ bucket: string; key: string; spaceId: string; size: number } | undefined> {
  return tx
    .updateTable('upload')
    .set({ state: 'discarded', ended_by: endedBy })
    .where('key', '=', key)
    .where('state', '=', 'open')
    .returning(['bucket', 'key', 'space_id as spaceId', 'size'])
    .executeTakeFirst()
}

/** Locks an upload that the check discarded because its content was stored already. */
export async function lockDiscarded(tx: Tx, personId: string, key: string): Promise<boolean> {
  const row = tx
    .selectFrom('upload')
    .select('key')
    .where('key', '=', key)
    .where('person_id', '=', personId)
    .where('visitor_id', 'is', null)
    .where('state', '=', 'discarded')
    .where('ended_by', 'is', null)
    .forUpdate()
  return (await row.executeTakeFirst()) !== undefined
}

export async function markSavedAs(
  tx: Tx,
  key: string,
  { fileId, outcome }: { fileId: string; outcome: AddFileOutcome },
): Promise<void> {
  await tx
    .updateTable('upload')
    .set({ state: 'saved', file_id: fileId, outcome })
    .where('key', '=', key)
    .execute()
}

/** Expired uploads in order of key, after `after`. */
export async function expiredUploads(
  db: Reader,
  state: 'open' | 'ended',
  now: Date,
  buckets: readonly string[],
  limit: number,
  after = '',
): Promise<Upload[]> {
  const rows = await db
    .selectFrom('upload')
    .select(columns)
    .where('expires_at', '<=', now)
    .where('key', '>', after)
    .where(sql<SqlBool>`bucket = any(${[...buckets]}::text[])`)
    .where('state', state === 'open' ? '=' : '<>', 'open')
    .orderBy('key')
    .limit(limit)
    .execute()
  return rows.map(toUpload)
}

export async function openKeysIn(db: Reader, spaceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('upload')
    .select('key')
    .where('space_id', '=', spaceId)
    .where('state', '=', 'open')
    .execute()
  return rows.map((row) => row.key)
}

export async function deleteUpload(db: Reader, key: string): Promise<void> {
  await db.deleteFrom('upload').where('key', '=', key).where('state', '<>', 'open').execute()
}

/** Whether any version of the file has this content. */
export async function hasVersionOf(db: Reader, fileId: string, sha256: Buffer): Promise<boolean> {
  const version = db
    .selectFrom('file_version as v')
    .innerJoin('blob as b', 'b.id', 'v.blob_id')
    .select('v.id')
    .where('v.file_id', '=', fileId)
    .where('b.sha256', '=', sha256)
  return (await version.executeTakeFirst()) !== undefined
}
