import { ADMIN_ROLES, type AdminRight, type AdminRole } from '@clouddisk/contract/roles'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { inScope, scopeOf } from '../../access/admin.ts'
import type { Context } from '../../context.ts'
import { afterCommit, type Tx } from '../../db/database.ts'
import { refuse } from '../../http/refusal.ts'
import { memoryOf } from '../accounts/session-memory.ts'

/** What one administrator may do to another's standing: the edges of departments and of administration itself (G10). */

/** Departments whose people an administrator has; 'all' where it is not bounded. */
export type Scope = ReadonlySet<string> | 'all'

export const peopleScope = (actor: Actor, right: AdminRight): Scope => scopeOf(actor, 'people', right)

/** What lies outside of the caller's departments is not there for it. */
export function mustBeInScope(scope: Scope, departmentId: string | null): void {
  if (!inScope(scope, departmentId)) refuse('not_found')
}

/** For a statement: the departments of a scope, null for all. */
export const scopeIds = (scope: Scope): string[] | null => (scope === 'all' ? null : [...scope])

/** Who is an auditor checks the others, and is none of them. */
export function refuseConflict(admins: Iterable<AdminRole>): void {
  const held = new Set(admins)
  if (held.has('auditor') && held.size > 1) refuse('roles_conflict')
}

/** Any number; whoever takes away a super administrator waits here for the others who do. */
const ADMINISTRATORS = 0x61646d69
const DEPARTMENTS = 0x64657074

/** Before it is looked who else is one: of two who take each other away the second has to see what the first did. */
export async function lockAdministrators(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADMINISTRATORS})`.execute(tx)
}

/** The tree changes by one at a time: two moves could make a circle. */
export async function lockDepartments(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${DEPARTMENTS})`.execute(tx)
}

/** People who are super administrators now, and until when; null is for good. */
export async function superAdmins(tx: Tx, now: Date): Promise<{ id: string; validUntil: Date | null }[]> {
  const { rows } = await sql<{ id: string; validUntil: Date | null }>`
    select distinct p.id, p.valid_until as "validUntil"
    from person_role h left join role r on r.id = h.role_id join person p on p.id = h.person_id
    where coalesce(h.preset, r.admin) = 'superAdmin' and p.status = 'active'
      and (p.valid_until is null or p.valid_until > ${now})`.execute(tx)
  return rows
}

/** There is always somebody who can appoint others. */
export async function refuseWithoutSuperAdmin(tx: Tx, now: Date): Promise<void> {
  if ((await superAdmins(tx, now)).length === 0) refuse('last_admin')
}

/** What is in force counts from the next call on: nothing of this process remembers anybody when it answers. */
export function forgetStandings(ctx: Context, tx: Tx): void {
  afterCommit(tx, () => memoryOf(ctx)?.forget())
}

export const isAdminRole = (name: string): name is AdminRole =>
  (ADMIN_ROLES as readonly string[]).includes(name)
