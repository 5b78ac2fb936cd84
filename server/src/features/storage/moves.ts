import type { Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'

/** Content that is to go from one bucket into another: begun, watched, stopped; move-content.ts does it. */

export const MOVE_QUEUE = 'move-content'

export interface Move {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly bytesPerSecond: number | null
  readonly state: 'running' | 'done' | 'stopped'
  /** So far. */
  readonly objects: number
  readonly bytes: number
  readonly failed: number
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
] as const

/** The one that is under way: there is one at a time. */
export const runningMove = (ctx: Context): Promise<Move | undefined> =>
  ctx.db.reader.selectFrom('content_move').select(columns).where('state', '=', 'running').executeTakeFirst()

export const moveOf = (ctx: Context, id: string): Promise<Move | undefined> =>
  ctx.db.reader.selectFrom('content_move').select(columns).where('id', '=', id).executeTakeFirst()

/** Notes one down; undefined where another is under way. `goOnMoving` has the server do it. */
export async function beginMove(
  ctx: Context,
  { from, to, bytesPerSecond }: Pick<Move, 'from' | 'to' | 'bytesPerSecond'>,
): Promise<string | undefined> {
  const begun = await ctx.db.reader
    .insertInto('content_move')
    .values({
      id: newId(),
      from_bucket: from,
      to_bucket: to,
      bytes_per_second: bytesPerSecond,
      begun_at: ctx.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return begun?.id
}

/** Ends the one under way where it is; what has been moved stays moved. */
export async function stopMove(ctx: Context): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db.reader
    .updateTable('content_move')
    .set({ state: 'stopped', ended_at: ctx.now() })
    .where('state', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The one under way is gone on with by the server; nothing where it is at work. */
export async function goOnMoving(ctx: Context): Promise<void> {
  const move = await runningMove(ctx)
  if (!move) return
  await ctx.db.transact((tx) =>
    ctx.jobs.send(tx, MOVE_QUEUE, { moveId: move.id }, { key: move.id, group: MOVE_QUEUE }),
  )
}
