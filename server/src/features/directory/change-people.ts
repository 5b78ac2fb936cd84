import type {
  AdminPerson,
  changePeople,
  PeopleAction,
  PersonResult,
  updatePerson,
} from '@clouddisk/contract/admin-people'
import type { Language } from '@clouddisk/contract/errors'
import { formatSize } from '@clouddisk/contract/format'
import { LIMITS } from '@clouddisk/contract/limits'
import { nameKey } from '@clouddisk/contract/names'
import type { Input } from '@clouddisk/contract/route'
import pLimit from 'p-limit'
import type { Actor } from '../../access/actor.ts'
import { requireManagePerson } from '../../access/admin.ts'
import { audit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { recordChange } from '../../db/changes.ts'
import type { Tx } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import { errorMessageOf, refuse, refuseField, refuseNotFound } from '../../errors/refusal.ts'
import { revokeAfterDepartmentMove } from '../../tree/revoke.ts'
import { setPersonTotal } from '../../tree/spaces.ts'
import { cancelOffboarding, endSessions, replacePassword } from '../accounts/accounts.ts'
import { refuseLockOut } from '../accounts/check-address.ts'
import { hashPassword, randomPassword, refuseWeakPassword } from '../accounts/passwords.ts'
import { resetSecondFactor } from '../second-factor/reset.ts'
import {
  type AdminScope,
  guardLastSuperAdmin,
  invalidateMemberships,
  peopleScope,
  requireInScope,
  scopeIds,
} from './admin-scope.ts'
import { assignableRoles, refuseRolesWithoutDepartment, replaceRoles } from './assignable-roles.ts'
import { lockDepartmentRow } from './department-store.ts'
import * as fields from './fields.ts'
import { refuseManagedChange } from './managed.ts'
import { requireAssignableRoles } from './new-people.ts'
import { shown } from './people.ts'
import { rowRefusal } from './row-refusal.ts'
import * as store from './store.ts'

/** What administrators change about people: one, or many alike with a result for each. */

interface PersonUpdate {
  readonly accountName?: string
  readonly realName?: string
  /** The real name where it is empty. */
  readonly userName?: string
  readonly phone?: string
  readonly email?: string
  readonly groupTotal?: number | null
  readonly speedLimit?: number | null
  readonly password?: { readonly hash: string }
  readonly resetsSecondFactor?: true
  readonly mustChange?: boolean
  readonly departmentId?: string | null
  readonly roles?: readonly string[]
  readonly total?: number | null
  readonly validUntil?: Date | null
  readonly status?: 'active' | 'frozen'
}

export async function update(
  ctx: Context,
  actor: Actor,
  { userId, ...input }: Input<typeof updatePerson>,
): Promise<AdminPerson> {
  const scope = peopleScope(actor, 'change')
  if (input.password !== undefined) {
    refuseToken(actor)
    refuseWeakPassword(input.password)
  }
  const changes: PersonUpdate = {
    ...readUpdate(input),
    ...(input.password !== undefined && { password: { hash: await hashPassword(input.password) } }),
  }
  await ctx.db.transact((tx) => apply(ctx, tx, actor, userId, changes))
  return shown(ctx, ctx.db.reader, actor, scope, userId)
}

/** Programs set no passwords of people: they could sign in with them. */
function refuseToken({ token }: Actor): void {
  if (token) refuse('token_scope')
}

/** An account's name is checked where it changes: one that came from elsewhere keeps what it has (C16). */
function readUpdate(input: Omit<Input<typeof updatePerson>, 'userId' | 'password'>): PersonUpdate {
  const { accountName, userRealName, userName, phone, email, groupCapacity, speedLimit, status } = input
  const { mustChangePassword, departmentId, roles, totalCapacity, validUntil } = input
  return {
    ...(accountName !== undefined && { accountName: accountName.trim() }),
    ...(userRealName !== undefined && { realName: fields.readPersonName('userRealName', userRealName) }),
    ...(userName !== undefined && {
      userName: userName.trim() && fields.readPersonName('userName', userName),
    }),
    ...(phone !== undefined && { phone: fields.readPhone(phone) }),
    ...(email !== undefined && { email: fields.readEmail(email) }),
    ...(groupCapacity !== undefined && { groupTotal: fields.readCapacity(groupCapacity) }),
    ...(speedLimit !== undefined && { speedLimit: fields.readSpeedLimit(speedLimit) }),
    ...(mustChangePassword !== undefined && { mustChange: mustChangePassword }),
    ...(departmentId !== undefined && { departmentId: fields.readDepartmentId(departmentId) }),
    ...(roles !== undefined && { roles }),
    ...(totalCapacity !== undefined && { total: fields.readCapacity(totalCapacity) }),
    ...(validUntil !== undefined && { validUntil: fields.readValidity(validUntil) }),
    ...(status !== undefined && { status }),
  }
}

/** All of it or nothing. */
async function apply(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  userId: string,
  changes: PersonUpdate,
): Promise<void> {
  const scope = peopleScope(actor, 'change')
  // Spaces come before people; whoever's it is, it is free again where the person may not be changed.
  const space = changes.total !== undefined && isId(userId) ? await store.lockSpace(tx, userId) : undefined
  const person = await lockedForChange(tx, actor, userId)
  if (person.service && (changes.password || changes.mustChange)) refuse('service_account')
  const less = person.admins.includes('superAdmin') && isDowngrade(changes)
  const keeps = less ? await guardLastSuperAdmin(tx, ctx.now()) : undefined
  const set: store.PersonSet = {
    ...namesOf(person, changes),
    ...(await departmentOf(tx, scope, person, changes)),
    ...(changes.phone !== undefined && { phone: changes.phone }),
    ...(changes.email !== undefined && { email: changes.email }),
    ...(changes.speedLimit !== undefined && { speed_limit: changes.speedLimit }),
    ...(changes.validUntil !== undefined && { valid_until: changes.validUntil }),
    ...(changes.status !== undefined && { status: changes.status }),
    ...(changes.mustChange !== undefined && { must_change_password: changes.mustChange }),
    changed_at: ctx.now(),
    changed_by: actor.personId,
  }
  await refuseManagedChange(tx, userId, set, { password: changes.password !== undefined })
  await store.setPerson(tx, userId, set)
  if (set.department_id !== undefined && person.departmentId !== null)
    await revokeAfterDepartmentMove(tx, { people: [person.id], from: person.departmentId }, actor.personId)
  if (changes.status === 'active') await cancelOffboarding(tx, person)
  await setSpaces(tx, actor, person, space, changes)
  if (changes.roles) await setRoles(tx, actor, person, changes.roles)
  await requireDepartment(tx, person, changes)
  await keeps?.()
  if (set.department_id !== undefined) await refuseLockOut(ctx, tx, actor)
  await signOut(ctx, tx, actor, person, changes)
  const { password: _password, resetsSecondFactor: _reset, ...details } = changes
  const named = { type: 'person', id: userId, name: changes.realName ?? person.realName } as const
  await audit(tx, { action: 'person.changed', object: named, detail: details })
  invalidateMemberships(ctx, tx)
}

function namesOf(
  person: store.LockedPerson,
  { accountName, realName, userName }: PersonUpdate,
): store.PersonSet {
  const renamed = accountName !== undefined && accountName !== person.accountName
  return {
    ...(renamed && { account_name: fields.readAccountName(accountName), account_key: nameKey(accountName) }),
    ...(realName !== undefined && { real_name: realName }),
    ...(userName !== undefined && { user_name: userName || (realName ?? person.realName) }),
  }
}

/** Neither into nor out of what the caller administers. */
async function departmentOf(
  tx: Tx,
  scope: AdminScope,
  person: store.LockedPerson,
  { departmentId }: PersonUpdate,
): Promise<store.PersonSet> {
  if (departmentId === undefined || departmentId === person.departmentId) return {}
  if (departmentId !== null && !isId(departmentId)) refuseNotFound('department')
  requireInScope(scope, departmentId)
  if (departmentId !== null && !(await lockDepartmentRow(tx, departmentId))) refuseNotFound('department')
  return { department_id: departmentId }
}

/** Of what this change makes so; somebody who was so before is changed in everything else. */
async function requireDepartment(
  tx: Tx,
  person: store.LockedPerson,
  { departmentId = person.departmentId, roles }: PersonUpdate,
): Promise<void> {
  if (departmentId !== null || (departmentId === person.departmentId && !roles)) return
  refuseRolesWithoutDepartment(departmentId, await assignableRoles(tx, roles ?? person.roles))
}

async function setSpaces(
  tx: Tx,
  actor: Actor,
  { id }: store.LockedPerson,
  space: store.LockedSpace | undefined,
  { total, groupTotal }: PersonUpdate,
): Promise<void> {
  if (total !== undefined) {
    if (!space) refuseNotFound('user')
    refuseBelow(total, space.total, space.used + space.reserved)
    if (total !== space.total) await setPersonTotal(tx, id, total)
  }
  if (groupTotal !== undefined) {
    const groups = (await store.groupAllowance(tx, id)) ?? refuseNotFound('user')
    refuseBelow(groupTotal, groups.total, groups.allotted)
    await store.setPerson(tx, id, { group_total: groupTotal })
  }
  if (total === undefined && groupTotal === undefined) return
  await recordChange(tx, {
    kind: 'capacity.changed',
    spaceId: null,
    personId: id,
    fileId: null,
    parentIds: [],
    actorId: actor.personId,
  })
}

/** What is full already may stay so, or grow. */
function refuseBelow(total: number | null, was: number | null, used: number): void {
  if (total === null || total >= used || (was !== null && total >= was)) return
  refuse('below_used', { used: formatSize(used), usedBytes: used })
}

async function setRoles(
  tx: Tx,
  actor: Actor,
  person: store.LockedPerson,
  roleIds: readonly string[],
): Promise<void> {
  const kept = roleIds.filter((roleId) => person.roles.includes(roleId))
  const added = await requireAssignableRoles(
    tx,
    actor,
    roleIds.filter((roleId) => !kept.includes(roleId)),
  )
  const { given, taken } = await replaceRoles(tx, actor, person, [
    ...(await assignableRoles(tx, kept)),
    ...added,
  ])
  const object = { type: 'person', id: person.id, name: person.realName } as const
  if (given.length > 0) await audit(tx, { action: 'role.given', object, detail: { roles: given } })
  if (taken.length > 0) await audit(tx, { action: 'role.taken', object, detail: { roles: taken } })
}

async function signOut(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  person: store.LockedPerson,
  changes: PersonUpdate,
): Promise<void> {
  const object = { type: 'person', id: person.id, name: person.realName } as const
  const { password, mustChange = true, status, validUntil } = changes
  if (changes.resetsSecondFactor) await resetSecondFactor(ctx, tx, person, actor)
  if (password) {
    const ended = await replacePassword(tx, person, password.hash, mustChange)
    await audit(tx, { action: 'password.reset', object, detail: { ended, mustChange } })
  }
  const over = validUntil !== undefined && validUntil !== null && validUntil <= ctx.now()
  const ended = status === 'frozen' || over ? await endSessions(tx, person.id) : 0
  if (status !== undefined && status !== person.status)
    await audit(tx, {
      action: status === 'frozen' ? 'person.frozen' : 'person.unfrozen',
      object,
      ...(status === 'frozen' && { detail: { ended } }),
    })
}

/** Whether what is wanted can end or bound what an administrator is. */
const isDowngrade = ({ roles, status, validUntil }: PersonUpdate): boolean =>
  roles !== undefined || status === 'frozen' || validUntil !== undefined

const REQUIRED_INPUT: Record<
  PeopleAction,
  'totalCapacity' | 'roles' | 'departmentId' | 'validUntil' | undefined
> = {
  capacity: 'totalCapacity',
  roles: 'roles',
  department: 'departmentId',
  validity: 'validUntil',
  resetPassword: undefined,
  resetSecondFactor: undefined,
  freeze: undefined,
  unfreeze: undefined,
}

/** Hashes run two at a time anyway; the rest is the database's. */
const CONCURRENT_CHANGES = 2

export async function applyToPeople(
  ctx: Context,
  actor: Actor,
  input: Input<typeof changePeople>,
  language: Language,
): Promise<{ list: PersonResult[] }> {
  const { action, password } = input
  const userIds = [...new Set(input.userIds)]
  const limit = LIMITS.pickerItemsMax
  if (userIds.length > limit) refuse('too_many_items', { limit })
  const needed = REQUIRED_INPUT[action]
  if (needed && input[needed] === undefined) refuseField(needed, 'missing')
  if (action === 'resetPassword' || action === 'resetSecondFactor') refuseToken(actor)
  if (password !== undefined) refuseWeakPassword(password)
  const batchUpdate = readBatchUpdate(action, input)
  const scope = scopeIds(peopleScope(actor, 'change'))
  const names = await store.namesOf(ctx.db.reader, userIds.filter(isId), scope)
  const line = async (userId: string): Promise<PersonResult> => {
    const named = { userId, ...(names.get(userId) ?? { userRealName: '', accountName: '' }) }
    const made = action === 'resetPassword' && password === undefined ? randomPassword() : undefined
    const set = action === 'resetPassword' ? { hash: await hashPassword(made ?? password ?? '') } : undefined
    try {
      await ctx.db.transact((tx) =>
        apply(ctx, tx, actor, userId, { ...batchUpdate, ...(set && { password: set }) }),
      )
      return { ...named, errcode: 0, errmsg: '', ...(made && { password: made }) }
    } catch (error) {
      return { ...named, ...errorMessageOf(rowRefusal(ctx, error), language) }
    }
  }
  const atOnce = pLimit(CONCURRENT_CHANGES)
  return { list: await Promise.all(userIds.map((userId) => atOnce(line, userId))) }
}

/** What goes with the action and nothing else. */
function readBatchUpdate(action: PeopleAction, input: Input<typeof changePeople>): PersonUpdate {
  if (action === 'freeze') return { status: 'frozen' }
  if (action === 'unfreeze') return { status: 'active' }
  if (action === 'resetSecondFactor') return { resetsSecondFactor: true }
  const needed = REQUIRED_INPUT[action]
  return needed ? readUpdate({ [needed]: input[needed] }) : {}
}

/** The person held for a change that the caller may make; refused as any change of it would be. */
export async function lockedForChange(tx: Tx, actor: Actor, userId: string): Promise<store.LockedPerson> {
  const [person] = isId(userId) ? await store.lockPeople(tx, [userId.toLowerCase()]) : []
  if (!person) return refuseNotFound('user')
  requireManagePerson(actor, peopleScope(actor, 'change'), person)
  return person
}

/** Freezes somebody as part of what is done with the account besides. */
export async function freezePermanently(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  userId: string,
): Promise<store.LockedPerson> {
  const person = await lockedForChange(tx, actor, userId)
  await apply(ctx, tx, actor, person.id, { status: 'frozen' })
  return person
}
