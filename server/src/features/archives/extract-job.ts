import type { Context } from '../../context.ts'
import { ConversionFailed, type ConversionFault } from '../../conversion/limits.ts'
import type { Tx } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import { Refusal, toRefusal } from '../../errors/refusal.ts'
import { RunningJobs, requestCancel, watchCancel } from '../../jobs/running-jobs.ts'
import { failed } from '../../tree/batch.ts'
import { purgeDetached } from '../../tree/purge.ts'
import { release } from '../../tree/quota.ts'
import { recordProgress } from './build.ts'
import { type ExtractInput, type ExtractJob, endedInput } from './extract-input.ts'
import { extractInto } from './run.ts'

/**
 * Runs an extraction as a job. If the process ends during a run, the next run deletes its rows, which were not attached yet, and
 * starts again.
 */

/** Runs of one job, of which each ended with its server. */
const RUNS_MAX = 5

const runningJobs = new RunningJobs()
export const isExtractionRunning = runningJobs.has

/** Does nothing if the job is running here or over. An internal error ends it on the last try. */
export const runExtraction = (ctx: Context, jobId: string, lastTry: boolean): Promise<void> =>
  runningJobs.run(jobId, async () => {
    const job = await begin(ctx, jobId)
    if (job) await run(ctx, job, lastTry)
  })

/** Takes the job for this run; what an earlier run has built and reserved goes. Undefined if the job is over. */
async function begin(ctx: Context, jobId: string): Promise<ExtractJob | undefined> {
  const taken = await ctx.db.transact(async (tx) => {
    const row = await tx
      .selectFrom('job')
      .select(['target_id', 'input'])
      .where('id', '=', jobId)
      .where('state', 'in', ['queued', 'running'])
      .forUpdate()
      .executeTakeFirst()
    if (!row) return undefined
    const before = row.input as unknown as ExtractInput
    const [{ sourceId, copyId }] = before.items
    const input: ExtractInput = {
      ...before,
      items: [{ sourceId, copyId: newId() }],
      run: newId(),
      runs: before.runs + 1,
      reserved: 0,
    }
    await tx
      .updateTable('job')
      .set({ state: 'running', done: 0, input: JSON.stringify(input) })
      .where('id', '=', jobId)
      .execute()
    await release(tx, before.spaceId, before.reserved)
    return { job: { id: jobId, targetId: row.target_id, input }, leftover: copyId }
  })
  if (!taken) return undefined
  await purgeDetached(ctx, [taken.leftover])
  return taken.job
}

async function run(ctx: Context, job: ExtractJob, lastTry: boolean): Promise<void> {
  const cancelling = watchCancel(ctx, job.id)
  try {
    if (job.input.runs > RUNS_MAX) throw new Refusal('archive_too_complex')
    await extractInto(ctx, job, cancelling.signal)
  } catch (error) {
    const refusal = cancelling.signal.aborted ? new Refusal('cancelled') : refusalOf(error)
    // Taken over by another server.
    if (refusal?.errorName === 'job_over') return
    if (refusal || (lastTry && !isStopped(error)))
      await end(ctx, job, refusal ?? toRefusal(error) ?? new Refusal('internal'))
    if (!refusal) throw error
  } finally {
    cancelling.stop()
  }
}

const isStopped = (error: unknown): boolean => error instanceof ConversionFailed && error.reason === 'stopped'

/** Undefined for errors that are no fault of the archive: the job is tried again. */
function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (error instanceof ConversionFailed) return byFault(error.reason)
  return toRefusal(error)?.errorName === 'disk_full' ? new Refusal('disk_full') : undefined
}

function byFault(fault: ConversionFault): Refusal | undefined {
  switch (fault) {
    case 'stopped':
    case 'missing':
      return undefined
    case 'broken':
    case 'unsupported':
      return new Refusal('archive_damaged')
    case 'encrypted':
      return new Refusal('archive_encrypted')
    case 'crashed':
    case 'timeout':
    case 'memory':
    case 'output':
    case 'too_large':
      return new Refusal('archive_too_complex')
  }
}

/** Removes what was built and ends the job with the refusal. */
async function end(ctx: Context, job: ExtractJob, refusal: Refusal): Promise<void> {
  const [{ copyId }] = job.input.items
  await purgeDetached(ctx, [copyId])
  await ctx.db.transact((tx) => endOpen(ctx, tx, job.id, refusal, job.input.run))
}

/** @param run the job is left alone if another run has it by now. */
async function endOpen(ctx: Context, tx: Tx, jobId: string, refusal: Refusal, run?: string): Promise<void> {
  const row = await tx
    .selectFrom('job')
    .select(['target_id', 'input'])
    .where('id', '=', jobId)
    .where('state', 'in', ['queued', 'running'])
    .forUpdate()
    .executeTakeFirst()
  const input = row?.input as unknown as ExtractInput | undefined
  if (!row || !input || (run !== undefined && input.run !== run)) return
  const [{ sourceId }] = input.items
  await tx
    .updateTable('job')
    .set({
      state: refusal.errorName === 'cancelled' ? 'cancelled' : 'failed',
      ended_at: ctx.now(),
      input: endedInput(input),
      results: JSON.stringify([failed(sourceId, refusal, input.language)]),
    })
    .where('id', '=', jobId)
    .execute()
  await release(tx, input.spaceId, input.reserved)
  await recordProgress(tx, { id: jobId, targetId: row.target_id, input })
}

/** Cancels an extraction: at once if it is queued, otherwise within a second. */
export async function cancelExtraction(
  ctx: Context,
  tx: Tx,
  { id, state }: { readonly id: string; readonly state: string },
): Promise<void> {
  if (state === 'queued') return endOpen(ctx, tx, id, new Refusal('cancelled'))
  await requestCancel(tx, id)
}
