import { formatSize } from '@clouddisk/contract/format'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/database.ts'
import { refuse, refuseNotFound } from '../../errors/refusal.ts'

/**
 * Group space counts against an allowance (C36): the owner's, or the department's for a department's group; a library's against none. Growth is a
 * conditional UPDATE, or is checked with all affected departments locked, so that concurrent calls cannot exceed the
 * allowance. All amounts are bytes.
 */

export type AllowanceSource = { readonly personId: string } | { readonly departmentId: string } | 'none'

interface CountedGroup {
  readonly departmentId: string | null
  readonly ownerId: string
  readonly isLibrary: boolean
}

/** The person or department whose allowance a group counts against. */
export function allowanceSource({ departmentId, ownerId, isLibrary }: CountedGroup): AllowanceSource {
  if (isLibrary) return 'none'
  return departmentId === null ? { personId: ownerId } : { departmentId }
}

/** Whether the owner's allowance gives its space, which then goes to a new owner with it. */
export const countsForOwner = ({ departmentId, isLibrary }: Omit<CountedGroup, 'ownerId'>): boolean =>
  departmentId === null && !isLibrary

/** Reserves bytes; throws `group_allowance_full` with the shortfall. */
export async function reserveAllowance(tx: Tx, giver: AllowanceSource, bytes: number): Promise<void> {
  if (!(await tryReserveAllowance(tx, giver, bytes))) await refuseExhausted(tx, giver, bytes)
}

/** Returns false if the allowance does not suffice. */
export async function tryReserveAllowance(tx: Tx, giver: AllowanceSource, bytes: number): Promise<boolean> {
  if (giver === 'none') return true
  if ('departmentId' in giver) return reserveOfDepartment(tx, giver.departmentId, bytes)
  const { rows } = await sql`
    update person set group_allotted = group_allotted + ${bytes}::bigint
    where id = ${giver.personId}
      and (group_total is null or ${bytes}::bigint <= 0 or group_allotted + ${bytes}::bigint <= group_total)
    returning id`.execute(tx)
  return rows.length > 0
}

/** A department's limit includes all below it, so its ancestors are locked during the check. */
async function reserveOfDepartment(tx: Tx, id: string, bytes: number): Promise<boolean> {
  if (bytes > 0) {
    await lockAncestors(tx, [id])
    if ((await shortfallAbove(tx, id, bytes)) > 0) return false
  }
  const { rows } = await sql`
    update department set allotted = allotted + ${bytes}::bigint where id = ${id} returning id`.execute(tx)
  return rows.length > 0
}

/**
 * Throws if moving a department below another one would exceed a limit of its new ancestors. The caller holds the lock on
 * the department tree.
 */
export async function requireFitsBelow(tx: Tx, id: string, parentId: string): Promise<void> {
  await lockAncestors(tx, [id, parentId])
  const { rows } = await sql<{ given: number }>`
    with recursive below as (
      select d.id, d.allotted from department d where d.id = ${id}
      union
      select c.id, c.allotted from below join department c on c.parent_id = below.id
    ) select sum(allotted)::bigint as given from below`.execute(tx)
  const given = rows[0]?.given ?? 0
  const missing = given > 0 ? await shortfallAbove(tx, parentId, given, id) : 0
  if (missing > 0) refuse('group_allowance_full', { missing: formatSize(missing), missingBytes: missing })
}

/** Locks departments and their ancestors, which may change while waiting for the lock. */
async function lockAncestors(tx: Tx, ids: readonly string[]): Promise<void> {
  for (let held = ''; ; ) {
    const { rows } = await sql<{ id: string }>`
      with recursive ${above(ids)}
      select id from department where id in (select id from above) order by id for no key update`.execute(tx)
    const holds = rows.map((row) => row.id).join()
    if (holds === held) return
    held = holds
  }
}

const above = (ids: readonly string[], name = 'above') => sql`
  ${sql.ref(name)} as (
    select d.id, d.parent_id, d.total, 0 as height from department d where d.id = any(${ids}::uuid[])
    union all
    select u.id, u.parent_id, u.total, a.height + 1
    from ${sql.ref(name)} a join department u on u.id = a.parent_id
    where a.height < 100
  )`

/** The largest shortfall among a department and its ancestors, except ancestors of `but`. */
async function shortfallAbove(db: Reader, id: string, bytes: number, but?: string): Promise<number> {
  const { rows } = await sql<{ missing: number }>`
    with recursive ${above([id])}, ${above(but === undefined ? [] : [but], 'known')}
    select coalesce(greatest(0, max(given.bytes + ${bytes}::bigint - above.total)), 0)::bigint as missing
    from above, lateral (
      with recursive below as (
        select d.id, d.allotted from department d where d.id = above.id
        union
        select c.id, c.allotted from below join department c on c.parent_id = below.id
      ) select sum(allotted)::bigint as bytes from below
    ) given
    where above.total is not null and above.id not in (select id from known)`.execute(db)
  return rows[0]?.missing ?? 0
}

/** Releases reserved bytes. */
export const releaseAllowance = async (tx: Tx, giver: AllowanceSource, bytes: number): Promise<void> =>
  void (await tryReserveAllowance(tx, giver, -bytes))

/** Bytes missing for a reservation; 0 if it fits. */
export async function allowanceShortfall(db: Reader, giver: AllowanceSource, bytes: number): Promise<number> {
  if (giver === 'none') return 0
  if ('departmentId' in giver) {
    const { departmentId } = giver
    const known = await db
      .selectFrom('department')
      .select('id')
      .where('id', '=', departmentId)
      .executeTakeFirst()
    return known ? shortfallAbove(db, departmentId, bytes) : refuseNotFound('department')
  }
  const row = await db
    .selectFrom('person')
    .select(['group_total as total', 'group_allotted as allotted'])
    .where('id', '=', giver.personId)
    .executeTakeFirst()
  if (!row) refuseNotFound('user')
  return row.total === null ? 0 : Math.max(0, row.allotted + bytes - row.total)
}

async function refuseExhausted(tx: Tx, giver: AllowanceSource, bytes: number): Promise<never> {
  const missing = await allowanceShortfall(tx, giver, bytes)
  refuse('group_allowance_full', { missing: formatSize(missing), missingBytes: missing })
}
