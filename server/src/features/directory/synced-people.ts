import { nameKey } from '@clouddisk/contract/names'
import { audit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { currentRequestContext } from '../../db/request-context.ts'
import { revokeAfterDepartmentMove } from '../../tree/revoke.ts'
import {
  cancelOffboarding,
  endSessions,
  insertPerson,
  prepareDirectoryPerson,
  replacePassword,
} from '../accounts/accounts.ts'
import { NO_PASSWORD_HASH } from '../accounts/passwords.ts'
import { invalidateMemberships, keepingSuperAdmin, refuseConflictingRoles } from './admin-scope.ts'
import { type AssignableRole, assignableRoles, refuseRolesWithoutDepartment } from './assignable-roles.ts'
import { addRoles, dropRoles } from './role-store.ts'
import * as store from './store.ts'

/**
 * What a company's directory changes about people: without the bounds of an administrator, as the directory was set up by one who
 * may do all of it.
 */

/** What a directory says about somebody, checked. */
export interface SyncedProfile {
  readonly accountName: string
  readonly realName: string
  readonly userName: string
  readonly phone: string
  readonly email: string
  readonly departmentId: string | null
}

export type SyncedPerson = store.LockedPerson
export const lockPeople = store.lockPeople

/** Of a person, as it is now. */
export const SYNCED_FIELDS = [
  'accountName',
  'userRealName',
  'userName',
  'phone',
  'email',
  'departmentId',
] as const

/** An account without a password of this server. Answers its id. */
export async function insertSyncedPerson(
  ctx: Context,
  tx: Tx,
  { accountName, realName, ...profile }: SyncedProfile,
  { capacity, directory }: { readonly capacity: number | null; readonly directory: string },
): Promise<string> {
  const draft = prepareDirectoryPerson(ctx, {
    userName: accountName,
    realName,
    capacity,
    profile,
    auditDetails: { directory, departmentId: profile.departmentId },
  })
  const id = await insertPerson(ctx, tx, draft)
  invalidateMemberships(ctx, tx)
  return id
}

/** Answers which fields were changed. Refuses an account name that another one has. */
export async function updateSyncedPerson(
  ctx: Context,
  tx: Tx,
  person: SyncedPerson & Pick<SyncedProfile, 'userName' | 'phone' | 'email'>,
  profile: SyncedProfile,
  directory: string,
): Promise<string[]> {
  const changed = {
    ...(profile.accountName !== person.accountName && { accountName: profile.accountName }),
    ...(profile.realName !== person.realName && { userRealName: profile.realName }),
    ...(profile.userName !== person.userName && { userName: profile.userName }),
    ...(profile.phone !== person.phone && { phone: profile.phone }),
    ...(profile.email !== person.email && { email: profile.email }),
    ...(profile.departmentId !== person.departmentId && { departmentId: profile.departmentId }),
  }
  const fields = Object.keys(changed)
  if (fields.length === 0) return []
  const by = currentRequestContext()?.actor?.id
  await store.setPerson(tx, person.id, {
    ...(changed.accountName !== undefined && {
      account_name: profile.accountName,
      account_key: nameKey(profile.accountName),
    }),
    real_name: profile.realName,
    user_name: profile.userName,
    phone: profile.phone,
    email: profile.email,
    department_id: profile.departmentId,
    changed_at: ctx.now(),
    ...(by !== undefined && { changed_by: by }),
  })
  if (changed.departmentId !== undefined && person.departmentId !== null)
    await revokeAfterDepartmentMove(tx, { people: [person.id], from: person.departmentId }, by ?? null)
  await audit(tx, {
    action: 'person.changed',
    object: { type: 'person', id: person.id, name: profile.realName },
    detail: { directory, ...changed },
  })
  invalidateMemberships(ctx, tx)
  return fields
}

const subjectOf = ({ id, realName }: { readonly id: string; readonly realName: string }) =>
  ({ type: 'person', id, name: realName }) as const

/** The account has no password of this server from now on, and its sessions end. */
export async function dropLocalPassword(
  ctx: Context,
  tx: Tx,
  person: SyncedPerson,
  directory: string,
): Promise<void> {
  const ended = await replacePassword(tx, person, NO_PASSWORD_HASH, false)
  await audit(tx, { action: 'password.reset', object: subjectOf(person), detail: { directory, ended } })
  invalidateMemberships(ctx, tx)
}

/** Refuses, and changes nothing, for the last super administrator. Does nothing to whoever is frozen already. */
export async function freezeSynced(
  ctx: Context,
  tx: Tx,
  person: SyncedPerson,
  directory: string,
): Promise<boolean> {
  if (person.status === 'frozen') return false
  const freeze = () => store.setPerson(tx, person.id, { status: 'frozen', changed_at: ctx.now() })
  await (person.admins.includes('superAdmin') ? keepingSuperAdmin(tx, ctx.now(), freeze) : freeze())
  const ended = await endSessions(tx, person.id)
  await audit(tx, { action: 'person.frozen', object: subjectOf(person), detail: { directory, ended } })
  invalidateMemberships(ctx, tx)
  return true
}

export async function unfreezeSynced(
  ctx: Context,
  tx: Tx,
  person: SyncedPerson,
  directory: string,
): Promise<void> {
  if (person.status === 'active') return
  await store.setPerson(tx, person.id, { status: 'active', changed_at: ctx.now() })
  await cancelOffboarding(tx, person)
  await audit(tx, { action: 'person.unfrozen', object: subjectOf(person), detail: { directory } })
  invalidateMemberships(ctx, tx)
}

/**
 * Gives and takes roles of a person as the members of groups have them; those that an administrator gave besides stay. Refuses, and
 * changes nothing, where it cannot do all of it.
 */
export async function syncRoles(
  ctx: Context,
  tx: Tx,
  person: Pick<SyncedPerson, 'id' | 'realName' | 'departmentId' | 'roles' | 'admins'>,
  { give, take }: { readonly give: readonly AssignableRole[]; readonly take: readonly string[] },
): Promise<void> {
  const given = give.filter(({ roleId }) => !person.roles.includes(roleId))
  const taken = (await assignableRoles(tx, take)).filter(({ roleId }) => person.roles.includes(roleId))
  if (given.length === 0 && taken.length === 0) return
  const lost = new Set(taken.flatMap(({ admin }) => admin ?? []))
  refuseConflictingRoles([
    ...person.admins.filter((admin) => !lost.has(admin)),
    ...given.flatMap(({ admin }) => admin ?? []),
  ])
  refuseRolesWithoutDepartment(person.departmentId, given)
  const change = async () => {
    await dropRoles(tx, [person.id], taken)
    await addRoles(tx, [person.id], given)
  }
  await (lost.has('superAdmin') ? keepingSuperAdmin(tx, ctx.now(), change) : change())
  const object = subjectOf(person)
  if (given.length > 0)
    await audit(tx, { action: 'role.given', object, detail: { roles: given.map(({ name }) => name) } })
  if (taken.length > 0)
    await audit(tx, { action: 'role.taken', object, detail: { roles: taken.map(({ name }) => name) } })
  invalidateMemberships(ctx, tx)
}
