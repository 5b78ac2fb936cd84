import { audit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import { Refusal, toRefusal } from '../../errors/refusal.ts'
import { RunningJobs, requestCancel, watchCancel } from '../../jobs/running-jobs.ts'
import { failed } from '../../tree/batch.ts'
import { recordProgress } from './commit-files.ts'
import type { ImportInput, RunningImport } from './import-input.ts'
import { countsOf } from './report-store.ts'
import { ImportRun } from './run.ts'
import { openSource, usableSource } from './sources.ts'
import { unsealCredentials } from './start.ts'

/**
 * Runs an import as a job. Each file is committed by itself, so that a run after a crash passes over what is there already. What was
 * imported stays, however the job ends.
 */

/** Runs of one job, of which each ended with its server. */
const RUNS_MAX = 20

const runningJobs = new RunningJobs()
export const isImportRunning = runningJobs.has

/** Does nothing if the job is running here or over. An internal error ends it on the last try. */
export const runImport = (ctx: Context, jobId: string, lastTry: boolean): Promise<void> =>
  runningJobs.run(jobId, async () => {
    const job = await begin(ctx, jobId)
    if (job) await run(ctx, job, lastTry)
  })

/** Takes the job for this run; undefined if it is over. */
async function begin(ctx: Context, jobId: string): Promise<RunningImport | undefined> {
  return ctx.db.transact(async (tx) => {
    const row = await tx
      .selectFrom('job')
      .select('input')
      .where('id', '=', jobId)
      .where('state', 'in', ['queued', 'running'])
      .forUpdate()
      .executeTakeFirst()
    if (!row) return undefined
    const before = row.input as unknown as ImportInput
    const input: ImportInput = { ...before, run: newId(), runs: before.runs + 1 }
    await tx
      .updateTable('job')
      .set({ state: 'running', total: 0, done: 0, input: JSON.stringify(input) })
      .where('id', '=', jobId)
      .execute()
    const found = await tx
      .updateTable('import')
      .set({ state: 'running' })
      .where('id', '=', input.importId)
      .returning(['id', 'person_id as personId', 'source_id as sourceId', 'source_name as sourceName'])
      .returning(['kind', 'path', 'target_id as targetId', 'run'])
      .executeTakeFirstOrThrow()
    await recordProgress(tx, { jobId, personId: found.personId })
    return { ...found, sourceId: found.sourceId ?? '', jobId, input }
  })
}

async function run(ctx: Context, job: RunningImport, lastTry: boolean): Promise<void> {
  const cancelling = watchCancel(ctx, job.jobId)
  try {
    if (job.input.runs > RUNS_MAX) throw new Refusal('internal')
    const source = await openSource(
      ctx,
      await usableSource(ctx.db.reader, job.personId, job.sourceId),
      await unsealCredentials(ctx, job.id, job.sourceId),
    )
    try {
      await new ImportRun(ctx, job, source, cancelling.signal).run()
    } finally {
      source.close()
    }
    await ctx.db.transact((tx) => endOpen(ctx, tx, job.jobId, undefined, job.input.run))
  } catch (error) {
    const refusal = cancelling.signal.aborted ? new Refusal('cancelled') : refusalOf(error)
    // Taken over by another server.
    if (refusal?.errorName === 'job_over') return
    const last = refusal ?? (lastTry ? (toRefusal(error) ?? new Refusal('internal')) : undefined)
    if (last) await ctx.db.transact((tx) => endOpen(ctx, tx, job.jobId, last, job.input.run))
    if (!refusal) throw error
  } finally {
    cancelling.stop()
  }
}

/** Undefined for what may go well in another try: the job is run again. */
function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error.errorName === 'changed_meanwhile' ? undefined : error
  return toRefusal(error)?.errorName === 'disk_full' ? new Refusal('disk_full') : undefined
}

/**
 * Ends the job; the password is erased.
 * @param run the job is left alone if another run has it by now.
 */
async function endOpen(
  ctx: Context,
  tx: Tx,
  jobId: string,
  refusal: Refusal | undefined,
  run?: string,
): Promise<void> {
  const row = await tx
    .selectFrom('job')
    .select('input')
    .where('id', '=', jobId)
    .where('state', 'in', ['queued', 'running'])
    .forUpdate()
    .executeTakeFirst()
  const input = row?.input as unknown as ImportInput | undefined
  if (!input || (run !== undefined && input.run !== run)) return
  const { importId, personId, language } = input
  const state = refusal === undefined ? 'done' : refusal.errorName === 'cancelled' ? 'cancelled' : 'failed'
  await tx
    .updateTable('job')
    .set({
      state,
      ended_at: ctx.now(),
      results: JSON.stringify(refusal ? [failed(importId, refusal, language)] : []),
    })
    .where('id', '=', jobId)
    .execute()
  const error = refusal ? JSON.stringify({ name: refusal.errorName, details: refusal.details }) : null
  const { source_name } = await tx
    .updateTable('import')
    .set({ state, error, credentials: null, ended_at: ctx.now() })
    .where('id', '=', importId)
    .returning('source_name')
    .executeTakeFirstOrThrow()
  const person = await tx
    .selectFrom('person')
    .select(['id', 'real_name as name', 'account_name as account'])
    .where('id', '=', personId)
    .executeTakeFirst()
  await audit(tx, {
    action: 'import.ended',
    object: { type: 'import', id: importId, name: source_name },
    detail: { state, ...(await countsOf(tx, importId)) },
    ...(person && { actor: person }),
  })
  await recordProgress(tx, { jobId, personId })
}

/** Cancels an import: at once if it is queued, otherwise within a second. Files that were imported stay. */
export async function cancelImport(
  ctx: Context,
  tx: Tx,
  { id, state }: { readonly id: string; readonly state: string },
): Promise<void> {
  if (state === 'queued') return endOpen(ctx, tx, id, new Refusal('cancelled'))
  await requestCancel(tx, id)
}
