import { type RawBuilder, sql } from 'kysely'
import type { Reader, Tx } from '../../db/database.ts'

/** SQL of handovers. */

export interface HandoverRow {
  readonly id: string
  readonly groupId: string
  readonly groupName: string
  readonly rootId: string
  readonly total: number
  /** Whose allowance it is taken from, where that is no person's. */
  readonly departmentId: string | null
  readonly isLibrary: boolean
  readonly fromId: string
  readonly fromName: string
  readonly toId: string
  readonly toName: string
  readonly state: 'waiting' | 'moving' | 'agreed' | 'rejected' | 'cancelled' | 'expired' | 'failed'
  readonly failure: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly endedAt: Date | null
}

const HANDOVERS: RawBuilder<HandoverRow> = sql`
  select h.id, h.group_id as "groupId", g.name as "groupName", s.root_id as "rootId", s.total,
    s.department_id as "departmentId", g.is_library as "isLibrary", h.from_id as "fromId", f.real_name as "fromName",
    h.to_id as "toId", t.real_name as "toName", h.state, h.failure, h.created_at as "createdAt",
    h.expires_at as "expiresAt", h.ended_at as "endedAt"
  from group_handover h join "group" g on g.id = h.group_id join space s on s.id = g.id
  join person f on f.id = h.from_id join person t on t.id = h.to_id`

/** Those that are open: of these groups, and those that wait for this person. */
export async function openHandovers(
  db: Reader,
  groupIds: readonly string[],
  personId: string | null,
  now: Date,
): Promise<HandoverRow[]> {
  const { rows } = await sql<HandoverRow>`
    ${HANDOVERS} where h.state in ('waiting', 'moving') and (h.state = 'moving' or h.expires_at > ${now})
      and (h.group_id = any(${groupIds}::uuid[]) or (h.to_id = ${personId}::uuid and h.state = 'waiting'))
    order by h.created_at desc`.execute(db)
  return rows
}

export async function handoverById(db: Reader, id: string): Promise<HandoverRow | undefined> {
  const { rows } = await sql<HandoverRow>`${HANDOVERS} where h.id = ${id}`.execute(db)
  return rows[0]
}

export async function latestHandover(db: Reader, groupId: string): Promise<HandoverRow | undefined> {
  const { rows } = await sql<HandoverRow>`
    ${HANDOVERS} where h.group_id = ${groupId} order by h.created_at desc, h.id desc limit 1`.execute(db)
  return rows[0]
}

export async function insertHandover(
  tx: Tx,
  row: {
    id: string
    group_id: string
    from_id: string
    to_id: string
    created_at: Date
    expires_at: Date
  },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('group_handover')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function setHandover(
  tx: Tx,
  id: string,
  state: HandoverRow['state'],
  endedAt: Date | null,
  failure: string | null = null,
): Promise<void> {
  await tx
    .updateTable('group_handover')
    .set({ state, ended_at: endedAt, failure })
    .where('id', '=', id)
    .execute()
}

/** Of one group, where they have waited too long; which ones that were. */
export async function expireHandovers(
  tx: Tx,
  now: Date,
  groupId: string,
): Promise<{ id: string; fromId: string; toId: string }[]> {
  return tx
    .updateTable('group_handover')
    .set({ state: 'expired', ended_at: now })
    .where('group_id', '=', groupId)
    .where('state', '=', 'waiting')
    .where('expires_at', '<=', now)
    .returning(['id', 'from_id as fromId', 'to_id as toId'])
    .execute()
}

/** A handover of the group that waits for its answer, or is being carried out. */
export async function hasOpenHandover(db: Reader, groupId: string, now: Date): Promise<boolean> {
  return (await openHandovers(db, [groupId], null, now)).length > 0
}

export const acceptedHandovers = async (db: Reader): Promise<string[]> =>
  idsOf(await db.selectFrom('group_handover').select('id').where('state', '=', 'moving').execute())

export const overdueHandovers = async (db: Reader, now: Date): Promise<string[]> =>
  idsOf(
    await db
      .selectFrom('group_handover')
      .select('id')
      .where('state', '=', 'waiting')
      .where('expires_at', '<=', now)
      .execute(),
  )

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map((row) => row.id)

export const receiver = (db: Reader, personId: string) =>
  db
    .selectFrom('person')
    .select(['status', 'valid_until as validUntil'])
    .where('id', '=', personId)
    .executeTakeFirst()

export async function hasSyncedGroup(db: Reader, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom('group')
    .select('id')
    .where('owner_id', '=', personId)
    .where('synced', '=', true)
    .executeTakeFirst()
  return row !== undefined
}

/** Holds people's allowances, in one order for everybody. */
export async function lockPersonRows(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`select from person where id = any(${ids}::uuid[]) order by id for no key update`.execute(tx)
}
