import type { NoticeData } from '@clouddisk/contract/notifications'
import { DAY } from '@clouddisk/contract/time'
import { sql } from 'kysely'
import { permissionChanges } from '../../access/access-changes.ts'
import type { RolesByPrincipal } from '../../access/visibility.ts'
import type { Context } from '../../context.ts'
import type { Reader } from '../../db/database.ts'
import { deterministicEventId } from '../../notifications/deterministic-id.ts'
import { type NotificationRecipient, notify } from '../../notifications/notify.ts'

/** Notifies three days ahead that an account, a received share or a permission expires. */

const NOTICE_PERIOD_MS = 3 * DAY
const BATCH_SIZE = 500

interface Expiry {
  readonly kind: 'expiry.account' | 'expiry.share' | 'expiry.entry'
  readonly id: string
  readonly to: NotificationRecipient
  readonly data: NoticeData
  readonly at: Date
  /** For permissions: the state before, so that only people it makes a difference to are notified. */
  readonly before?: RolesByPrincipal
}

/** Notifies once for each expiry; again if it was postponed. */
export async function notifyExpiries(ctx: Context): Promise<void> {
  const until = new Date(ctx.now().getTime() + NOTICE_PERIOD_MS)
  for (const read of [expiringAccounts, expiringGrants]) {
    for (let after: Expiry | undefined; ; ) {
      const endings: Expiry[] = await read(ctx.db.reader, ctx.now(), until, after)
      const remaining = await withoutRevoked(ctx.db.reader, endings, ctx.now())
      if (remaining.length > 0)
        await ctx.db.transact(async (tx) => {
          for (const ending of remaining) {
            const { kind, to, at, before } = ending
            const eventId = deterministicEventId(
              new Date(at.getTime() - NOTICE_PERIOD_MS),
              kind,
              ending.id,
              to.principalId,
            )
            await notify(ctx, tx, {
              kind,
              to: [to],
              eventId,
              before,
              data: { ...ending.data, expireTime: at.toISOString() },
            })
          }
        })
      after = endings.at(-1)
      if (endings.length < BATCH_SIZE) break
    }
  }
}

/** Leaves out items that the recipient cannot open any more. */
async function withoutRevoked(db: Reader, endings: readonly Expiry[], now: Date): Promise<readonly Expiry[]> {
  const given = endings.filter(({ to, before }) => before !== undefined && to.principalType === 'person')
  if (given.length === 0) return endings
  const people = [...new Set(given.map(({ to }) => to.principalId))]
  const difference = await permissionChanges(db, people, new Map(given.map(({ id }) => [id, {}])), now)
  const lost = new Set(given.filter(({ id, to }) => difference(to.principalId, id).now.size === 0))
  return endings.filter((ending) => !lost.has(ending))
}

async function expiringAccounts(
  db: Reader,
  now: Date,
  until: Date,
  after: Expiry | undefined,
): Promise<Expiry[]> {
  let query = db
    .selectFrom('person')
    .select(['id', 'valid_until as at'])
    .where('status', '=', 'active')
    .where('valid_until', '>', now)
    .where('valid_until', '<=', until)
    .orderBy('id')
    .limit(BATCH_SIZE)
  if (after) query = query.where('id', '>', after.id)
  return (await query.execute()).map(({ id, at }) => ({
    kind: 'expiry.account' as const,
    id,
    to: { principalType: 'person' as const, principalId: id },
    data: {},
    at: at as Date,
  }))
}

interface GrantRow {
  file_id: string
  principal_type: NotificationRecipient['principalType']
  principal_id: string
  source: string
  expires_at: Date
  name: string
  is_folder: boolean
  share_id: string | null
  group_id: string | null
  group_name: string | null
}

/** Uses the index over expiring grants. Denials are left out: their end needs no warning. */
async function expiringGrants(
  db: Reader,
  now: Date,
  until: Date,
  after: Expiry | undefined,
): Promise<Expiry[]> {
  const [at, file, principal] = after ? [after.at, after.id, after.to.principalId] : [now, null, null]
  const { rows } = await sql<GrantRow>`
    select g.file_id, g.principal_type, g.principal_id, g.source, g.expires_at, f.name, f.is_folder,
      s.id as share_id, o.id as group_id, o.name as group_name
    from file_grant g join file f on f.id = g.file_id
    left join share s on s.file_id = g.file_id and g.source = 'share'
    left join "group" o on o.id = f.space_id
    where g.expires_at > ${now} and g.expires_at <= ${until} and g.role <> 'forbidden'
      and (g.expires_at, g.file_id, g.principal_id) > (${at}::timestamptz,
        coalesce(${file}::uuid, '00000000-0000-0000-0000-000000000000'),
        coalesce(${principal}::uuid, '00000000-0000-0000-0000-000000000000'))
    order by g.expires_at, g.file_id, g.principal_id limit ${BATCH_SIZE}`.execute(db)
  return rows.map((row) => ({
    kind: row.source === 'share' ? ('expiry.share' as const) : ('expiry.entry' as const),
    id: row.file_id,
    to: { principalType: row.principal_type, principalId: row.principal_id },
    data: {
      instanceId: row.file_id,
      instanceName: row.name,
      isFolder: row.is_folder,
      ...(row.share_id && { fileSharingId: row.share_id }),
      ...(row.group_id && { groupId: row.group_id, groupName: row.group_name ?? '' }),
    },
    at: row.expires_at,
    before: { [row.principal_id]: null },
  }))
}
