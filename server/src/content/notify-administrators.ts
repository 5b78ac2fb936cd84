import { activeAdministrators } from '../access/administrators.ts'
import type { Context } from '../context.ts'
import { notify } from '../notifications/notify.ts'

/** Notifies storage administrators of new corruptions, all in one message. */
export async function notifyCorruption(ctx: Context): Promise<void> {
  await ctx.db.transact(async (tx) => {
    const told = await tx
      .updateTable('content_fault')
      .set({ told_at: ctx.now() })
      .where('damaged_at', 'is not', null)
      .where('told_at', 'is', null)
      .returning('mended_at as mendedAt')
      .execute()
    if (told.length === 0) return
    const people = await activeAdministrators(tx, 'storage')
    await notify(ctx, tx, {
      kind: 'content.damaged',
      to: people.map((principalId) => ({ principalType: 'person', principalId })),
      data: { count: told.length, mended: told.filter(({ mendedAt }) => mendedAt !== null).length },
    })
  })
}
