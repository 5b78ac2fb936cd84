import { LIMITS } from '@clouddisk/contract/limits'
import { lengthOf, nameFault } from '@clouddisk/contract/names'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { audit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import type { Reader, Tx } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import { Refusal, refuseField, refuseNotFound } from '../../errors/refusal.ts'
import { revokeAfterDepartmentMove } from '../../tree/revoke.ts'
import { invalidateMemberships, keepingSuperAdmin, refuseConflictingRoles } from './admin-scope.ts'
import { type AssignableRole, assignableRoles, requireMayAssign } from './assignable-roles.ts'
import {
  departmentKey,
  departmentPathsById,
  departmentsByPath,
  lockDepartmentRow,
} from './department-store.ts'
import { readEmail, readPersonName, readPhone } from './fields.ts'
import * as roleStore from './role-store.ts'
import * as store from './store.ts'

/** What identity providers say of people. What cannot be used changes nothing: nobody is kept out for it. */

export interface ProvidedPerson {
  readonly realName?: string | undefined
  readonly email?: string | undefined
  readonly phone?: string | undefined
  readonly departmentId?: string | undefined
  /** Of the roles that the provider decides about, those that the person has by it. */
  readonly roles?: { readonly decided: readonly string[]; readonly given: readonly string[] } | undefined
}

const usable = (read: () => string): string | undefined => {
  try {
    return read() || undefined
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

export const usablePersonName = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : usable(() => readPersonName('userRealName', text))
export const usableEmail = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : usable(() => readEmail(text))
export const usablePhone = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : usable(() => readPhone(text))

/** The department of a name, where one alone has it, or of a path from the top. */
export async function departmentOf(db: Reader, text: string, separator: string): Promise<string | undefined> {
  const names = separator === '' ? [text.trim()] : text.split(separator).map((name) => name.trim())
  const path = names.filter((name) => name !== '')
  if (path.length === 0 || path.some((name) => nameFault(name, LIMITS.departmentNameMax))) return undefined
  const byPath = await departmentsByPath(db)
  if (separator !== '') return byPath.get(departmentKey(path))
  const key = departmentKey(path)
  const found = [...byPath].filter(([way]) => way === key || way.endsWith(`/${key}`))
  return found.length === 1 ? found[0]?.[1] : undefined
}

/** Takes over what a provider says. Answers what changed, for the log. */
export async function applyProvided(
  ctx: Context,
  tx: Tx,
  personId: string,
  provided: ProvidedPerson,
): Promise<void> {
  const [person] = await store.lockPeople(tx, [personId])
  if (!person) return
  const set = await changesOf(tx, person, provided)
  if (Object.keys(set).length > 0) {
    await store.setPerson(tx, personId, set)
    if (set.department_id !== undefined && person.departmentId !== null)
      await revokeAfterDepartmentMove(tx, { people: [personId], from: person.departmentId }, null)
    const object = { type: 'person', id: personId, name: set.real_name ?? person.realName } as const
    const { real_name: realName, department_id: departmentId, email, phone } = set
    await audit(tx, {
      action: 'person.changed',
      object,
      detail: { by: 'provider', realName, departmentId, email, phone },
    })
  }
  if (provided.roles) await applyRoles(ctx, tx, person, provided.roles)
  invalidateMemberships(ctx, tx)
}

async function changesOf(
  tx: Tx,
  person: store.LockedPerson,
  { realName, email, phone, departmentId }: ProvidedPerson,
): Promise<store.PersonSet> {
  const now = await tx
    .selectFrom('person')
    .select(['email', 'phone'])
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
  const mail = email !== undefined && email !== now.email && !(await isMailTaken(tx, person.id, email))
  const moves =
    departmentId !== undefined &&
    departmentId !== person.departmentId &&
    (await lockDepartmentRow(tx, departmentId))
  return {
    ...(realName !== undefined &&
      realName !== person.realName &&
      lengthOf(realName) > 0 && { real_name: realName, user_name: realName }),
    ...(mail && { email }),
    ...(phone !== undefined && phone !== now.phone && { phone }),
    ...(moves && { department_id: departmentId }),
  }
}

/** An address stays whose it is: otherwise somebody could take over another's by changing it at the provider. */
async function isMailTaken(tx: Tx, personId: string, mail: string): Promise<boolean> {
  const row = await tx
    .selectFrom('person')
    .select('id')
    .where(sql`lower(email)`, '=', mail.toLowerCase())
    .where('id', '<>', personId)
    .where('status', '<>', 'removed')
    .executeTakeFirst()
  return row !== undefined
}

async function applyRoles(
  ctx: Context,
  tx: Tx,
  person: store.LockedPerson,
  { decided, given }: NonNullable<ProvidedPerson['roles']>,
): Promise<void> {
  const roles = await assignableRoles(tx, decided)
  const wanted = new Set(given)
  const had = new Set(person.roles)
  const granted = roles.filter(({ roleId }) => wanted.has(roleId) && !had.has(roleId))
  const taken = roles.filter(({ roleId }) => !wanted.has(roleId) && had.has(roleId))
  const object = { type: 'person', id: person.id, name: person.realName } as const
  if (await conflict(tx, person, granted, taken)) {
    const names = granted.map(({ name }) => name)
    await audit(tx, {
      action: 'role.given',
      object,
      result: 'refused',
      detail: { roles: names, by: 'provider' },
    })
    return
  }
  await roleStore.addRoles(tx, [person.id], granted)
  const lost = await dropUnlessLast(ctx, tx, person.id, taken)
  for (const [action, changed] of [
    ['role.given', granted],
    ['role.taken', lost],
  ] as const)
    if (changed.length > 0)
      await audit(tx, { action, object, detail: { roles: changed.map(({ name }) => name), by: 'provider' } })
}

/** The last super administrator stays one. Answers what was taken. */
async function dropUnlessLast(
  ctx: Context,
  tx: Tx,
  personId: string,
  taken: readonly AssignableRole[],
): Promise<readonly AssignableRole[]> {
  const ordinary = taken.filter(({ admin }) => admin !== 'superAdmin')
  await roleStore.dropRoles(tx, [personId], ordinary)
  const supers = taken.filter(({ admin }) => admin === 'superAdmin')
  if (supers.length === 0) return ordinary
  try {
    await keepingSuperAdmin(tx, ctx.now(), () => roleStore.dropRoles(tx, [personId], supers))
    return taken
  } catch (error) {
    if (error instanceof Refusal) return ordinary
    throw error
  }
}

/** Roles that nobody may have together stay as they are. */
async function conflict(
  tx: Tx,
  person: store.LockedPerson,
  granted: readonly AssignableRole[],
  taken: readonly AssignableRole[],
): Promise<boolean> {
  const gone = new Set(taken.map(({ roleId }) => roleId))
  const kept = await assignableRoles(
    tx,
    person.roles.filter((roleId) => !gone.has(roleId)),
  )
  try {
    refuseConflictingRoles([...kept, ...granted].flatMap(({ admin }) => admin ?? []))
    return false
  } catch (error) {
    if (error instanceof Refusal) return true
    throw error
  }
}

/** From the top down; empty where there is no such department. */
export async function departmentNames(db: Reader, id: string): Promise<string[]> {
  if (!isId(id)) return []
  return [...((await departmentPathsById(db, [id])).get(id)?.names ?? [])]
}

/** Roles that there are; presets by their names in the contract. */
export const roleNames = async (db: Reader, roleIds: readonly string[]): Promise<string[]> =>
  (await assignableRoles(db, [...new Set(roleIds)])).map(({ name }) => name)

/** "0" is none. */
export async function requireDepartment(db: Reader, id: string): Promise<void> {
  if (id !== '0' && (await departmentNames(db, id)).length === 0) refuseNotFound('department')
}

/** Roles that a provider may give: those that its administrator may. */
export async function requireProvidableRoles(
  db: Reader,
  actor: Actor,
  together: readonly string[],
  all: readonly string[],
): Promise<void> {
  const roles = await assignableRoles(db, all)
  if (roles.length < new Set(all).size) refuseField('roles', 'unknown_value')
  requireMayAssign(actor, roles)
  refuseConflictingRoles(
    roles.filter(({ roleId }) => together.includes(roleId)).flatMap(({ admin }) => admin ?? []),
  )
}
