import { concerns, differencesFor } from '../access/access-changes.ts'
import type { Context } from '../context.ts'
import { afterCommit, runInBackground, type Tx } from '../db/database.ts'
import { deliver } from './deliver.ts'
import * as store from './store.ts'

/** Telling whole departments and groups: behind the call, so many people at a time, each step a transaction of its own. */

const PEOPLE_PER_BATCH = 500

/** Begins as soon as the transaction is committed; a job takes up what a process that died has left. */
export function fanOutAfterCommit(ctx: Context, tx: Tx): void {
  afterCommit(tx, () => {
    fanOut(ctx).catch((err) => ctx.log.error({ err }, 'notifying departments and groups failed'))
  })
}

/** Works until nothing is left. Several at a time, in other processes too, take an event each. */
export const fanOut = (ctx: Context, step = PEOPLE_PER_BATCH): Promise<void> =>
  runInBackground(async () => {
    while (await fanOutBatch(ctx, step));
  })

/** One step of one event; false where none is left. Where it has got to is kept with what was told. */
const fanOutBatch = (ctx: Context, step: number): Promise<boolean> =>
  ctx.db.transact(async (tx) => {
    const event = await store.nextFanOut(tx)
    if (!event) return false
    const reached = await store.nextRecipients(tx, event, step)
    const people = await recipientsOf(ctx, tx, event, reached)
    if (people.length > 0) await deliver(ctx, tx, event, people)
    await store.advanceFanOut(tx, event.eventId, reached.length < step ? undefined : reached.at(-1))
    return true
  })

/** What is kept from somebody, or is no other for it than before, is nobody's to tell it of. */
async function recipientsOf(
  ctx: Context,
  tx: Tx,
  { data, before }: store.FanOut,
  personIds: readonly string[],
): Promise<readonly string[]> {
  const { instanceId, role } = data
  if (before === null || instanceId === undefined) return personIds
  const difference = await differencesFor(tx, personIds, new Map([[instanceId, before]]), ctx.now())
  return personIds.filter((id) => concerns(difference(id, instanceId), role))
}
