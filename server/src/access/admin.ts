import { type AdminArea, type AdminRight, mayAdminister } from '@clouddisk/contract/admin-areas'
import type { PermissionItem } from '@clouddisk/contract/roles'
import type { Route } from '@clouddisk/contract/route'
import type { Unknown } from '@clouddisk/contract/unknown-items'
import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import { refuse, refuseNotFound } from '../errors/refusal.ts'
import { type Actor, type Memberships, membershipsColumn } from './actor.ts'

/** Administration rights (G10): by area before a call runs, by department inside it. */

/** Throws `area_refused` (403) if the actor lacks the route's right in its area. Runs before input is read. */
export function requireAdminArea(route: Pick<Route, 'admin'>, actor: Actor | undefined): void {
  if (lacksAdminArea(route, actor)) refuse('area_refused')
}

export const lacksAdminArea = ({ admin }: Pick<Route, 'admin'>, actor: Actor | undefined): boolean =>
  !!admin && !(actor && mayAdministerArea(actor, admin.area, admin.right))

export const mayAdministerArea = (actor: Actor, area: AdminArea, right: AdminRight): boolean =>
  actor.admin !== undefined && mayAdminister(actor.admin.roles, area, right)

/**
 * The departments an administrator manages in an area: `all`, or the orgAdmin scope if no other role grants the area
 * everywhere. Anything outside is reported as not found.
 */
export function adminScope(actor: Actor, area: AdminArea, right: AdminRight): ReadonlySet<string> | 'all' {
  const { admin } = actor
  if (!admin) return new Set()
  const boundless = [...admin.roles].filter((role) => role !== 'orgAdmin')
  if (mayAdminister(boundless, area, right)) return 'all'
  return mayAdminister(['orgAdmin'], area, right) && admin.roles.has('orgAdmin') ? admin.scope : new Set()
}

/** Whether the department is in the scope. People without a department are only in the scope `all`. */
export const isInScope = (scope: ReadonlySet<string> | 'all', departmentId: string | null): boolean =>
  scope === 'all' || (departmentId !== null && scope.has(departmentId))

export const isSuperAdmin = (actor: Actor): boolean => actor.admin?.roles.has('superAdmin') ?? false

/** The fields of a person that decide who may manage them. */
export interface ManagedPerson {
  readonly departmentId: string | null
  /** Holds an administrator role or a role with a department scope. */
  readonly advanced: boolean
}

export const hasAdvancedRole = ({ roles }: Memberships): boolean => roles.some((role) => role.advanced)

/**
 * Whether the actor may change, freeze, sign out or offboard a person. Only super administrators manage holders of
 * advanced roles, since managing an account gives control over its rights.
 */
export const mayManagePerson = (
  actor: Actor,
  scope: ReadonlySet<string> | 'all',
  { departmentId, advanced }: ManagedPerson,
): boolean => isInScope(scope, departmentId) && (isSuperAdmin(actor) || !advanced)

/** Throws not found if the person is outside the scope, else `area_refused` if the actor may not manage them. */
export function requireManagePerson(
  actor: Actor,
  scope: ReadonlySet<string> | 'all',
  person: ManagedPerson,
  what: Unknown = 'user',
): void {
  if (!isInScope(scope, person.departmentId)) refuseNotFound(what)
  if (!mayManagePerson(actor, scope, person)) refuse('area_refused')
}

/** Whether somebody is an administrator, or has another role that reaches into departments. */
export async function holdsAdvancedRole(db: Reader, personId: string): Promise<boolean> {
  const person = await db
    .selectFrom('person')
    .select(membershipsColumn())
    .where('id', '=', personId)
    .executeTakeFirst()
  return person !== undefined && hasAdvancedRole(person.memberships)
}

/**
 * Throws `area_refused` if the actor may not manage the owner of something that is about to be transferred or deleted.
 * Owners always may.
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
 * People whose files the actor may not browse: super administrators, unless the actor is one. Groups of a department
 * are not affected by who owns them.
 */
export async function ownersHiddenFromBrowsing(db: Reader, actor: Actor): Promise<string[]> {
  if (isSuperAdmin(actor)) return []
  const { rows } = await sql<{ id: string }>`
    select distinct h.person_id as id from person_role h left join role r on r.id = h.role_id
    where coalesce(h.preset, r.admin) = 'superAdmin'`.execute(db)
  return rows.map(({ id }) => id)
}

/** Permissions while browsing as an administrator: no reading of content, no changes. */
const BROWSE_PERMISSIONS: ReadonlySet<PermissionItem> = new Set(['list', 'search', 'attribute'])

/** The administrator acting as the owner of a space, limited to browsing. */
export const adminBrowseActor = (actor: Actor, ownerId: string): Actor => ({
  ...actor,
  principals: [ownerId],
  departmentScopes: [],
  permissionBoundary: BROWSE_PERMISSIONS,
})
