import { JOB_KINDS, type Job } from '@clouddisk/contract/jobs'
import { DAY } from '@clouddisk/contract/time'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import type { Reader } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import { refuse, refuseNotFound } from '../../errors/refusal.ts'
import { cancelExtraction } from '../archives/extract-job.ts'
import { cancelCopy } from '../files/copy-job.ts'
import { cancelFileMove } from '../files/move-job.ts'
import { cancelImport } from '../imports/import-job.ts'

/** A person's own jobs: progress and cancellation. Other people's jobs are treated as unknown. */

const columns = [
  'id',
  'kind',
  'state',
  'total',
  'done',
  'target_id',
  'results',
  'created_at',
  'ended_at',
  // Of the input no more: that of a copy names all its items, and pages ask often.
  sql<string | null>`case when kind = 'import' then input->>'importId' end`.as('import_id'),
] as const
interface Row {
  id: string
  kind: string
  state: Job['state']
  total: number
  done: number
  target_id: string
  results: unknown
  import_id: string | null
  created_at: Date
  ended_at: Date | null
}

const present = (row: Row): Job => ({
  jobId: row.id,
  kind: row.kind as Job['kind'],
  state: row.state,
  total: row.total,
  done: Math.min(row.done, row.total),
  targetId: row.target_id,
  createTime: row.created_at.toISOString(),
  endTime: row.ended_at?.toISOString() ?? null,
  list: row.results as Job['list'],
  ...(row.import_id !== null && { importId: row.import_id }),
})

export async function find(db: Reader, actor: Actor, jobId: string): Promise<Job> {
  if (!isId(jobId)) refuseNotFound('job')
  const row = await db
    .selectFrom('job')
    .select(columns)
    .where('id', '=', jobId)
    .where('person_id', '=', actor.personId)
    .where('kind', 'in', JOB_KINDS)
    .executeTakeFirst()
  return row ? present(row) : refuseNotFound('job')
}

const SHOWN_MAX = 100

export async function recent(ctx: Context, actor: Actor): Promise<Job[]> {
  const rows = await ctx.db.reader
    .selectFrom('job')
    .select(columns)
    .where('person_id', '=', actor.personId)
    .where('kind', 'in', JOB_KINDS)
    .where((eb) =>
      eb.or([eb('ended_at', 'is', null), eb('ended_at', '>', new Date(ctx.now().getTime() - DAY))]),
    )
    .orderBy('created_at', 'desc')
    .limit(SHOWN_MAX)
    .execute()
  return rows.map(present)
}

/** Cancels a job; partial results are removed. */
export async function cancel(ctx: Context, actor: Actor, jobId: string): Promise<Job> {
  if (!isId(jobId)) refuseNotFound('job')
  await ctx.db.transact(async (tx) => {
    const row = await tx
      .selectFrom('job')
      .select(['state', 'kind'])
      .where('id', '=', jobId)
      .where('person_id', '=', actor.personId)
      .where('kind', 'in', JOB_KINDS)
      .forUpdate()
      .executeTakeFirst()
    if (!row) refuseNotFound('job')
    if (row.state !== 'queued' && row.state !== 'running') refuse('job_over')
    if (row.kind === 'move') await cancelFileMove(ctx, tx, jobId)
    else if (row.kind === 'extract') await cancelExtraction(ctx, tx, { id: jobId, state: row.state })
    else if (row.kind === 'import') await cancelImport(ctx, tx, { id: jobId, state: row.state })
    else await cancelCopy(ctx, tx, { id: jobId, state: row.state })
  })
  return find(ctx.db.reader, actor, jobId)
}
