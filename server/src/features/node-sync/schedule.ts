import { SYNC_EVERY_HOURS } from '@clouddisk/contract/node-sync'
import { HOUR } from '@clouddisk/contract/time'
import { dropCopies, STORAGE_CYCLE_DAYS } from '../../content/copies/copies.ts'
import { deleteEnded } from '../../content/copies/requested-copies.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import * as store from './store.ts'

/** When syncs run: every six hours (R172), on demand, and after a failure. */

export const SYNC_QUEUE = 'node-sync'

/** Enqueues what is due; of one rule and cluster one job at a time. */
export async function enqueue(ctx: Context, tx: Tx): Promise<void> {
  const now = ctx.now()
  const due = await store.takeDue(tx, now, new Date(now.getTime() + SYNC_EVERY_HOURS * HOUR))
  for (const { ruleId, clusterId } of due)
    await ctx.jobs.send(
      tx,
      SYNC_QUEUE,
      { ruleId, clusterId },
      { key: `${ruleId} ${clusterId}`, group: clusterId },
    )
}

export const enqueueDue = (ctx: Context): Promise<void> => ctx.db.transact((tx) => enqueue(ctx, tx))

const A_STEP = 200

/** Leaves copies to the garbage collector that the storage cycle has ended for, or that no sync wants any more. */
export async function expireCopies(ctx: Context): Promise<void> {
  const { reader } = ctx.db
  const now = ctx.now()
  await deleteEnded(reader, now)
  for (;;) {
    const ids = await store.expiredCopies(reader, now, STORAGE_CYCLE_DAYS, A_STEP)
    if ((await dropCopies(ctx, ids)) === 0) break
  }
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const copies = await store.unwantedCopies(reader, now, after, A_STEP)
    const unwanted = copies.filter(({ isWanted }) => !isWanted).map(({ id }) => id)
    if (unwanted.length > 0) await dropCopies(ctx, unwanted)
    const last = copies.at(-1)
    if (!last) return
    after = last.id
  }
}
