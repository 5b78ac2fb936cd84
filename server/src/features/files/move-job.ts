import type { Language } from '@clouddisk/contract/errors'
import type { Actor } from '../../access/actor.ts'
import { loadActor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { recordChange } from '../../db/changes.ts'
import type { Tx } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import { Refusal, refuse } from '../../errors/refusal.ts'
import { notifyMassMoves } from '../../notifications/mass-changes.ts'
import { failed, type ItemResult } from '../../tree/batch.ts'
import { CROSS_SPACE_SYNC_MAX } from '../../tree/cross-space.ts'
import { type PassedFiles, recordPassed, wentOf } from '../dlp/places/passed.ts'
import { refuseSensitiveTransfer } from '../dlp/places/transfers.ts'
import { type MoveRequest, moveItems, TOO_LARGE } from './move.ts'

/**
 * Moves items, within the call if they are few. A large move into another space runs as a job, also in one
 * transaction: after a crash it is complete or not started, and is never visible in part.
 */

export const FILE_MOVE_QUEUE = 'moves'

interface MoveInput extends MoveRequest {
  readonly actor: Pick<Actor, 'personId' | 'sharingId'>
  readonly passed?: PassedFiles
}

export async function moveOrEnqueue(
  ctx: Context,
  actor: Actor,
  request: MoveRequest,
): Promise<{ jobId?: string; list: ItemResult[] }> {
  const { ids, targetId } = request
  const passed = await refuseSensitiveTransfer(ctx, actor, { ids, targetId, by: 'move' })
  return ctx.db.transact(async (tx) => {
    const moved = await moveItems(ctx, tx, actor, request, {
      syncMax: CROSS_SPACE_SYNC_MAX,
      notifyOwners: (losses) => notifyMassMoves(ctx, tx, actor, losses),
    })
    if (moved !== TOO_LARGE) {
      await recordPassed(tx, passed, wentOf(moved))
      return { list: moved }
    }
    const { personId, sharingId } = actor
    const by = sharingId === undefined ? { personId } : { personId, sharingId }
    const jobId = newId()
    const input: MoveInput = { ...request, actor: by, ...(passed && { passed }) }
    await tx
      .insertInto('job')
      .values({
        id: jobId,
        kind: 'move',
        person_id: personId,
        target_id: request.targetId,
        total: request.ids.length,
        input: JSON.stringify(input),
      })
      .execute()
    await ctx.jobs.send(tx, FILE_MOVE_QUEUE, { jobId }, { key: jobId, group: personId })
    return { jobId, list: [] }
  })
}

/** Idempotent: does nothing once the job is over. An internal error ends the job on the last try. */
export async function runFileMove(ctx: Context, jobId: string, lastTry: boolean): Promise<void> {
  try {
    await ctx.db.transact((tx) => runInTransaction(ctx, tx, jobId))
  } catch (error) {
    const ours = !(error instanceof Refusal)
    const refusal = ours ? new Refusal('internal') : error
    if (!ours || lastTry) await ctx.db.transact((tx) => endWithRefusal(ctx, tx, jobId, refusal))
    if (ours) throw error
  }
}

async function runInTransaction(ctx: Context, tx: Tx, jobId: string): Promise<void> {
  const input = await lockOpenInput(tx, jobId)
  if (!input) return
  const { actor, passed, ...request } = input
  const now = (await loadActor(tx, actor.personId, ctx.now())) ?? refuse('not_permitted')
  const { sharingId } = actor
  const by = sharingId === undefined ? now : { ...now, sharingId }
  const moved = await moveItems(ctx, tx, by, request, {
    notifyOwners: (losses) => notifyMassMoves(ctx, tx, by, losses),
  })
  if (moved === TOO_LARGE) refuse('internal')
  await recordPassed(tx, passed, wentOf(moved))
  await endJob(ctx, tx, jobId, actor.personId, 'done', moved)
}

/** Locks an open job and reads its input; undefined if the job is over. */
async function lockOpenInput(tx: Tx, jobId: string): Promise<MoveInput | undefined> {
  const row = await tx
    .selectFrom('job')
    .select('input')
    .where('id', '=', jobId)
    .where('state', 'in', ['queued', 'running'])
    .forUpdate()
    .executeTakeFirst()
  return row?.input as unknown as MoveInput | undefined
}

async function endWithRefusal(ctx: Context, tx: Tx, jobId: string, refusal: Refusal): Promise<void> {
  const input = await lockOpenInput(tx, jobId)
  if (!input) return
  const lines = input.ids.map((id) => failed(id, refusal, input.language as Language))
  const state = refusal.errorName === 'cancelled' ? 'cancelled' : 'failed'
  await endJob(ctx, tx, jobId, input.actor.personId, state, lines)
}

async function endJob(
  ctx: Context,
  tx: Tx,
  jobId: string,
  personId: string,
  state: 'done' | 'failed' | 'cancelled',
  results: readonly ItemResult[],
): Promise<void> {
  await tx
    .updateTable('job')
    .set({ state, ended_at: ctx.now(), results: JSON.stringify(results) })
    .$if(state === 'done', (query) => query.set((eb) => ({ done: eb.ref('total') })))
    .where('id', '=', jobId)
    .execute()
  await recordChange(tx, {
    kind: 'job.progress',
    spaceId: null,
    personId,
    fileId: null,
    parentIds: [],
    actorId: personId,
    details: { jobId },
  })
}

/** Cancels a move that has not started; waits for one that is running. */
export const cancelFileMove = (ctx: Context, tx: Tx, jobId: string): Promise<void> =>
  endWithRefusal(ctx, tx, jobId, new Refusal('cancelled'))
