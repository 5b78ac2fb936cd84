import type { ContentMove } from '@clouddisk/contract/admin-storage'
import { formatSize } from '@clouddisk/contract/format'
import { audit } from '../../audit/record.ts'
import { filled } from '../../content/placement.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import { refuse, refuseField, refuseNotFound } from '../../errors/refusal.ts'
import { assertWritable } from './bucket-state.ts'
import { contentByBucket } from './store.ts'

/** Starting, watching and stopping moves of content between buckets; move-content.ts does the work. */

export const MOVE_QUEUE = 'move-content'

export interface ContentMoveRow {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly bytesPerSecond: number | null
  readonly state: 'running' | 'done' | 'stopped'
  /** Progress so far. */
  readonly objects: number
  readonly bytes: number
  readonly failed: number
  readonly startedAt: Date
  readonly endedAt: Date | null
}

const columns = [
  'id',
  'from_bucket as from',
  'to_bucket as to',
  'bytes_per_second as bytesPerSecond',
  'state',
  'objects',
  'bytes',
  'failed',
  'started_at as startedAt',
  'ended_at as endedAt',
] as const

/** The running move; there is one at a time. */
export const runningMove = (ctx: Context): Promise<ContentMoveRow | undefined> =>
  ctx.db.reader.selectFrom('content_move').select(columns).where('state', '=', 'running').executeTakeFirst()

export const moveOf = (ctx: Context, id: string): Promise<ContentMoveRow | undefined> =>
  ctx.db.reader.selectFrom('content_move').select(columns).where('id', '=', id).executeTakeFirst()

/** The running or latest move, with its remaining content. */
export async function latestMove(ctx: Context): Promise<ContentMove | null> {
  const move = await ctx.db.reader
    .selectFrom('content_move')
    .select(columns)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return move ? present(ctx, move) : null
}

async function present(
  ctx: Context,
  { id, startedAt, endedAt, ...move }: ContentMoveRow,
): Promise<ContentMove> {
  const left = move.state === 'running' ? (await contentByBucket(ctx.db.reader)).get(move.from) : undefined
  return {
    moveId: id,
    ...move,
    leftObjects: left?.objects ?? 0,
    leftBytes: left?.bytes ?? 0,
    beginTime: startedAt.toISOString(),
    endTime: endedAt?.toISOString() ?? null,
  }
}

type NewContentMove = Pick<ContentMoveRow, 'from' | 'to' | 'bytesPerSecond'>

/** Starts a move for an administrator. Refuses a move that could not finish, or would not fit. */
export async function startMove(ctx: Context, request: NewContentMove): Promise<ContentMove> {
  await assertMovable(ctx, request)
  const id = await insertMove(ctx, request)
  if (id === undefined) {
    const { from, to } = (await runningMove(ctx)) ?? request
    refuse('move_running', { from, to })
  }
  await resumeMove(ctx)
  return present(ctx, (await moveOf(ctx, id)) ?? refuseNotFound('job'))
}

export async function assertMovable(
  ctx: Context,
  { from, to }: Pick<NewContentMove, 'from' | 'to'>,
): Promise<void> {
  const { stores } = ctx
  if (!stores.buckets.includes(from) || !stores.buckets.includes(to)) refuse('no_such_bucket')
  if (from === to) refuseField('to', 'unknown_value')
  assertWritable(ctx, to)
  if (from === stores.home.bucket) refuse('bucket_is_default', { bucket: from })
  const capacity = stores.rowOf(to)?.capacity ?? null
  if (capacity === null) return
  const pendingBytes = (await contentByBucket(ctx.db.reader)).get(from)?.bytes ?? 0
  const missing = (await filled(ctx.db.reader, to)) + pendingBytes - capacity
  if (missing > 0) refuse('bucket_small', { bucket: to, missing: formatSize(missing) })
}

/** Inserts a move; undefined if another one is running. `resumeMove` enqueues it. */
export async function insertMove(
  ctx: Context,
  { from, to, bytesPerSecond }: NewContentMove,
): Promise<string | undefined> {
  return ctx.db.transact(async (tx) => {
    const begun = await tx
      .insertInto('content_move')
      .values({
        id: newId(),
        from_bucket: from,
        to_bucket: to,
        bytes_per_second: bytesPerSecond,
        started_at: ctx.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (begun)
      await audit(tx, {
        action: 'content.moveBegun',
        object: { type: 'bucket', id: ctx.stores.rowOf(from)?.id ?? null, name: from },
        detail: { to, ...(bytesPerSecond !== null && { bytesPerSecond }) },
      })
    return begun?.id
  })
}

/** Stops the running move. Content moved so far stays where it is. */
export async function stopMove(ctx: Context): Promise<boolean> {
  return ctx.db.transact(async (tx) => {
    const stopped = await tx
      .updateTable('content_move')
      .set({ state: 'stopped', ended_at: ctx.now() })
      .where('state', '=', 'running')
      .returning(['from_bucket as from', 'to_bucket as to'])
      .executeTakeFirst()
    if (stopped)
      await audit(tx, {
        action: 'content.moveStopped',
        object: { type: 'bucket', id: ctx.stores.rowOf(stopped.from)?.id ?? null, name: stopped.from },
        detail: { to: stopped.to },
      })
    return stopped !== undefined
  })
}

/** Enqueues the running move, unless a job works on it. */
export async function resumeMove(ctx: Context): Promise<void> {
  const move = await runningMove(ctx)
  if (!move) return
  await ctx.db.transact((tx) =>
    ctx.jobs.send(tx, MOVE_QUEUE, { moveId: move.id }, { key: move.id, group: MOVE_QUEUE }),
  )
}
