import { TZDate } from '@date-fns/tz'
import type { Context } from '../context.ts'
import { allSettledSequentially } from '../jobs/all-settled.ts'
import { Answering } from '../objects/availability.ts'
import type { StoredObject } from '../objects/stores.ts'
import { Pace } from '../objects/token-bucket.ts'
import { atFullSpeed, atPace, type Mismatch, type Reading } from '../objects/verify-object.ts'
import { tellAdministrators } from './notify-administrators.ts'
import { giveBack, heal, isProof, type Pacing, quarantine } from './quarantine.ts'
import * as store from './scrub-records.ts'
import { look } from './verify-object.ts'

/**
 * All that is stored is read again, bucket by bucket in small steps, so that what rots is known while there is another
 * copy. Nights read a day's share ahead; days only what nights have not managed.
 */

const HOUR_MS = 3600 * 1000
const DAY_MS = 24 * HOUR_MS
/** A round is over a little early: what waited for a bucket that was away is in time all the same. */
const ROUND_SHARE = 0.9
/** What a night reads of however little there is. Bytes. */
const SHARE_MIN = 1024 ** 3
/** What an object costs beside its bytes. */
const OBJECT_COST = 64 * 1024
const NIGHT = { from: 22, to: 6 }
/** One run; the next goes on where it ended. */
const RUN_MS = 8 * 60_000
const A_STEP = 100
/** The cursor is moved on at least every so many bytes. */
const SAVED_EVERY = 64 * 1024 ** 2
/** Of one bucket. */
const FAULTS_A_RUN = 200

/** What only seems to be lost is looked at again after this. */
const SUSPECT_AGAIN_MS = HOUR_MS
/** What is not to be found, or cannot be read, for so long is damaged. */
const LOST_MS = 6 * HOUR_MS
/** Damaged content is read again after this: somebody may have put it back. */
const DAMAGED_AGAIN_MS = DAY_MS
/** What was mended is told of by the command line and the page for so long. */
const MENDED_KEPT_MS = 90 * DAY_MS

interface Run {
  readonly ctx: Context
  readonly answering: Answering
  readonly pace: Pacing
  readonly reading: Reading
  readonly isOver: () => boolean
}

/** One step: what looked wrong first, then what is due of each bucket. */
export async function readAgain(ctx: Context): Promise<void> {
  const { scrubDays, scrubSpeed } = ctx.config
  if (scrubDays === 0) return
  const rate = new Pace(scrubSpeed)
  const pace: Pacing = (bytes) =>
    new Promise((resolve) => {
      rate.pass(bytes, resolve)
    })
  const end = performance.now() + RUN_MS
  const answering = new Answering(ctx.stores, (bucket, err) =>
    ctx.log.warn({ err, bucket }, 'bucket unreachable; its content is read later'),
  )
  const run = { ctx, answering, pace, reading: atPace(pace), isOver: () => performance.now() > end }
  try {
    await lookAtFaults(run)
    await allSettledSequentially(ctx.stores.buckets, (bucket) =>
      answering.try(bucket, () => readBucket(run, bucket)),
    )
  } finally {
    await tellAdministrators(ctx)
  }
  await store.forgetMended(ctx.db.reader, new Date(ctx.now().getTime() - MENDED_KEPT_MS))
}

/**
 * Content that came out other than it came is given to nobody from here on. Answers what reads it again: gives it back where
 * it is as it came after all, mends it where there is equal content. Nothing where the row names something else by now.
 */
export async function withdraw(
  ctx: Context,
  { bucket, key }: StoredObject,
): Promise<(() => Promise<void>) | undefined> {
  const { reader } = ctx.db
  const content = await store.contentAt(reader, bucket, key)
  const mismatch: Mismatch = { wrong: 'hash', says: 'differ from what was uploaded' }
  if (!content || !(await store.noteFault(reader, content, mismatch, ctx.now()))) return undefined
  if (!(await quarantine(ctx, content, mismatch))) return undefined
  return async () => {
    const run = atOnceRun(ctx)
    const fault = await store.openFault(reader, content.id)
    if (fault) await run.answering.try(bucket, () => lookAtFault(run, fault, LOOK_NOW))
    await tellAdministrators(ctx)
  }
}

/** All that somebody's own reading finds goes the way of what ours finds. */
export interface Finding {
  /** Content that looked wrong just now, by its id; false where that is not for us to mind: not proved yet, or known. */
  found(id: string): Promise<boolean>
  /** Behind the last: what was known to be wrong before, and reads right, is so no more. */
  end(): Promise<void>
}

export function finding(ctx: Context): Finding {
  const run = atOnceRun(ctx)
  const { reader } = ctx.db
  const before = new Date(ctx.now().getTime() - 1)
  return {
    found: async (id) => {
      const [content] = await store.contentsNamed(reader, [id])
      if (content) await lookAt(run, content)
      return content !== undefined
    },
    end: async () => {
      const faults = (await store.openFaults(reader)).filter(({ triedAt }) => triedAt <= before)
      await allSettledSequentially(faults, (fault) =>
        run.answering.try(fault.bucket, () =>
          lookAtFault(run, fault, { suspected: before, damaged: before }),
        ),
      )
      await tellAdministrators(ctx)
    },
  }
}

/** Whenever it was looked at last. */
const LOOK_NOW: store.Due = { suspected: new Date(8.64e15), damaged: new Date(8.64e15) }

const atOnceRun = (ctx: Context): Run => ({
  ctx,
  answering: new Answering(ctx.stores, (bucket, err) =>
    ctx.log.warn({ err, bucket }, 'bucket unreachable; its content is read later'),
  ),
  pace: atOnce,
  reading: atFullSpeed,
  isOver: () => false,
})

const lookAt = (run: Run, content: store.Content): Promise<unknown> =>
  run.answering.try(content.bucket, async () => {
    const mismatch = await look(run.ctx.stores, content, run.reading)
    if (mismatch) await suspect(run, content, mismatch)
  })

const atOnce: Pacing = async () => undefined

async function readBucket(run: Run, bucket: string): Promise<void> {
  const { ctx, isOver } = run
  const { reader } = ctx.db
  let round = (await store.rounds(reader)).get(bucket)
  if (!round || isDue(ctx, round)) round = await store.beginRound(reader, bucket, ctx.now())
  if (round.endedAt) return
  const most = mostNow(ctx, round)
  let work = workOf(round)
  for (let after = round.after; ; ) {
    if (work >= most && workOf({ objects: round.allObjects, bytes: round.allBytes }) > most) return
    const contents = await store.contentAfter(reader, round, after, A_STEP)
    if (contents.length === 0) return store.endRound(reader, bucket, ctx.now())
    let read = { objects: 0, bytes: 0 }
    for (const content of contents) {
      const mismatch = await look(run.ctx.stores, content, run.reading)
      if (mismatch) await suspect(run, content, mismatch)
      after = content.key
      read = { objects: read.objects + 1, bytes: read.bytes + content.size }
      if (isOver() || read.bytes >= SAVED_EVERY) break
    }
    await store.goneOn(reader, bucket, after, read)
    work += workOf(read)
    if (isOver()) return
  }
}

const isDue = ({ config, now }: Context, { begunAt }: store.Round): boolean =>
  now().getTime() >= begunAt.getTime() + config.scrubDays * ROUND_SHARE * DAY_MS

const workOf = ({ objects, bytes }: { objects: number; bytes: number }): number =>
  bytes + objects * OBJECT_COST

/** How much of the round may be over by now. */
function mostNow({ config, now }: Context, round: store.Round): number {
  const all = workOf({ objects: round.allObjects, bytes: round.allBytes })
  const share = Math.max(all / (config.scrubDays * ROUND_SHARE), SHARE_MIN)
  const hour = new TZDate(now(), config.timeZone).getHours()
  const isNight = hour >= NIGHT.from || hour < NIGHT.to
  const days = Math.floor((now().getTime() - round.begunAt.getTime()) / HOUR_MS) / 24
  return share * (isNight ? days + 1 : days)
}

/** Other bytes than came are damage at once; what cannot be found or read now may be so for the moment alone. */
async function suspect(run: Run, content: store.Content, mismatch: Mismatch): Promise<void> {
  const { ctx } = run
  if (!(await store.noteFault(ctx.db.reader, content, mismatch, ctx.now()))) return
  const { bucket, key } = content
  ctx.log.warn({ bucket, key, blobId: content.id, wrong: mismatch.wrong }, `stored bytes ${mismatch.says}`)
  if (!isProof(mismatch)) return
  // Once more, so that nothing but the store can be at fault.
  const again = await look(run.ctx.stores, content, run.reading)
  if (!again) await store.forgetFault(ctx.db.reader, content.id)
  else if (isProof(again)) await quarantineAndHeal(run, content, again)
}

async function quarantineAndHeal(run: Run, content: store.Content, mismatch: Mismatch): Promise<void> {
  const { ctx } = run
  if (!(await quarantine(ctx, content, mismatch))) return
  const fault = await store.openFault(ctx.db.reader, content.id)
  if (fault?.hasTwin) await heal(ctx, fault, run.pace)
}

/** Bucket by bucket: what lies in one that is away keeps nothing of the others back. */
async function lookAtFaults(run: Run): Promise<void> {
  const { ctx, answering } = run
  const now = ctx.now().getTime()
  const due = {
    suspected: new Date(now - SUSPECT_AGAIN_MS),
    damaged: new Date(now - DAMAGED_AGAIN_MS),
  }
  await allSettledSequentially(ctx.stores.buckets, async (bucket) => {
    const faults = await store.dueFaults(ctx.db.reader, bucket, due, FAULTS_A_RUN)
    await allSettledSequentially(faults, (fault) => answering.try(bucket, () => lookAtFault(run, fault, due)))
  })
}

async function lookAtFault(run: Run, fault: store.OpenFault, due: store.Due): Promise<void> {
  const { ctx, pace, isOver } = run
  const { reader } = ctx.db
  const isDamaged = fault.damagedAt !== null
  if (isOver()) return
  if (isDamaged && fault.hasTwin && (await heal(ctx, fault, pace))) return
  if (isDamaged && fault.triedAt > due.damaged) return
  const mismatch = await look(ctx.stores, fault, run.reading)
  if (!mismatch) return isDamaged ? giveBack(ctx, fault) : store.forgetFault(reader, fault.id)
  await store.tried(reader, fault.id, mismatch.wrong, mismatch.says, ctx.now())
  if (isDamaged || mismatch.withheld) return
  if (isProof(mismatch) || ctx.now().getTime() >= fault.seenAt.getTime() + LOST_MS)
    await quarantineAndHeal(run, fault, mismatch)
}
