import { EDIT_LOCK_MS } from '@clouddisk/contract/coediting'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/database.ts'

/** SQL of the locks that Office servers hold. One that has ended is none. */

export interface EditLock {
  readonly lockId: string
  readonly personId: string
  readonly clusterId: string | null
  readonly versionId: string
  readonly lockedAt: Date
  readonly expiresAt: Date
}

export async function findLock(db: Reader, fileId: string, now: Date): Promise<EditLock | undefined> {
  const { rows } = await sql<EditLock>`
    select lock_id as "lockId", person_id as "personId", cluster_id as "clusterId", version_id as "versionId",
      locked_at as "lockedAt", expires_at as "expiresAt"
    from edit_lock where file_id = ${fileId} and expires_at > ${now}::timestamptz`.execute(db)
  return rows[0]
}

/** The same, held until the transaction ends. */
export async function holdLock(tx: Tx, fileId: string, now: Date): Promise<EditLock | undefined> {
  await sql`select from edit_lock where file_id = ${fileId} for update`.execute(tx)
  return findLock(tx, fileId, now)
}

export interface NewLock {
  readonly fileId: string
  readonly lockId: string
  readonly personId: string
  readonly clusterId: string
}

const end = (now: Date): Date => new Date(now.getTime() + EDIT_LOCK_MS)

/** Takes the lock, or refreshes it if it has this id; false, without effect, if there is another one. */
export async function takeLock(db: Reader, lock: NewLock, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into edit_lock (file_id, lock_id, person_id, cluster_id, version_id, locked_at, expires_at)
    select ${lock.fileId}::uuid, ${lock.lockId}, ${lock.personId}::uuid, c.id, f.version_id, ${now}::timestamptz, ${end(now)}::timestamptz
    from file f left join cluster c on c.id = ${lock.clusterId}::uuid where f.id = ${lock.fileId} and f.version_id is not null
    on conflict (file_id) do update set
      lock_id = excluded.lock_id, expires_at = excluded.expires_at,
      person_id = case when edit_lock.expires_at > ${now}::timestamptz then edit_lock.person_id else excluded.person_id end,
      cluster_id = case when edit_lock.expires_at > ${now}::timestamptz then edit_lock.cluster_id else excluded.cluster_id end,
      version_id = case when edit_lock.expires_at > ${now}::timestamptz then edit_lock.version_id else excluded.version_id end,
      locked_at = case when edit_lock.expires_at > ${now}::timestamptz then edit_lock.locked_at else excluded.locked_at end
    where edit_lock.lock_id = excluded.lock_id or edit_lock.expires_at <= ${now}::timestamptz
    returning file_id`.execute(db)
  return rows.length > 0
}

/** Gives the lock another id, or the same, and refreshes it; false, without effect, if it does not have the id `held`. */
export async function renewLock(
  db: Reader,
  fileId: string,
  { held, lockId = held }: { held: string; lockId?: string },
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update edit_lock set lock_id = ${lockId}, expires_at = ${end(now)}::timestamptz
    where file_id = ${fileId} and lock_id = ${held} and expires_at > ${now}::timestamptz`.execute(db)
  return numAffectedRows === 1n
}

export async function dropLock(db: Reader, fileId: string, held: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from edit_lock
    where file_id = ${fileId} and lock_id = ${held} and expires_at > ${now}::timestamptz`.execute(db)
  return numAffectedRows === 1n
}

/** What is edited is this version now. */
export const noteSaved = (tx: Tx, fileId: string, versionId: string) =>
  sql`update edit_lock set version_id = ${versionId} where file_id = ${fileId}`.execute(tx)

/** A version that somebody else added while the file was open: it is kept, however many more are saved. */
export const keepVersion = (tx: Tx, versionId: string) =>
  sql`update file_version set pinned = true where id = ${versionId}`.execute(tx)

export const deleteEndedLocks = (db: Reader, now: Date) =>
  sql`delete from edit_lock where expires_at <= ${now}::timestamptz`.execute(db)
