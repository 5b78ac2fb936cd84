import type { NoticeData } from '@clouddisk/contract/notifications'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { type NotificationRecipient, notify } from '../../notifications/notify.ts'

/** Notifies at 90 % and when a space is full, once each until there is room again. */

/** A space with less than this free is full. */
const FULL_MARGIN_BYTES = 1024 * 1024

interface QuotaCrossing {
  readonly id: string
  readonly kind: 'person' | 'group'
  readonly personId: string | null
  readonly name: string | null
  readonly rootId: string
  readonly used: number
  readonly total: number
  readonly level: number | null
  readonly told: number | null
}

const SPACES_PER_BATCH = 200

export async function notifyQuotas(ctx: Context): Promise<void> {
  for (;;) {
    const crossed = await ctx.db.transact((tx) => notifyBatch(ctx, tx))
    if (crossed < SPACES_PER_BATCH) return
  }
}

async function notifyBatch(ctx: Context, tx: Tx): Promise<number> {
  const crossed = await quotaCrossings(tx)
  // Spaces are locked before people, as everywhere.
  await sql`
    select from space where id = any(${crossed.map(({ id }) => id)}::uuid[]) order by id for key share`.execute(
    tx,
  )
  for (const space of crossed) {
    // Falling from full to nearly full causes no notification.
    if (space.level !== null && space.level > (space.told ?? 0)) await notifyCrossing(ctx, tx, space)
  }
  const levels = crossed.map(({ id, level }) => ({ space_id: id, level }))
  const gone = levels.filter(({ level }) => level === null).map(({ space_id }) => space_id)
  const kept = levels.flatMap(({ space_id, level }) => (level === null ? [] : [{ space_id, level }]))
  if (gone.length > 0) await tx.deleteFrom('quota_notice').where('space_id', 'in', gone).execute()
  if (kept.length > 0)
    await tx
      .insertInto('quota_notice')
      .values(kept)
      .onConflict((conflict) =>
        conflict.column('space_id').doUpdateSet((eb) => ({ level: eb.ref('excluded.level') })),
      )
      .execute()
  return crossed.length
}

/** Spaces whose level differs from the notified one. Reserved bytes do not count. */
async function quotaCrossings(tx: Tx): Promise<QuotaCrossing[]> {
  const { rows } = await sql<QuotaCrossing>`
    select * from (
      select s.id, s.kind, s.person_id as "personId", g.name, s.root_id as "rootId", s.used, s.total, q.level as told,
        case when s.total - s.used < least(${FULL_MARGIN_BYTES}::bigint, s.total / 100 + 1) then 100
          when s.used >= s.total * 0.9 then 90 end as level
      from space s left join "group" g on g.id = s.id left join quota_notice q on q.space_id = s.id
      where s.kind in ('person', 'group') and s.total > 0 and (s.used >= s.total * 0.9 or q.level is not null)
    ) now where level is distinct from told limit ${SPACES_PER_BATCH}`.execute(tx)
  return rows
}

async function notifyCrossing(ctx: Context, tx: Tx, space: QuotaCrossing): Promise<void> {
  const { used, total } = space
  const about: NoticeData =
    space.kind === 'group' ? { groupId: space.id, groupName: space.name ?? '', instanceId: space.rootId } : {}
  await notify(ctx, tx, {
    kind: space.level === 100 ? 'quota.full' : 'quota.high',
    to: await recipientsOf(tx, space),
    data: { ...about, used, total },
  })
}

/** Recipients: the person, or who owns and manages the group. */
async function recipientsOf(
  tx: Tx,
  { kind, personId, rootId }: QuotaCrossing,
): Promise<NotificationRecipient[]> {
  if (kind === 'person') return personId === null ? [] : [{ principalType: 'person', principalId: personId }]
  return tx
    .selectFrom('file_grant')
    .select(['principal_type as principalType', 'principal_id as principalId'])
    .where('file_id', '=', rootId)
    .where('source', '=', 'member')
    .where('role', 'in', ['owner', 'manager'])
    .execute()
}
