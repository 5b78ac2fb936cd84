import { ADMIN_ROLES, type AdminRole } from '@clouddisk/contract/admin-areas'
import { GENERAL_ROLES } from '@clouddisk/contract/roles'
import type { Actor } from '../../access/actor.ts'
import { isSuperAdmin } from '../../access/admin.ts'
import type { Reader, Tx } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import { refuse, refuseNotFound } from '../../errors/refusal.ts'
import { isAdminRole, refuseConflictingRoles } from './admin-scope.ts'
import * as store from './role-store.ts'
import type { LockedPerson } from './store.ts'

/** Roles that people have: presets by their names, others by their ids. */

export interface AssignableRole extends store.RoleKey {
  /** What the wire calls it. */
  readonly roleId: string
  readonly name: string
  readonly admin: AdminRole | null
  /** Reaches into departments or the administration, and is a super administrator's to give. */
  readonly advanced: boolean
  /** Administers the department that its holder is in, and nothing where that is none. */
  readonly needsDepartment: boolean
}

const PRESETS: readonly string[] = [...GENERAL_ROLES, ...ADMIN_ROLES]

export const isPreset = (roleId: string): boolean => PRESETS.includes(roleId)

/** Those that there are; of one's own making they stay as they are until a transaction ends. */
export async function assignableRoles(db: Reader, roleIds: readonly string[]): Promise<AssignableRole[]> {
  const own = await store.rolesById(db, roleIds.filter(isId))
  return [
    ...[...new Set(roleIds)].filter(isPreset).map(preset),
    ...own.map(({ id, name, type, admin, ofOwn }) => ({
      roleId: id,
      id,
      preset: null,
      name,
      admin,
      advanced: type === 'advanced',
      needsDepartment: admin === 'orgAdmin' && ofOwn,
    })),
  ]
}

function preset(name: string): AssignableRole {
  const admin = isAdminRole(name) ? name : null
  return {
    roleId: name,
    id: null,
    preset: name,
    name,
    admin,
    advanced: admin !== null,
    needsDepartment: admin === 'orgAdmin',
  }
}

export async function requireRole(db: Reader, roleId: string): Promise<AssignableRole> {
  const [role] = await assignableRoles(db, [roleId])
  return role ?? refuseNotFound('role')
}

/** Ordinary roles are for all who administer people, the others for super administrators (G10). */
export function requireMayAssign(actor: Actor, roles: readonly AssignableRole[]): void {
  if (!isSuperAdmin(actor) && roles.some(({ advanced }) => advanced)) refuse('area_refused')
}

/** Who administers its own department has to have one. */
export function refuseRolesWithoutDepartment(
  departmentId: string | null,
  roles: readonly AssignableRole[],
): void {
  if (departmentId === null && roles.some(({ needsDepartment }) => needsDepartment))
    refuse('department_needed')
}

/** These instead of those that somebody has. Answers which came and went. */
export async function replaceRoles(
  tx: Tx,
  actor: Actor,
  person: Pick<LockedPerson, 'id' | 'roles'>,
  newRoles: readonly AssignableRole[],
): Promise<{ given: string[]; taken: string[] }> {
  const had = new Set(person.roles)
  const granted = newRoles.filter(({ roleId }) => !had.has(roleId))
  const kept = new Set(newRoles.map(({ roleId }) => roleId))
  const taken = await assignableRoles(
    tx,
    person.roles.filter((roleId) => !kept.has(roleId)),
  )
  requireMayAssign(actor, [...granted, ...taken])
  refuseConflictingRoles(newRoles.flatMap(({ admin }) => admin ?? []))
  await store.dropRoles(tx, [person.id], taken)
  await store.addRoles(tx, [person.id], granted)
  return { given: granted.map(({ name }) => name), taken: taken.map(({ name }) => name) }
}
