import { isAffected, permissionChanges } from '../access/access-changes.ts'
import type { Context } from '../context.ts'
import { afterCommit, runInBackground, type Tx } from '../db/database.ts'
import { deliver } from './deliver.ts'
import * as store from './store.ts'

/** Delivers notifications to departments and groups after the call, in batches of people, each in its own transaction. */

const PEOPLE_PER_BATCH = 500

/** Starts after the commit; a job continues after a crash. */
export function fanOutAfterCommit(ctx: Context, tx: Tx): void {
  afterCommit(tx, () => {
    fanOut(ctx).catch((err) => ctx.log.error({ err }, 'notifying departments and groups failed'))
  })
}

/** Works until nothing is left. Several processes may run it; each takes other events. */
export const fanOut = (ctx: Context, step = PEOPLE_PER_BATCH): Promise<void> =>
  runInBackground(async () => {
    while (await fanOutBatch(ctx, step));
  })

/** Delivers one batch of one event and stores the position; false if no event is left. */
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

/** Skips people who cannot see the item or whose access did not change. */
async function recipientsOf(
  ctx: Context,
  tx: Tx,
  { data, before }: store.FanOut,
  personIds: readonly string[],
): Promise<readonly string[]> {
  const { instanceId, role } = data
  if (before === null || instanceId === undefined) return personIds
  const difference = await permissionChanges(tx, personIds, new Map([[instanceId, before]]), ctx.now())
  return personIds.filter((id) => isAffected(difference(id, instanceId), role))
}
