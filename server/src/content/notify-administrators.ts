import { activeAdministrators } from '../access/administrators.ts'
import type { Context } from '../context.ts'
import { notify } from '../notifications/notify.ts'

/** Notifies storage administrators of new corruptions, all in one message. */
export async function notifyCorruption(ctx: Context): Promise<void> {
  await ctx.db.transact(async (tx) => {
    const notified = await tx
      .updateTable('corruption')
      .set({ notified_at: ctx.now() })
      .where('confirmed_at', 'is not', null)
      .where('notified_at', 'is', null)
      .returning('repaired_at as repairedAt')
      .execute()
    if (notified.length === 0) return
    const people = await activeAdministrators(tx, 'storage')
    await notify(ctx, tx, {
      kind: 'content.damaged',
      to: people.map((principalId) => ({ principalType: 'person', principalId })),
      data: {
        count: notified.length,
        mended: notified.filter(({ repairedAt }) => repairedAt !== null).length,
      },
    })
  })
}
