import { ADMIN_ROLES, type AdminRight, type AdminRole } from '@clouddisk/contract/admin-areas'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { adminScope, isInScope } from '../../access/admin.ts'
import type { Context } from '../../context.ts'
import { afterCommit, type Tx } from '../../db/database.ts'
import { Refusal, refuse, refuseNotFound } from '../../errors/refusal.ts'

/** What one administrator may do to another's standing: the edges of departments and of administration itself (G10). */

/** Departments whose people an administrator has; 'all' where it is not bounded. */
export type AdminScope = ReadonlySet<string> | 'all'

export const peopleScope = (actor: Actor, right: AdminRight): AdminScope => adminScope(actor, 'people', right)

/** What lies outside of the caller's departments is not there for it. */
export function requireInScope(
  scope: AdminScope,
  departmentId: string | null,
  what: 'department' | 'user' = 'department',
): void {
  if (!isInScope(scope, departmentId)) refuseNotFound(what)
}

/** For a statement: the departments of a scope, null for all. */
export const scopeIds = (scope: AdminScope): string[] | null => (scope === 'all' ? null : [...scope])

/** Who is an auditor checks the others, and is none of them. */
export function refuseConflictingRoles(admins: Iterable<AdminRole>): void {
  const held = new Set(admins)
  if (held.has('auditor') && held.size > 1) refuse('roles_conflict')
}

/** Any number; whoever takes away a super administrator waits here for the others who do. */
const ADMINISTRATORS_LOCK = 0x61646d69
const DEPARTMENTS_LOCK = 0x64657074

/** Before it is looked who else is one: of two who take each other away the second has to see what the first did. */
export async function lockAdministrators(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADMINISTRATORS_LOCK})`.execute(tx)
}

/** The tree changes by one at a time: two moves could make a circle. */
export async function lockDepartmentTree(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${DEPARTMENTS_LOCK})`.execute(tx)
}

/** The end of the last super administrator there is; infinity where one has none, undefined where there is nobody. */
async function lastSuperAdminExpiry(tx: Tx, now: Date): Promise<number | undefined> {
  const { rows } = await sql<{ validUntil: Date | null }>`
    select p.valid_until as "validUntil"
    from person_role h left join role r on r.id = h.role_id join person p on p.id = h.person_id
    where coalesce(h.preset, r.admin) = 'superAdmin' and p.status = 'active' and p.account_kind = 'person'
      and (p.valid_until is null or p.valid_until > ${now})
    order by p.valid_until desc nulls first limit 1`.execute(tx)
  return rows[0] && (rows[0].validUntil?.getTime() ?? Number.POSITIVE_INFINITY)
}

/**
 * There is always somebody who can appoint others, and for as long as before: the end of whoever is left would come
 * without anybody's doing. Asked before a change; what it answers refuses one that leaves nobody so long.
 */
export async function guardLastSuperAdmin(tx: Tx, now: Date): Promise<() => Promise<void>> {
  await lockAdministrators(tx)
  const before = (await lastSuperAdminExpiry(tx, now)) ?? 0
  return async () => {
    const after = await lastSuperAdminExpiry(tx, now)
    if (after === undefined || after < before) refuse('last_admin')
  }
}

/**
 * Runs a change of whoever may be the last super administrator. Throws `last_admin`, with nothing of the change left in the
 * transaction, if nobody would be one for as long as before: the caller may go on. Of two such changes in one transaction the
 * second one begins when the first is done.
 */
export async function keepingSuperAdmin(tx: Tx, now: Date, work: () => Promise<unknown>): Promise<void> {
  const requireLeft = await guardLastSuperAdmin(tx, now)
  await sql`savepoint super_admin`.execute(tx)
  try {
    await work()
    await requireLeft()
  } catch (error) {
    if (error instanceof Refusal) await sql`rollback to savepoint super_admin`.execute(tx)
    throw error
  }
  await sql`release savepoint super_admin`.execute(tx)
}

/** What is in force counts from the next call on: nothing of this process remembers anybody when it answers. */
export function invalidateMemberships(ctx: Context, tx: Tx): void {
  afterCommit(tx, () => ctx.sessionCache.invalidate())
}

export const isAdminRole = (name: string): name is AdminRole =>
  (ADMIN_ROLES as readonly string[]).includes(name)
