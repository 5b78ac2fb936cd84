import { DAY, MINUTE } from '@clouddisk/contract/time'
import type { Context } from '../../context.ts'
import { runInBackground } from '../../db/database.ts'
import { AvailabilityGuard } from '../../objects/availability.ts'
import { CopyMismatch, copyObject, SourceUnreadable } from '../../objects/copy.ts'
import { NoSuchObject, ObjectCorrupted, type ObjectError, StoreUnavailable } from '../../objects/port.ts'
import type { StoredObject } from '../../objects/stores.ts'
import { TokenBucket } from '../../objects/token-bucket.ts'
import { readThrottled, verifyObject } from '../../objects/verify-object.ts'
import { recordPending, renewPending } from '../pending.ts'
import { quarantineOnRead } from '../quarantine-now.ts'
import { verifyAt } from '../scrub.ts'
import type { LiveContent } from '../scrub-records.ts'
import * as store from './store.ts'

/** Copies of content in buckets of other clusters: made, read again from time to time, and dropped when they are of no use. */

/** A long copy renews its pending object this often. */
const RENEWED_MS = 5 * MINUTE

export type CopyOutcome =
  | 'copied'
  /** The content is not in use any more, or has a copy by now. */
  | 'notNeeded'
  /** No place of the content can be read completely. */
  | 'damaged'

/**
 * Copies content into a bucket, from the nearest place that can be read, and reads the copy back before its row says that it is
 * one. A copy that was cut off goes on with the parts that are there. Throws StoreUnavailable, StoreFull (of the target).
 * @param throttle resolves when so many bytes may be sent.
 */
export async function copyContent(
  ctx: Context,
  content: LiveContent,
  toBucket: string,
  throttle: (bytes: number) => Promise<void>,
): Promise<CopyOutcome> {
  const copying = { bucket: toBucket, key: content.key }
  await recordPending(ctx, copying)
  let lastReport = performance.now()
  const renewing = async (bytes: number) => {
    await throttle(bytes)
    if (performance.now() - lastReport < RENEWED_MS) return
    lastReport = performance.now()
    await renewPending(ctx, copying)
  }
  const { size, sha256 } = content
  let unavailable: StoreUnavailable | undefined
  for (const place of await ctx.stores.placesOf(content)) {
    if (place.bucket === toBucket) continue
    const source = { key: place.key, etag: place.etag, size, sha256, targetKey: content.key }
    try {
      const copy = await copyObject(ctx.stores.of(place.bucket), ctx.stores.of(toBucket), source, renewing)
      const now = ctx.now()
      const made = await ctx.db.transact((tx) =>
        store.recordCopy(tx, content.id, { ...copying, etag: copy.etag }, now),
      )
      return made ? 'copied' : 'notNeeded'
    } catch (error) {
      if (error instanceof CopyMismatch || error instanceof SourceUnreadable)
        ctx.log.error(
          { err: error, bucket: place.bucket, key: place.key },
          'content to be copied cannot be read',
        )
      else if (error instanceof StoreUnavailable) unavailable = error
      else throw error
    }
  }
  if (unavailable) throw unavailable
  return 'damaged'
}

/**
 * What a reader found at a place that it could not read. A copy is checked and dropped, so that the next run makes it again;
 * content itself is quarantined and repaired from a copy.
 */
export function reportDamage(ctx: Context, object: StoredObject, error: ObjectError): void {
  const warn = (err: unknown) => ctx.log.warn({ err, key: object.key }, 'damage could not be recorded')
  runInBackground(async () => {
    const copy = await store.copyAt(ctx.db.reader, object.bucket, object.key)
    if (copy) await verifyCopy(ctx, copy)
    else if (error instanceof ObjectCorrupted) await quarantineOnRead(ctx, object)
    else if (error instanceof NoSuchObject) await verifyAt(ctx, object)
  }).catch(warn)
}

/** Leaves copies to the garbage collector. @returns how many. */
export const dropCopies = (ctx: Context, ids: readonly string[]): Promise<number> =>
  store.dropCopies(ctx.db.reader, ids, ctx.now())

/** Drops the copy at this place. False if there is none. */
export async function dropCopyAt(
  ctx: Context,
  { bucket, key }: Pick<StoredObject, 'bucket' | 'key'>,
): Promise<boolean> {
  const copy = await store.copyAt(ctx.db.reader, bucket, key)
  return copy !== undefined && (await dropCopies(ctx, [copy.id])) > 0
}

/** Drops a copy that was wrong while it was sent, before this resolves. False if the object is no copy. */
export async function dropDamagedCopy(ctx: Context, object: StoredObject): Promise<boolean> {
  const dropped = await dropCopyAt(ctx, object)
  const { bucket, key } = object
  if (dropped) ctx.log.error({ bucket, key }, 'a copy was wrong when it was read; it is made again')
  return dropped
}

/** Reads a copy, and drops it if it differs or cannot be read. Throws StoreUnavailable. */
async function verifyCopy(ctx: Context, copy: store.Copy, reading = readThrottled(async () => undefined)) {
  const mismatch = await verifyObject(ctx.stores, copy, reading)
  if (!mismatch) {
    await store.markVerified(ctx.db.reader, copy.id, ctx.now())
    return
  }
  // What cannot be read today may be readable tomorrow; a copy is only of use if it can be read.
  const { bucket, key } = copy
  ctx.log.error(
    { bucket, key, kind: mismatch.kind },
    `the bytes of a copy ${mismatch.message}; it is made again`,
  )
  await dropCopies(ctx, [copy.id])
}

const A_STEP = 100
/** Length of one run. */
const RUN_MS = 8 * MINUTE

/** Reads copies again, each once in the days of a scrub, those first that were read longest ago. */
export async function verifyCopies(ctx: Context): Promise<void> {
  const { scrubDays, scrubSpeed } = ctx.config
  if (scrubDays === 0) return
  const rate = new TokenBucket(scrubSpeed)
  const reading = readThrottled((bytes) => new Promise((resolve) => void rate.take(bytes, resolve)))
  const before = new Date(ctx.now().getTime() - scrubDays * DAY)
  const end = performance.now() + RUN_MS
  const guard = new AvailabilityGuard(ctx.stores, (bucket, err) =>
    ctx.log.warn({ err, bucket }, 'bucket unreachable; its copies are read later'),
  )
  for (const bucket of ctx.stores.buckets)
    await guard.try(bucket, async () => {
      for (;;) {
        const copies = await store.copiesVerifiedBefore(ctx.db.reader, bucket, before, A_STEP)
        for (const copy of copies) {
          if (performance.now() > end) return
          await verifyCopy(ctx, copy, reading)
        }
        if (copies.length < A_STEP) return
      }
    })
}

/** Leaves copies that are of no use to the garbage collector. */
export async function dropUselessCopies(ctx: Context): Promise<void> {
  for (;;) {
    const ids = await store.uselessCopies(ctx.db.reader, A_STEP)
    if (ids.length === 0) return
    await dropCopies(ctx, ids)
  }
}

/** How long a copy of the mode "sync only" is kept, where its bucket does not say. */
export const STORAGE_CYCLE_DAYS = 30
