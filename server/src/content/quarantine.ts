import { MINUTE } from '@clouddisk/contract/time'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import { AvailabilityGuard } from '../objects/availability.ts'
import { CopyMismatch, copyObject, SourceUnreadable } from '../objects/copy.ts'
import type { ObjectStore } from '../objects/port.ts'
import type { StoredObject } from '../objects/stores.ts'
import { SourceUnavailable } from '../objects/unavailable-objects.ts'
import type { ObjectMismatch } from '../objects/verify-object.ts'
import { notifyCorruption } from './notify-administrators.ts'
import { leaveOrphaned, recordPending, renewPending, takeObject } from './pending.ts'
import * as store from './scrub-records.ts'

/** Quarantines corrupted content, repairs it from identical content, and releases content that reads correctly again. */

/** A long copy renews its pending object this often. */
const RENEWED_MS = 5 * MINUTE

export type RateLimit = (bytes: number) => Promise<void>

/** Withholds corrupted content from everybody. False if the row names another object by now. */
export async function quarantine(
  ctx: Context,
  content: store.LiveContent,
  mismatch: ObjectMismatch,
): Promise<boolean> {
  const { id, bucket, key } = content
  const done = await ctx.db.transact(async (tx) => {
    await sql`select from blob where id = ${id} for update`.execute(tx)
    // A concurrent read may have deleted the suspicion; without a corruption row nothing would repair or release the content.
    if (!(await store.openCorruption(tx, content, mismatch, ctx.now()))) return false
    await tx
      .updateTable('blob')
      .set({ state: 'quarantined', state_since: ctx.now() })
      .where('id', '=', id)
      .execute()
    await tx.updateTable('corruption').set({ confirmed_at: ctx.now() }).where('blob_id', '=', id).execute()
    return true
  })
  if (done)
    ctx.log.error(
      { bucket, key, blobId: id, kind: mismatch.kind },
      `stored bytes ${mismatch.message}; quarantined`,
    )
  return done
}

/** Whether the bytes are certainly wrong. A missing or unreadable object may be a temporary failure. */
export const isProvenMismatch = ({ kind }: ObjectMismatch): boolean => kind === 'size' || kind === 'hash'

/** Records a mismatch that cannot be repaired now; proven corruption is quarantined. */
export async function recordCorruption(
  ctx: Context,
  content: store.LiveContent,
  mismatch: ObjectMismatch,
): Promise<void> {
  if (!isProvenMismatch(mismatch)) await store.openCorruption(ctx.db.reader, content, mismatch, ctx.now())
  else if (await quarantine(ctx, content, mismatch)) await notifyCorruption(ctx)
}

/** Releases quarantined content that reads correctly again. */
export async function unquarantine(ctx: Context, { id, bucket, key }: store.Corruption): Promise<void> {
  const done = await ctx.db.transact(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('blob')
      .set({ state: 'live', state_since: ctx.now() })
      .where('id', '=', id)
      .where('bucket', '=', bucket)
      .where('key', '=', key)
      .where('state', '=', 'quarantined')
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await markRepaired(ctx, tx, id)
    return numUpdatedRows > 0n
  })
  if (done) ctx.log.warn({ bucket, key, blobId: id }, 'damaged content is intact again')
}

const markRepaired = (ctx: Context, tx: Tx, id: string) =>
  tx
    .updateTable('corruption')
    // Content repaired before it was quarantined counts as corrupted, too.
    .set((eb) => ({
      repaired_at: ctx.now(),
      confirmed_at: eb.fn.coalesce('confirmed_at', eb.val(ctx.now())),
    }))
    .where('blob_id', '=', id)
    .execute()

/** Repairs from a duplicate in any bucket. False if there is none that can be read now. */
export async function repairFromDuplicate(
  ctx: Context,
  fault: store.Corruption,
  pace: RateLimit,
): Promise<boolean> {
  const guard = new AvailabilityGuard(ctx.stores, (bucket, err) =>
    ctx.log.warn({ err, bucket }, 'bucket unreachable; damaged content is repaired later'),
  )
  for (const duplicate of await store.duplicatesOf(ctx.db.reader, fault)) {
    const source = { ...duplicate, store: ctx.stores.of(duplicate.bucket) }
    const repaired = () => repairFrom(ctx, fault, source, { pace })
    if (await guard.try(duplicate.bucket, () => falseIfUnavailable(ctx, source, repaired))) return true
  }
  return false
}

/** False if the store responds but refuses this one object; another duplicate may be readable. */
async function falseIfUnavailable(
  ctx: Context,
  source: RepairSource,
  work: () => Promise<boolean>,
): Promise<boolean> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SourceUnavailable)) throw error
    await source.store.check()
    const { key, store } = source
    ctx.log.warn({ err: error, bucket: store.bucket, key }, 'the store refuses content needed for a repair')
    return false
  }
}

/** An identical object in any store. */
export interface RepairSource {
  readonly store: ObjectStore
  readonly key: string
  readonly etag: string | null
}

/** Copies the source to a new key and has the content row name it. False if the source is unreadable or differs. */
export async function repairFrom(
  ctx: Context,
  content: store.LiveContent,
  source: RepairSource,
  { pace, mismatch }: { pace?: RateLimit; mismatch?: ObjectMismatch } = {},
): Promise<boolean> {
  const copy = await copyToNewKey(ctx, content, source, pace)
  return copy !== undefined && useObject(ctx, content, copy, { mismatch })
}

/** Returns the copy, a pending object; undefined if the source is unreadable or differs. */
async function copyToNewKey(
  ctx: Context,
  { bucket: own, size, sha256 }: store.LiveContent,
  source: RepairSource,
  pace: RateLimit = async () => undefined,
): Promise<StoredObject | undefined> {
  const { stores } = ctx
  const bucket = stores.stateOf(own) === 'active' ? own : stores.home.bucket
  const copying = { bucket, key: newId() }
  await recordPending(ctx, copying)
  let lastReport = performance.now()
  const renewing: RateLimit = async (bytes) => {
    await pace(bytes)
    if (performance.now() - lastReport < RENEWED_MS) return
    lastReport = performance.now()
    await renewPending(ctx, copying)
  }
  try {
    const { etag } = await copyObject(
      source.store,
      stores.of(bucket),
      { key: source.key, etag: source.etag, size, sha256, targetKey: copying.key },
      renewing,
    )
    return { ...copying, etag }
  } catch (error) {
    if (!(error instanceof CopyMismatch || error instanceof SourceUnreadable)) throw error
    ctx.log.error(
      { err: error, bucket: source.store.bucket, key: source.key },
      'content needed for a repair cannot be read',
    )
    return undefined
  }
}

/**
 * Has the row of damaged content name an equal object, pending or redundant until now; the damaged object becomes orphaned.
 * False if the row names another object by now.
 * @param options.mismatch a fault that was seen just now; recorded in the same transaction, so that the content stays available.
 * @param options.duplicateOf the content whose redundant copy `by` is.
 */
export async function useObject(
  ctx: Context,
  content: store.LiveContent,
  by: StoredObject,
  {
    mismatch,
    duplicateOf = null,
  }: { mismatch?: ObjectMismatch | undefined; duplicateOf?: string | null } = {},
): Promise<boolean> {
  const { id, bucket, key, size } = content
  const done = await ctx.db.transact(async (tx) => {
    if (!(await store.lockContent(tx, content))) return false
    if (mismatch) await store.openCorruption(tx, content, mismatch, ctx.now())
    await takeObject(tx, by, duplicateOf)
    await store.setObject(tx, id, by)
    await leaveOrphaned(ctx, tx, { bucket, key, size })
    await markRepaired(ctx, tx, id)
    return true
  })
  if (done)
    ctx.log.warn(
      { blobId: id, bucket: by.bucket, key: by.key },
      'damaged content was repaired from identical content',
    )
  return done
}
