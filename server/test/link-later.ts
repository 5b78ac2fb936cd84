import type { Context } from '../src/context.ts'
import { notifyLinkOwners } from '../src/features/links/jobs.ts'

/** As if a link's time had passed up to `left` ms before its end; its owner is notified as the server does every few minutes. */
export async function linkEndsIn(ctx: Context, shareId: string, left: number): Promise<void> {
  const link = await ctx.db.reader
    .selectFrom('link')
    .select(['created_at', 'expires_at'])
    .where('id', '=', shareId)
    .executeTakeFirstOrThrow()
  if (!link.expires_at) throw new Error('the link has no end')
  const end = Date.now() + left
  const passed = link.expires_at.getTime() - end
  await ctx.db.reader
    .updateTable('link')
    .set({ expires_at: new Date(end), created_at: new Date(link.created_at.getTime() - passed) })
    .where('id', '=', shareId)
    .execute()
  await notifyLinkOwners(ctx)
}
