import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader, Tx } from '../../db/database.ts'
import type { Conflict, Outcome } from '../files/place.ts'

/** SQL of upload sessions; no rules here. */

export interface Upload {
  readonly key: string
  readonly bucket: string
  readonly personId: string
  readonly spaceId: string
  readonly parentId: string
  readonly name: string
  readonly size: number
  readonly partSize: number
  readonly conflict: Conflict
  readonly modifiedAt: Date | null
  readonly state: 'open' | 'saved' | 'discarded'
  readonly fileId: string | null
  readonly outcome: Outcome | null
  readonly createdAt: Date
  readonly expiresAt: Date
}

const columns = [
  'key',
  'bucket',
  'person_id as personId',
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
] as const

type Raw = Omit<Upload, 'outcome'> & { outcome: string | null }
const toUpload = (raw: Raw): Upload => ({ ...raw, outcome: raw.outcome as Outcome | null })

/** Opens a session where `room` gives a row; false, and nothing is opened, where it gives none. */
export async function insertUpload(
  db: Reader,
  upload: Omit<Upload, 'state' | 'fileId' | 'outcome'>,
  room: RawBuilder<unknown>,
): Promise<boolean> {
  const { rows } = await sql`
    with room as (${room})
    insert into upload (key, bucket, person_id, space_id, parent_id, name, size, part_size, conflict, modified_at,
      created_at, expires_at)
    select ${upload.key}, ${upload.bucket}, ${upload.personId}::uuid, ${upload.spaceId}::uuid, ${upload.parentId}::uuid,
      ${upload.name}, ${upload.size}::bigint, ${upload.partSize}::bigint, ${upload.conflict},
      ${upload.modifiedAt}::timestamptz, ${upload.createdAt}::timestamptz, ${upload.expiresAt}::timestamptz
    from room returning key`.execute(db)
  return rows.length > 0
}

/** Whether a person has fewer open uploads than `limit`. */
export const hasFewerOpen = (personId: string, limit: number): RawBuilder<SqlBool> => sql`
  (select count(*) from (select from upload where person_id = ${personId} and state = 'open' limit ${limit}) as open)
    < ${limit}::bigint`

export async function uploadOf(db: Reader, personId: string, key: string): Promise<Upload | undefined> {
  const raw = await db
    .selectFrom('upload')
    .select(columns)
    .where('key', '=', key)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return raw && toUpload(raw)
}

/** The upload, locked with its space: two saves, or a save and a discard, come one after the other. */
export async function lockUpload(tx: Tx, key: string): Promise<Upload | undefined> {
  const raw = await tx
    .selectFrom('upload as u')
    .innerJoin('space as s', 's.id', 'u.space_id')
    .select(columns.map((column) => `u.${column}` as const))
    .where('u.key', '=', key)
    .forUpdate()
    .executeTakeFirst()
  return raw && toUpload(raw)
}

/** An open upload of somebody who may still sign in. */
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

export async function openUploadsOf(db: Reader, personId: string, now: Date): Promise<Upload[]> {
  const rows = await db
    .selectFrom('upload')
    .select(columns)
    .where('person_id', '=', personId)
    .where('state', '=', 'open')
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('key', 'desc')
    .execute()
  return rows.map(toUpload)
}

/** A person's own open uploads of what looks like the same file, newest first; a few. */
export async function openUploadsLike(
  db: Reader,
  personId: string,
  like: Pick<Upload, 'parentId' | 'name' | 'size' | 'conflict' | 'modifiedAt'>,
  now: Date,
): Promise<Upload[]> {
  const rows = await db
    .selectFrom('upload')
    .select(columns)
    .where('person_id', '=', personId)
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

/** Ends an upload that became a file, and carries out `settling` and `recording` with it. */
export async function markSaved(
  tx: Tx,
  key: string,
  fileId: string,
  outcome: Outcome,
  settling: RawBuilder<unknown>,
  recording: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    with settled as (${settling}), recorded as (${recording})
    update upload set state = 'saved', file_id = ${fileId}, outcome = ${outcome} where key = ${key}`.execute(
    tx,
  )
}

/** Ends an open upload; what it had reserved is answered, nothing where it was not open. */
export async function markDiscarded(
  tx: Tx,
  key: string,
): Promise<{ spaceId: string; size: number } | undefined> {
  return tx
    .updateTable('upload')
    .set({ state: 'discarded' })
    .where('key', '=', key)
    .where('state', '=', 'open')
    .returning(['space_id as spaceId', 'size'])
    .executeTakeFirst()
}

/** Rows whose time is over, some at once; `open` ones first. */
export async function expiredUploads(
  db: Reader,
  state: 'open' | 'ended',
  now: Date,
  limit: number,
): Promise<Upload[]> {
  const rows = await db
    .selectFrom('upload')
    .select(columns)
    .where('expires_at', '<=', now)
    .where('state', state === 'open' ? '=' : '<>', 'open')
    .orderBy('expires_at')
    .limit(limit)
    .execute()
  return rows.map(toUpload)
}

export async function deleteUpload(db: Reader, key: string): Promise<void> {
  await db.deleteFrom('upload').where('key', '=', key).where('state', '<>', 'open').execute()
}

/** Whether the object under this key is content of a file. */
export async function isContent(db: Reader, key: string): Promise<boolean> {
  return (await db.selectFrom('blob').select('id').where('key', '=', key).executeTakeFirst()) !== undefined
}
