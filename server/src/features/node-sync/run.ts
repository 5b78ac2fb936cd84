import type { SyncFailure } from '@clouddisk/contract/node-sync'
import { DAY, MINUTE } from '@clouddisk/contract/time'
import pLimit from 'p-limit'
import { copyContent, STORAGE_CYCLE_DAYS } from '../../content/copies/copies.ts'
import { hasRoom } from '../../content/placement.ts'
import { contentByIds, type LiveContent } from '../../content/scrub-records.ts'
import type { Context } from '../../context.ts'
import { StoreFull, StoreUnavailable } from '../../objects/port.ts'
import { TokenBucket } from '../../objects/token-bucket.ts'
import * as store from './store.ts'

/**
 * One run of a sync to one cluster: copies what is missing there. Each copy is a step of its own, so that a run that was cut off,
 * or is repeated, goes on with what is left.
 */

const ZERO_ID = '00000000-0000-0000-0000-000000000000'
/** Ids that are read at a time; they are walked in steps. */
const PORTION = 5000
const A_STEP = 100
/** Small files are copied so many at a time: each waits for several answers of a store that may be far away. */
const SMALL_BYTES = 8 * 1024 * 1024
const CONCURRENCY = 16
/** A failed run is tried again after this. */
const RETRY_MS: Record<SyncFailure, number> = {
  unreachable: 10 * MINUTE,
  full: 60 * MINUTE,
  noBucket: 60 * MINUTE,
  damaged: 60 * MINUTE,
  stopped: MINUTE,
}

export async function runTarget(ctx: Context, target: store.DueTarget): Promise<void> {
  const run = await store.beginRun(ctx.db.reader, target, {
    now: ctx.now(),
    defaultDays: STORAGE_CYCLE_DAYS,
  })
  if (!run) return
  const reason = await copyMissing(ctx, run).catch((error: unknown) => {
    ctx.log.warn({ err: error, ...target }, 'node sync stopped; it is tried again')
    return failureOf(error)
  })
  if (reason === 'ended') return
  const now = ctx.now()
  const retryAt = reason === null ? null : new Date(now.getTime() + RETRY_MS[reason])
  await store.endRun(ctx.db.reader, target, { now, reason, retryAt })
}

function failureOf(error: unknown): SyncFailure {
  if (error instanceof StoreFull) return 'full'
  return error instanceof StoreUnavailable ? 'unreachable' : 'stopped'
}

/** Null: all is there. `ended`: the sync was ended meanwhile. */
async function copyMissing(ctx: Context, run: store.SyncRun): Promise<SyncFailure | null | 'ended'> {
  const { reader } = ctx.db
  const { distances } = ctx.stores
  const buckets = distances.bucketsOf(run.clusterId)
  if (!buckets.some((bucket) => ctx.stores.stateOf(bucket) === 'active')) return 'noBucket'
  const except =
    run.direction === 'twoWay' ? [] : run.clusterIds.flatMap((clusterId) => distances.bucketsOf(clusterId))
  const which = { fileId: run.fileId, buckets, except, since: sinceOf(ctx, run) }
  await store.reportTotal(reader, run, await store.countMissing(reader, which))
  const rate = new TokenBucket(run.bytesPerSecond)
  const throttle = (bytes: number) => new Promise<void>((resolve) => void rate.take(bytes, resolve))
  let failed: SyncFailure | null = null
  for (let after = ZERO_ID; ; ) {
    const ids = await store.missingIds(reader, which, after, PORTION)
    for (let at = 0; at < ids.length; at += A_STEP) {
      const contents = await contentByIds(reader, ids.slice(at, at + A_STEP))
      const outcome = await copyAll(ctx, contents, buckets, throttle)
      failed ??= outcome.failed
      if (!(await store.reportDone(reader, run, outcome))) return 'ended'
    }
    const last = ids.at(-1)
    if (last === undefined) return failed
    after = last
  }
}

/** In the mode "sync only", what is older than the storage cycle is not copied. */
const sinceOf = (ctx: Context, { mode, storageCycle }: store.SyncRun): Date | null =>
  mode === 'syncAndSave' ? null : new Date(ctx.now().getTime() - storageCycle * DAY)

async function copyAll(
  ctx: Context,
  contents: readonly LiveContent[],
  buckets: readonly string[],
  throttle: (bytes: number) => Promise<void>,
): Promise<store.Amount & { failed: SyncFailure | null }> {
  let [files, bytes] = [0, 0]
  let failed: SyncFailure | null = null
  const copy = async (content: LiveContent) => {
    const bucket = await bucketWithRoom(ctx, buckets, content.size)
    if (bucket === undefined) throw new StoreFull()
    const outcome = await copyContent(ctx, content, bucket, throttle)
    if (outcome === 'damaged') failed = 'damaged'
    else {
      files += 1
      bytes += content.size
    }
  }
  const small = contents.filter(({ size }) => size <= SMALL_BYTES)
  const limit = pLimit(CONCURRENCY)
  const results = await Promise.allSettled(small.map((content) => limit(() => copy(content))))
  for (const result of results) if (result.status === 'rejected') throw result.reason
  for (const content of contents) if (content.size > SMALL_BYTES) await copy(content)
  return { files, bytes, failed }
}

export async function bucketWithRoom(
  ctx: Context,
  buckets: readonly string[],
  size: number,
): Promise<string | undefined> {
  for (const bucket of buckets) if (await hasRoom(ctx, bucket, size)) return bucket
  return undefined
}
