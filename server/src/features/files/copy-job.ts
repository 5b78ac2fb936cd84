import { type Actor, loadActor } from '../../access/actor.ts'
import { heldBelow } from '../../access/held.ts'
import { isStillAdmitted, opens, sessionById } from '../../access/link-visitor.ts'
import {
  deniedIn,
  mayContainDenied,
  requirePermissionWithReason,
  resolveWithPermission,
} from '../../access/permissions.ts'
import { type ResolvedItem, resolveAll } from '../../access/resolve.ts'
import type { Context } from '../../context.ts'
import { recordChange } from '../../db/changes.ts'
import type { Tx } from '../../db/database.ts'
import { isDatabaseUnavailable } from '../../db/pool.ts'
import { Refusal, refuse } from '../../errors/refusal.ts'
import { RunningJobs, requestCancel } from '../../jobs/running-jobs.ts'
import { attemptItem, failed, type ItemResult, succeeded } from '../../tree/batch.ts'
import { isBeingPurged, purgeDetached } from '../../tree/purge.ts'
import { release, reserve, settle } from '../../tree/quota.ts'
import { withSpaceLocks } from '../../tree/spaces.ts'
import { recomputeTotals } from '../../tree/totals.ts'
import { recordPassed, wentOf } from '../dlp/places/passed.ts'
import { attachCopy } from './attach-copy.ts'
import type { CopyInput, CopyItem, CopyJob } from './copy-input.ts'
import { addPlannedLabels, buildRows, dropAnnotations, dropPlan, writePlan } from './copy-plan.ts'

export const COPY_QUEUE = 'copies'

/** One percent of the copy: often enough for progress and cancellation, large enough to be worth a commit. */
const batchSizeFor = (total: number): number => Math.min(1000, Math.max(100, Math.ceil(total / 100)))

/**
 * Jobs running in this process. Another server may take up a slow job: both then build batches in turn under
 * the job's lock, and one of them finishes.
 */
const runningJobs = new RunningJobs()
export const isCopyRunning = runningJobs.has

/**
 * Plans the copies, builds and attaches them and settles the quota. Can be restarted after a crash and then
 * continues after the rows already built; does nothing if the job is running here or over. An internal error
 * ends the job on the last try; otherwise the caller retries.
 */
export const runCopy = (ctx: Context, jobId: string, lastTry = true): Promise<void> =>
  runningJobs.run(jobId, () => run(ctx, jobId, () => lastTry))

/**
 * Like `runCopy`, but within a call: if the database is overloaded, the job stays open and is taken up later.
 */
export const runCopyAtOnce = (ctx: Context, jobId: string): Promise<void> =>
  runningJobs.run(jobId, () => run(ctx, jobId, (fault) => !isDatabaseUnavailable(fault)))

type IsLastTry = (fault: unknown) => boolean

async function run(ctx: Context, jobId: string, isLast: IsLastTry): Promise<void> {
  const begun = await startJob(ctx, jobId)
  if (!begun) return
  try {
    const job = begun.input.refused ? begun : await plan(ctx, begun)
    while (await ctx.db.transact((tx) => buildBatch(tx, job)));
    await finish(ctx, job)
  } catch (error) {
    const ours = !(error instanceof Refusal)
    if (!ours || isLast(error)) await failJob(ctx, begun, ours ? new Refusal('internal') : error)
    if (ours) throw error
    return
  }
  // The copies are complete even if this fails; the nightly cleanup removes the rest.
  await cleanUp(ctx, begun).catch((err) => ctx.log.warn({ err }, 'cleanup after a copy failed'))
}

async function startJob(ctx: Context, jobId: string): Promise<CopyJob | undefined> {
  const row = await ctx.db.reader
    .updateTable('job')
    .set({ state: 'running' })
    .where('id', '=', jobId)
    .where('state', 'in', ['queued', 'running'])
    .returning(['id', 'target_id', 'input'])
    .executeTakeFirst()
  return row && { id: row.id, targetId: row.target_id, input: row.input as unknown as CopyInput }
}

/** Writes the plan of all rows and corrects the reservation. */
async function plan(ctx: Context, job: CopyJob): Promise<CopyJob> {
  return ctx.db.transact(async (tx) => {
    const before = await lockInput(tx, job)
    // Another server has planned it already.
    if (before.refused) return { ...job, input: before }
    const reader = await currentReader(ctx, tx, before)
    const located = await resolveAll(
      tx,
      reader,
      before.items.map((item) => item.sourceId),
    )
    const planned: CopyItem[] = []
    const refused: ItemResult[] = []
    for (const item of before.items) {
      const line = await attemptItem(item.sourceId, before.language, async () => {
        requirePermissionWithReason(reader, located.get(item.sourceId) ?? refuse('not_found'), 'copy')
        planned.push(item)
        return succeeded(item.sourceId)
      })
      if (line.errcode !== 0) refused.push(line)
    }
    const deniedIds = await deniedBelow(tx, reader, [...located.values()])
    const { rows, bytes } = await writePlan(tx, job.id, planned, deniedIds)
    const sourceIds = planned.map(({ sourceId }) => sourceId)
    if (before.visitorId) await dropAnnotations(tx, job.id)
    else await addPlannedLabels(tx, job.id, sourceIds, before.spaceId)
    // The sources may have changed since the reservation.
    if (bytes > before.reserved) await reserve(tx, before.spaceId, bytes - before.reserved)
    else await release(tx, before.spaceId, before.reserved - bytes)
    const input: CopyInput = { ...before, reserved: bytes, refused }
    await tx
      .updateTable('job')
      .set({ input: JSON.stringify(input), total: rows, done: 0 })
      .where('id', '=', job.id)
      .execute()
    return { ...job, input }
  })
}

/** Reads the current input and locks the job row. */
async function lockInput(tx: Tx, { id }: CopyJob): Promise<CopyInput> {
  const row = await tx
    .selectFrom('job')
    .select('input')
    .where('id', '=', id)
    .where('state', '=', 'running')
    .forUpdate()
    .executeTakeFirst()
  return row ? (row.input as unknown as CopyInput) : refuse('job_over')
}

async function currentActor(ctx: Context, tx: Tx, { actor }: CopyInput): Promise<Actor> {
  const now = (await loadActor(tx, actor.personId, ctx.now())) ?? refuse('not_permitted')
  return actor.sharingId === undefined ? now : { ...now, sharingId: actor.sharingId }
}

/** Who reads the items, with current rights: a visitor's end with the link. */
async function currentReader(ctx: Context, tx: Tx, input: CopyInput): Promise<Actor> {
  if (input.visitorId === undefined) return currentActor(ctx, tx, input)
  const session = await sessionById(tx, input.visitorId, ctx.now())
  if (!session || !opens(session, ctx.now())) refuse('not_permitted')
  return (await isStillAdmitted(tx, session, ctx.now())) ? session.actor : refuse('not_permitted')
}

/** Items that the actor may not copy; left out with everything below. */
async function deniedBelow(tx: Tx, actor: Actor, tops: readonly ResolvedItem[]): Promise<string[]> {
  const spaces = new Set(tops.filter(mayContainDenied).map((top) => top.spaceId))
  const deniedIds = await Promise.all([...spaces].map((spaceId) => deniedIn(tx, actor, spaceId, 'copy')))
  const held = await heldBelow(
    tx,
    actor,
    tops.map((top) => top.id),
  )
  return [...held, ...deniedIds.flatMap((ids) => [...ids])]
}

/** Builds the next batch of rows and records progress. Returns false after the last batch. */
async function buildBatch(tx: Tx, job: CopyJob): Promise<boolean> {
  const { done, total } = await lockJobState(tx, job)
  const limit = batchSizeFor(total)
  const { spaceId, actor } = job.input
  const about = { id: job.id, spaceId, personId: actor.personId }
  const { made, lost } = await buildRows(tx, about, done, limit)
  if (lost > 0) refuse('changed_meanwhile')
  await tx
    .updateTable('job')
    .set({ done: done + made })
    .where('id', '=', job.id)
    .execute()
  await recordProgress(tx, job)
  return made === limit
}

/**
 * Locks the job row and reads its progress. Refuses if the job is over or cancelled, or if an earlier run
 * crashed while it removed the rows it had built.
 */
async function lockJobState(tx: Tx, job: CopyJob): Promise<{ done: number; total: number }> {
  const state = await tx
    .selectFrom('job')
    .select(['state', 'cancel_requested', 'done', 'total'])
    .where('id', '=', job.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (state.state !== 'running') refuse('job_over')
  if (state.cancel_requested) refuse('cancelled')
  const tops = job.input.items.map((item) => item.copyId)
  if (await isBeingPurged(tx, tops)) refuse('changed_meanwhile')
  return state
}

const recordProgress = (tx: Tx, job: CopyJob): Promise<void> =>
  recordChange(tx, {
    kind: 'job.progress',
    spaceId: null,
    personId: job.input.actor.personId,
    fileId: null,
    parentIds: [],
    actorId: job.input.actor.personId,
    details: { jobId: job.id },
  })

/**
 * Computes the totals of the built trees, attaches them and turns the reservation into a charge, in one
 * transaction.
 */
async function finish(ctx: Context, job: CopyJob): Promise<void> {
  const { input } = job
  for (const { copyId } of input.items) await recomputeTotals(ctx.db.reader, copyId)
  await ctx.db.transact(async (tx) => {
    await lockJobState(tx, job)
    await withSpaceLocks(tx, [job.targetId], async () => undefined)
    // A link may have been stopped while the copies were built.
    if (input.visitorId !== undefined) await currentReader(ctx, tx, input)
    const actor = await currentActor(ctx, tx, input)
    const target = await resolveWithPermission(tx, actor, job.targetId, 'upload')
    // The reservation and the rows belong to the space in which the target was.
    if (target.spaceId !== input.spaceId) refuse('changed_meanwhile')
    const results: ItemResult[] = []
    let charged = 0
    for (const item of input.items) {
      const attached = await attachCopy(tx, actor, job, target, item)
      results.push(attached.result)
      charged += attached.charged
    }
    await settle(tx, input.spaceId, input.reserved, charged)
    const { passed, ...ended } = input
    await recordPassed(tx, passed, wentOf(results))
    await tx
      .updateTable('job')
      .set({
        state: 'done',
        ended_at: ctx.now(),
        results: JSON.stringify(results),
        ...(passed && { input: JSON.stringify(ended) }),
      })
      .where('id', '=', job.id)
      .execute()
    await recordProgress(tx, job)
  })
}

/** Removes the plan and all built rows that are not attached. */
async function cleanUp(ctx: Context, job: CopyJob): Promise<void> {
  await purgeDetached(
    ctx,
    job.input.items.map((item) => item.copyId),
  )
  await dropPlan(ctx.db.reader, job.id)
}

/**
 * Removes the built rows and releases the reservation. A job that had ended although its commit was not
 * acknowledged stays as it ended.
 */
async function failJob(ctx: Context, job: CopyJob, refusal: Refusal): Promise<void> {
  await cleanUp(ctx, job)
  await ctx.db.transact((tx) => endJob(ctx, tx, job.id, refusal))
}

/** Ends an open job with the same result for each item; the caller has removed what was built. */
async function endJob(ctx: Context, tx: Tx, jobId: string, refusal: Refusal): Promise<void> {
  const row = await tx
    .selectFrom('job')
    .select(['id', 'target_id', 'input'])
    .where('id', '=', jobId)
    .where('state', 'in', ['queued', 'running'])
    .forUpdate()
    .executeTakeFirst()
  if (!row) return
  const input = row.input as unknown as CopyInput
  const results = input.items.map((item) => failed(item.sourceId, refusal, input.language))
  await tx
    .updateTable('job')
    .set({
      state: refusal.errorName === 'cancelled' ? 'cancelled' : 'failed',
      ended_at: ctx.now(),
      results: JSON.stringify(results),
    })
    .where('id', '=', jobId)
    .execute()
  await release(tx, input.spaceId, input.reserved)
  await recordProgress(tx, { id: row.id, targetId: row.target_id, input })
}

/** Cancels a copy: at once if it is queued, otherwise between two batches. */
export async function cancelCopy(
  ctx: Context,
  tx: Tx,
  job: { readonly id: string; readonly state: string },
): Promise<void> {
  if (job.state === 'queued') return endJob(ctx, tx, job.id, new Refusal('cancelled'))
  await requestCancel(tx, job.id)
}
