import { sql } from 'kysely'
import type { Context } from '../src/context.ts'

/** The person of these sessions last proved who they are a quarter of an hour ago. */
export async function confirmedEarlier(ctx: Pick<Context, 'db'>, personId: string): Promise<void> {
  await ctx.db.transact(async (tx) => {
    await sql`update session set confirmed_at = confirmed_at - interval '15 minutes' where person_id = ${personId}::uuid`.execute(
      tx,
    )
    await sql`notify clouddisk_memberships`.execute(tx)
  })
}
