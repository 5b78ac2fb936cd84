import { DAY, HOUR, MINUTE } from '@clouddisk/contract/time'
import { TZDate } from '@date-fns/tz'
import type { Context } from '../context.ts'
import { allSettledSequentially } from '../jobs/all-settled.ts'
import { AvailabilityGuard } from '../objects/availability.ts'
import type { StoredObject } from '../objects/stores.ts'
import { TokenBucket } from '../objects/token-bucket.ts'
import {
  type ObjectMismatch,
  type ObjectReading,
  readThrottled,
  readUnthrottled,
} from '../objects/verify-object.ts'
import { notifyCorruption } from './notify-administrators.ts'
import {
  isProvenMismatch,
  quarantine,
  type RateLimit,
  repairFromDuplicate,
  unquarantine,
} from './quarantine.ts'
import * as store from './scrub-records.ts'
import { verifyStored } from './verify-object.ts'

/**
 * Scrub: reads all content again, bucket by bucket in small steps, so that corruption is found while another copy exists.
 * Nights read a day's share ahead; days read only what the nights did not finish.
 */

/** A round is planned to end early, so that content of a bucket that was unavailable is still read in time. */
const ROUND_SHARE = 0.9
/** Least share of one day, in bytes. */
const SHARE_MIN = 1024 ** 3
/** Cost of one object beside its bytes, in bytes. */
const OBJECT_COST = 64 * 1024
const NIGHT = { from: 22, to: 6 }
/** Length of one run; the next one continues where it ended. */
const RUN_MS = 8 * MINUTE
const A_STEP = 100
/** The cursor is saved at least every so many bytes. */
const SAVED_EVERY = 64 * 1024 ** 2
/** Corruptions rechecked per bucket and run. */
const FAULTS_A_RUN = 200

/** A suspicion is checked again after this. */
const SUSPECT_AGAIN_MS = HOUR
/** Content that is missing or unreadable for this long is quarantined. */
const LOST_MS = 6 * HOUR
/** Quarantined content is read again after this: somebody may have restored the object. */
const DAMAGED_AGAIN_MS = DAY
/** Repaired corruptions are listed this long. */
const MENDED_KEPT_MS = 90 * DAY

interface ScrubRun {
  readonly ctx: Context
  readonly guard: AvailabilityGuard
  readonly pace: RateLimit
  readonly reading: ObjectReading
  readonly isOver: () => boolean
}

/** One run: open corruptions first, then the due content of each bucket. */
export async function scrubStep(ctx: Context): Promise<void> {
  const { scrubDays, scrubSpeed } = ctx.config
  if (scrubDays === 0) return
  const rate = new TokenBucket(scrubSpeed)
  const pace: RateLimit = (bytes) =>
    new Promise((resolve) => {
      rate.take(bytes, resolve)
    })
  const end = performance.now() + RUN_MS
  const guard = new AvailabilityGuard(ctx.stores, (bucket, err) =>
    ctx.log.warn({ err, bucket }, 'bucket unreachable; its content is read later'),
  )
  const run = {
    ctx,
    guard,
    pace,
    reading: readThrottled(pace),
    isOver: () => performance.now() > end,
  }
  try {
    await recheckCorruptions(run)
    await allSettledSequentially(ctx.stores.buckets, (bucket) =>
      guard.try(bucket, () => scrubBucket(run, bucket)),
    )
  } finally {
    await notifyCorruption(ctx)
  }
  await store.deleteRepaired(ctx.db.reader, new Date(ctx.now().getTime() - MENDED_KEPT_MS))
}

/**
 * Quarantines content whose bytes were wrong in a download. Returns a function that reads it again, releases it if it is intact
 * and repairs it if there is a duplicate; undefined if the row names another object by now.
 */
export async function quarantineAndRecheck(
  ctx: Context,
  { bucket, key }: StoredObject,
): Promise<(() => Promise<void>) | undefined> {
  const { reader } = ctx.db
  const content = await store.contentAt(reader, bucket, key)
  const mismatch: ObjectMismatch = { kind: 'hash', message: 'differ from what was uploaded' }
  if (!content || !(await store.openCorruption(reader, content, mismatch, ctx.now()))) return undefined
  if (!(await quarantine(ctx, content, mismatch))) return undefined
  return async () => {
    const run = unlimitedRun(ctx)
    const fault = await store.corruptionOf(reader, content.id)
    if (fault) await run.guard.try(bucket, () => recheckCorruption(run, fault, ALL_DUE))
    await notifyCorruption(ctx)
  }
}

/** Reads an object again that was not found, and records it like a scrub does: what stays away is repaired by a later step. */
export async function verifyAt(ctx: Context, { bucket, key }: StoredObject): Promise<void> {
  const content = await store.contentAt(ctx.db.reader, bucket, key)
  if (content) await verifyContent(unlimitedRun(ctx), content)
}

/** Records what a full read on the command line finds, like a scrub. */
export interface ExternalScrub {
  /** Handles content, by its id, that was read with a mismatch. False if it is not live. */
  found(id: string): Promise<boolean>
  /** Rechecks, after the last object, corruptions that were known before. */
  end(): Promise<void>
}

export function externalScrub(ctx: Context): ExternalScrub {
  const run = unlimitedRun(ctx)
  const { reader } = ctx.db
  const before = new Date(ctx.now().getTime() - 1)
  return {
    found: async (id) => {
      const [content] = await store.contentByIds(reader, [id])
      if (content) await verifyContent(run, content)
      return content !== undefined
    },
    end: async () => {
      const faults = (await store.allCorruptions(reader)).filter(({ checkedAt }) => checkedAt <= before)
      await allSettledSequentially(faults, (fault) =>
        run.guard.try(fault.bucket, () =>
          recheckCorruption(run, fault, { suspected: before, damaged: before }),
        ),
      )
      await notifyCorruption(ctx)
    },
  }
}

/** Everything is due. */
const ALL_DUE: store.RetryTimes = { suspected: new Date(8.64e15), damaged: new Date(8.64e15) }

const unlimitedRun = (ctx: Context): ScrubRun => ({
  ctx,
  guard: new AvailabilityGuard(ctx.stores, (bucket, err) =>
    ctx.log.warn({ err, bucket }, 'bucket unreachable; its content is read later'),
  ),
  pace: unlimited,
  reading: readUnthrottled,
  isOver: () => false,
})

const verifyContent = (run: ScrubRun, content: store.LiveContent): Promise<unknown> =>
  run.guard.try(content.bucket, async () => {
    const mismatch = await verifyStored(run.ctx.stores, content, run.reading)
    if (mismatch) await recordMismatch(run, content, mismatch)
  })

const unlimited: RateLimit = async () => undefined

async function scrubBucket(run: ScrubRun, bucket: string): Promise<void> {
  const { ctx, isOver } = run
  const { reader } = ctx.db
  let round = (await store.scrubRounds(reader)).get(bucket)
  if (!round || isDue(ctx, round)) round = await store.beginRound(reader, bucket, ctx.now())
  if (round.endedAt) return
  const most = allowanceNow(ctx, round)
  let work = workOf(round)
  for (let after = round.lastKey; ; ) {
    if (work >= most && workOf({ objects: round.totalObjects, bytes: round.totalBytes }) > most) return
    const contents = await store.contentAfter(reader, round, after, A_STEP)
    if (contents.length === 0) return store.endRound(reader, bucket, ctx.now())
    let read = { objects: 0, bytes: 0 }
    for (const content of contents) {
      const mismatch = await verifyStored(run.ctx.stores, content, run.reading)
      if (mismatch) await recordMismatch(run, content, mismatch)
      after = content.key
      read = { objects: read.objects + 1, bytes: read.bytes + content.size }
      if (isOver() || read.bytes >= SAVED_EVERY) break
    }
    await store.advanceRound(reader, bucket, after, read)
    work += workOf(read)
    if (isOver()) return
  }
}

const isDue = ({ config, now }: Context, { startedAt }: store.ScrubRound): boolean =>
  now().getTime() >= startedAt.getTime() + config.scrubDays * ROUND_SHARE * DAY

const workOf = ({ objects, bytes }: { objects: number; bytes: number }): number =>
  bytes + objects * OBJECT_COST

/** Work of the round that may be done by now. */
function allowanceNow({ config, now }: Context, round: store.ScrubRound): number {
  const all = workOf({ objects: round.totalObjects, bytes: round.totalBytes })
  const share = Math.max(all / (config.scrubDays * ROUND_SHARE), SHARE_MIN)
  const hour = new TZDate(now(), config.timeZone).getHours()
  const isNight = hour >= NIGHT.from || hour < NIGHT.to
  const days = Math.floor((now().getTime() - round.startedAt.getTime()) / HOUR) / 24
  return share * (isNight ? days + 1 : days)
}

/** Records a mismatch. Wrong bytes are quarantined after a second read; missing or unreadable objects are checked later. */
async function recordMismatch(
  run: ScrubRun,
  content: store.LiveContent,
  mismatch: ObjectMismatch,
): Promise<void> {
  const { ctx } = run
  if (!(await store.openCorruption(ctx.db.reader, content, mismatch, ctx.now()))) return
  const { bucket, key } = content
  ctx.log.warn({ bucket, key, blobId: content.id, kind: mismatch.kind }, `stored bytes ${mismatch.message}`)
  if (!isProvenMismatch(mismatch)) return
  // A second read excludes a fault of the network or of this process.
  const again = await verifyStored(run.ctx.stores, content, run.reading)
  if (!again) await store.deleteSuspicion(ctx.db.reader, content.id)
  else if (isProvenMismatch(again)) await quarantineAndRepair(run, content, again)
}

async function quarantineAndRepair(
  run: ScrubRun,
  content: store.LiveContent,
  mismatch: ObjectMismatch,
): Promise<void> {
  const { ctx } = run
  if (!(await quarantine(ctx, content, mismatch))) return
  const fault = await store.corruptionOf(ctx.db.reader, content.id)
  if (fault?.hasDuplicate) await repairFromDuplicate(ctx, fault, run.pace)
}

/** Bucket by bucket, so that an unavailable bucket does not delay the others. */
async function recheckCorruptions(run: ScrubRun): Promise<void> {
  const { ctx, guard } = run
  const now = ctx.now().getTime()
  const due = {
    suspected: new Date(now - SUSPECT_AGAIN_MS),
    damaged: new Date(now - DAMAGED_AGAIN_MS),
  }
  await allSettledSequentially(ctx.stores.buckets, async (bucket) => {
    const faults = await store.dueCorruptions(ctx.db.reader, bucket, due, FAULTS_A_RUN)
    await allSettledSequentially(faults, (fault) =>
      guard.try(bucket, () => recheckCorruption(run, fault, due)),
    )
  })
}

async function recheckCorruption(
  run: ScrubRun,
  fault: store.Corruption,
  due: store.RetryTimes,
): Promise<void> {
  const { ctx, pace, isOver } = run
  const { reader } = ctx.db
  const isDamaged = fault.confirmedAt !== null
  if (isOver()) return
  if (isDamaged && fault.hasDuplicate && (await repairFromDuplicate(ctx, fault, pace))) return
  if (isDamaged && fault.checkedAt > due.damaged) return
  const mismatch = await verifyStored(ctx.stores, fault, run.reading)
  if (!mismatch) return isDamaged ? unquarantine(ctx, fault) : store.deleteSuspicion(reader, fault.id)
  await store.markChecked(reader, fault.id, mismatch.kind, mismatch.message, ctx.now())
  if (isDamaged || mismatch.isUnavailable) return
  if (isProvenMismatch(mismatch) || ctx.now().getTime() >= fault.detectedAt.getTime() + LOST_MS)
    await quarantineAndRepair(run, fault, mismatch)
}
