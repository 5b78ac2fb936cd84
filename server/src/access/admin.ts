import { type AdminArea, type AdminRight, mayAdminister } from '@clouddisk/contract/admin-areas'
import type { PermissionItem } from '@clouddisk/contract/roles'
import type { Route } from '@clouddisk/contract/route'
import type { Unknown } from '@clouddisk/contract/unknown-items'
import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import { refuse, refuseNotFound } from '../errors/refusal.ts'
import { type Actor, type Memberships, membershipsColumn } from './actor.ts'

/** What administrators may do (G10): by area at the door, by department behind it. */

/** Before anything of a call is read: 403 for who has no such right in its area. */
export function requireAdminArea(route: Pick<Route, 'admin'>, actor: Actor | undefined): void {
  if (lacksAdminArea(route, actor)) refuse('area_refused')
}

export const lacksAdminArea = ({ admin }: Pick<Route, 'admin'>, actor: Actor | undefined): boolean =>
  !!admin && !(actor && mayAdministerArea(actor, admin.area, admin.right))

export const mayAdministerArea = (actor: Actor, area: AdminArea, right: AdminRight): boolean =>
  actor.admin !== undefined && mayAdminister(actor.admin.roles, area, right)

/**
 * The departments that an administrator has in an area; an orgAdmin's own scope, where no other of its roles gives the
 * area without one. What lies outside is not there for it.
 */
export function adminScope(actor: Actor, area: AdminArea, right: AdminRight): ReadonlySet<string> | 'all' {
  const { admin } = actor
  if (!admin) return new Set()
  const boundless = [...admin.roles].filter((role) => role !== 'orgAdmin')
  if (mayAdminister(boundless, area, right)) return 'all'
  return mayAdminister(['orgAdmin'], area, right) && admin.roles.has('orgAdmin') ? admin.scope : new Set()
}

/** Whether something of that department is in the scope; who is in none belongs to nobody's. */
export const isInScope = (scope: ReadonlySet<string> | 'all', departmentId: string | null): boolean =>
  scope === 'all' || (departmentId !== null && scope.has(departmentId))

export const isSuperAdmin = (actor: Actor): boolean => actor.admin?.roles.has('superAdmin') ?? false

/** Somebody whose account administrators look after. */
export interface ManagedPerson {
  readonly departmentId: string | null
  /** Holds a role of an administrator, or one that reaches into departments. */
  readonly advanced: boolean
}

export const hasAdvancedRole = ({ roles }: Memberships): boolean => roles.some((role) => role.advanced)

/**
 * Whether somebody is an administrator's to change, freeze, sign out or send away. Who has more than ordinary roles is
 * a super administrator's: another one could take for itself what they have.
 */
export const mayManagePerson = (
  actor: Actor,
  scope: ReadonlySet<string> | 'all',
  { departmentId, advanced }: ManagedPerson,
): boolean => isInScope(scope, departmentId) && (isSuperAdmin(actor) || !advanced)

/** What lies outside of the scope is not there; who is in it and another's to change is refused. `what` is what was asked for. */
export function requireManagePerson(
  actor: Actor,
  scope: ReadonlySet<string> | 'all',
  person: ManagedPerson,
  what: Unknown = 'user',
): void {
  if (!isInScope(scope, person.departmentId)) refuseNotFound(what)
  if (!mayManagePerson(actor, scope, person)) refuse('area_refused')
}

/**
 * The same for what somebody owns and an administrator gives to others or ends: who may not change the owner may not take
 * what is the owner's either. What is one's own is nobody's to be kept from.
 */
export async function requireManageOwner(db: Reader, actor: Actor, ownerId: string): Promise<void> {
  if (isSuperAdmin(actor) || ownerId === actor.personId) return
  const owner = await db
    .selectFrom('person')
    .select(membershipsColumn())
    .where('id', '=', ownerId)
    .executeTakeFirst()
  if (owner && hasAdvancedRole(owner.memberships)) refuse('area_refused')
}

/**
 * Whose files an administrator does not look at: super administrators', unless it is one. Of a department's group that is
 * the department's, whoever owns it.
 */
export async function ownersHiddenFromBrowsing(db: Reader, actor: Actor): Promise<string[]> {
  if (isSuperAdmin(actor)) return []
  const { rows } = await sql<{ id: string }>`
    select distinct h.person_id as id from person_role h left join role r on r.id = h.role_id
    where coalesce(h.preset, r.admin) = 'superAdmin'`.execute(db)
  return rows.map(({ id }) => id)
}

/** What an administrator sees of files that it looks at: what there is, and nothing that could be taken or changed. */
const BROWSE_PERMISSIONS: ReadonlySet<PermissionItem> = new Set(['list', 'search', 'attribute'])

/** The administrator in the place of an owner, who sees all of its space; only to look. */
export const adminBrowseActor = (actor: Actor, ownerId: string): Actor => ({
  ...actor,
  principals: [ownerId],
  departmentScopes: [],
  permissionBoundary: BROWSE_PERMISSIONS,
})
