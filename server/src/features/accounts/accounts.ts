import type { Capacity, User } from '@clouddisk/contract/accounts'
import { ADMIN_ROLES, type AdminRole } from '@clouddisk/contract/admin-areas'
import { isAccountName, isDirectoryAccountName, lengthOf, nameKey } from '@clouddisk/contract/names'
import type { GeneralRole } from '@clouddisk/contract/roles'
import { DEFAULT_SETTINGS, type Settings } from '@clouddisk/contract/settings'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../access/actor.ts'
import { audit, auditOutsideTransaction } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { recordChange } from '../../db/changes.ts'
import { configuredLinks } from '../../db/configured-links.ts'
import { afterCommit, type Tx } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import { hasOfficeServer } from '../../db/office-servers.ts'
import { isPersonalTableOn } from '../../db/personal-table-setting.ts'
import { refuse, refuseField, refuseNotFound } from '../../errors/refusal.ts'
import { createPersonSpace, personSpace, setPersonTotal } from '../../tree/spaces.ts'
import * as policies from '../policies/policies.ts'
import { auditPerson, auditRefusedSignIn } from './audit-sign-in.ts'
import { addressOf } from './network.ts'
import { openSession, type SignInResult } from './open-session.ts'
import { hashPassword, NO_PASSWORD_HASH, refuseWeakPassword, verifyPassword } from './passwords.ts'
import { sessionsById } from './sessions-by-id.ts'
import * as store from './store.ts'
import { beginPasswordConfirmation, beginSignInAttempt, clearFailedAttempts } from './throttle.ts'

/** Local accounts: sign-in, password, settings and their administration. */

export interface Credentials {
  readonly userName: string
  readonly password: string
  readonly region?: string | undefined
}

/**
 * Signs in with account name and password. An unknown account and a wrong password yield the same error after the same
 * time. That an account is frozen or expired is reported only with the correct password.
 */
export async function signIn(
  ctx: Context,
  { userName, password, region }: Credentials,
  request: FastifyRequest,
): Promise<SignInResult> {
  const accountKey = nameKey(userName.trim())
  const { person, left } = await verifyCredentials(ctx, { accountKey, password, region }, addressOf(request))
  return openSession(ctx, person, request, { method: 'password', region }, async (tx) => {
    // The password may have changed during verification.
    if (!(await store.lockUnchangedPassword(tx, person.id, person.passwordHash)))
      refuse('wrong_credentials', { left })
  })
}

/** The person with this account name and password, and the number of attempts left. */
async function verifyCredentials(
  ctx: Context,
  { accountKey, password, region }: { accountKey: string; password: string; region: string | undefined },
  ip: string,
): Promise<{ person: store.Person; left: number }> {
  const attempt = await beginSignInAttempt(ctx, accountKey, ip).catch(async (error) => {
    await auditRefusedSignIn(ctx, 'too_many_tries', { region, at: ip })
    throw error
  })
  try {
    const person = await store.personByKey(ctx.db.reader, accountKey)
    const right = await verifyPassword(password, person?.passwordHash)
    if (!person || !right) {
      await auditRefusedSignIn(ctx, 'wrong_credentials', { person, region })
      await attempt.failed()
      return refuse('wrong_credentials', { left: attempt.left })
    }
    await attempt.succeeded()
    return { person, left: attempt.left }
  } finally {
    attempt.release()
  }
}

export async function currentUser(ctx: Context, actor: Actor): Promise<User> {
  const [person, [session], space, toAcknowledge, personalTable, mayImport, links, onlineEditing, libraries] =
    await Promise.all([
      store.personById(ctx.db.reader, actor.personId),
      sessionsById(ctx.db.reader, [actor.sessionId]),
      personSpace(ctx.db.reader, actor.personId),
      policies.pending(ctx, actor.personId),
      isPersonalTableOn(ctx.db.reader),
      store.mayImport(ctx.db.reader, actor.personId),
      configuredLinks(ctx.db.reader),
      hasOfficeServer(ctx.db.reader),
      store.isInLibrary(ctx.db.reader, actor.principals),
    ])
  return {
    userId: actor.personId,
    userName: actor.accountName,
    userRealName: actor.realName,
    loginMethod: 'sso',
    mustChangePassword: person?.mustChangePassword ?? false,
    nextStep: session?.pending ?? null,
    isAdmin: actor.admin !== undefined,
    adminRoles: ADMIN_ROLES.filter((role) => actor.admin?.roles.has(role)),
    rootId: space.rootId,
    toAcknowledge,
    personalTable,
    clusterSync: ctx.stores.distances.clusters > 1,
    onlineEditing,
    libraries,
    mayImport,
    signInMethod: session && !session.token ? session.method : null,
    links,
  }
}

/** Both shapes at once (C29); unlimited is `isLimist` "0" with a total of 0. */
export async function capacity(ctx: Context, actor: Actor): Promise<Capacity> {
  const [{ used, total }, groups] = await Promise.all([
    personSpace(ctx.db.reader, actor.personId),
    store.groupAllowance(ctx.db.reader, actor.personId),
  ])
  return {
    usedSize: used,
    totalSize: total ?? 0,
    isLimist: total === null ? '0' : '1',
    usedCapacity: used,
    totalCapacity: total ?? 0,
    usedSelfCapacity: used,
    usedGroupCapacity: groups.used,
    allottedGroupCapacity: groups.allotted,
    totalSelf: total ?? 0,
    totalGroup: groups.total ?? 0,
    isGroupLimit: groups.total === null ? '0' : '1',
  }
}

/** Changes the actor's password and revokes all other sessions. */
export async function changePassword(
  ctx: Context,
  actor: Actor,
  { oldPassword, newPassword }: { oldPassword: string; newPassword: string },
): Promise<void> {
  refuseWeakPassword(newPassword)
  const person = await requireCurrentPassword(ctx, actor.personId, oldPassword)
  if (await verifyPassword(newPassword, person.passwordHash)) refuse('password_unchanged')
  const passwordHash = await hashPassword(newPassword)
  await ctx.db.transact(async (tx) => {
    await store.setPassword(tx, person.id, passwordHash, false)
    const ended = await store.deleteSessions(tx, person.id, { except: actor.sessionId })
    await audit(tx, { action: 'password.changed', object: auditPerson(person), detail: { ended } })
    await clearFailedAttempts(tx, person.accountKey)
    afterCommit(tx, () => ctx.sessionCache.invalidate())
  })
}

/** Whether the account has a password of this server. */
export async function hasPassword(ctx: Context, personId: string): Promise<boolean> {
  const person = await store.personById(ctx.db.reader, personId)
  return person !== undefined && person.passwordHash !== NO_PASSWORD_HASH
}

/** Throws if it is not the person's current password. */
export async function confirmOwnPassword(ctx: Context, personId: string, password: string): Promise<void> {
  await requireCurrentPassword(ctx, personId, password, 'identity.confirmed')
}

/** Returns the person if the current password is correct, else throws. */
async function requireCurrentPassword(
  ctx: Context,
  personId: string,
  password: string,
  action: 'password.changed' | 'identity.confirmed' = 'password.changed',
): Promise<store.Person> {
  const attempt = await beginPasswordConfirmation(ctx, personId)
  try {
    const person = (await store.personById(ctx.db.reader, personId)) ?? refuse('not_signed_in')
    if (!(await verifyPassword(password, person.passwordHash))) {
      const tried = { action, object: auditPerson(person), result: 'refused' } as const
      await auditOutsideTransaction(ctx.db.reader, tried)
      await attempt.failed()
      refuse('old_password_wrong', { left: attempt.left })
    }
    await attempt.succeeded()
    return person
  } finally {
    attempt.release()
  }
}

export const settings = async (ctx: Context, actor: Actor): Promise<Settings> => ({
  ...DEFAULT_SETTINGS,
  ...(await store.personSettings(ctx.db.reader, actor.personId)),
})

export async function saveSettings(ctx: Context, actor: Actor, changed: Settings): Promise<Settings> {
  return ctx.db.transact(async (tx) => {
    const saved = await store.mergeSettings(tx, actor.personId, changed)
    await recordChange(tx, {
      kind: 'settings.changed',
      spaceId: null,
      personId: actor.personId,
      fileId: null,
      parentIds: [],
      actorId: actor.personId,
    })
    return { ...DEFAULT_SETTINGS, ...saved }
  })
}

export interface NewPerson extends Credentials {
  readonly realName?: string | undefined
  /** Bytes, null for unlimited; defaults to the configured allowance. */
  readonly capacity?: number | null | undefined
  readonly mustChangePassword?: boolean
  /** Preset roles. */
  readonly roles?: readonly (AdminRole | GeneralRole)[]
  /** An account of a program. */
  readonly kind?: 'person' | 'service'
  readonly profile?: store.Profile
  /** Further audit details. */
  readonly auditDetails?: Readonly<Record<string, unknown>>
}

/** Creates a local account with its space. Throws on an invalid or taken name and on a weak password. */
export async function addPerson(ctx: Context, input: NewPerson): Promise<string> {
  const draft = await preparePerson(ctx, input)
  return ctx.db.transact((tx) => insertPerson(ctx, tx, draft))
}

/** A checked account with its password hashed, so that the slow part is done before the transaction. */
export interface PreparedPerson extends NewPerson {
  readonly realName: string
  readonly passwordHash: string
}

export async function preparePerson(ctx: Context, input: NewPerson): Promise<PreparedPerson> {
  if (!isAccountName(input.userName)) refuseField('userName', 'account_name')
  const realName = (input.realName ?? input.userName).trim()
  if (realName === '') refuseField('realName', 'missing')
  if (lengthOf(realName) > ctx.config.limits.userNameMax) refuseField('realName', 'too_long')
  refuseWeakPassword(input.password)
  return { ...input, realName, passwordHash: await hashPassword(input.password) }
}

/** An account without a password of this server, whose name a directory or provider has given (C16). Throws on an invalid name. */
export function prepareDirectoryPerson(ctx: Context, input: Omit<NewPerson, 'password'>): PreparedPerson {
  const userName = input.userName.trim()
  if (!isDirectoryAccountName(userName)) refuseField('userName', 'account_name')
  const realName = (input.realName ?? '').trim() || userName
  if (lengthOf(realName) > ctx.config.limits.userNameMax) refuseField('realName', 'too_long')
  return { ...input, userName, realName, password: '', passwordHash: NO_PASSWORD_HASH }
}

export async function insertPerson(ctx: Context, tx: Tx, draft: PreparedPerson): Promise<string> {
  const id = newId()
  const names = { accountName: draft.userName, accountKey: nameKey(draft.userName) }
  const groupTotal = ctx.config.limits.groupCapacity
  if (!(await store.insertPerson(tx, { ...draft, ...names, id, groupTotal })))
    refuse('name_taken', { name: draft.userName })
  const { capacity: total = ctx.config.limits.personCapacity } = draft
  await createPersonSpace(tx, id, total)
  for (const role of draft.roles ?? []) await store.addPresetRole(tx, id, role)
  const object = auditPerson({ id, realName: draft.realName })
  const { roles, auditDetails: told } = draft
  await audit(tx, {
    action: 'person.added',
    object,
    detail: { account: draft.userName, capacity: total, ...(roles && { roles }), ...told },
  })
  return id
}

export const people = (ctx: Context): Promise<store.PersonWithSpace[]> =>
  store.peopleWithSpaces(ctx.db.reader)

/** Throws if there is no such account. */
export const personByAccountName = async (ctx: Context, userName: string): Promise<store.Person> =>
  (await store.personByKey(ctx.db.reader, nameKey(userName))) ?? refuseNotFound('user')

export const personById = (ctx: Context, id: string): Promise<store.Person | undefined> =>
  store.personById(ctx.db.reader, id)

/** Freezes an account and revokes all its sessions. */
export const freeze = (ctx: Context, userName: string): Promise<void> =>
  updatePerson(ctx, userName, async (tx, person) => {
    await store.setStatus(tx, person.id, 'frozen')
    const ended = await store.deleteSessions(tx, person.id)
    await audit(tx, { action: 'person.frozen', object: auditPerson(person), detail: { ended } })
  })

export const unfreeze = (ctx: Context, userName: string): Promise<void> =>
  updatePerson(ctx, userName, async (tx, person) => {
    await store.setStatus(tx, person.id, 'active')
    await cancelOffboarding(tx, person)
    await audit(tx, { action: 'person.unfrozen', object: auditPerson(person) })
  })

/** Cancels a pending offboarding, since the account is active again. */
export async function cancelOffboarding(
  tx: Tx,
  person: Pick<store.Person, 'id' | 'realName'>,
): Promise<void> {
  if (!(await store.deleteOffboarding(tx, person.id))) return
  await audit(tx, { action: 'person.leaveCancelled', object: auditPerson(person) })
}

/** Sets a password on behalf of an administrator and revokes all sessions. */
export async function resetPassword(
  ctx: Context,
  userName: string,
  password: string,
  mustChange: boolean,
): Promise<void> {
  refuseWeakPassword(password)
  const passwordHash = await hashPassword(password)
  await updatePerson(ctx, userName, async (tx, person) => {
    if (person.kind === 'service') refuse('service_account')
    await store.setPassword(tx, person.id, passwordHash, mustChange)
    const ended = await store.deleteSessions(tx, person.id)
    await audit(tx, {
      action: 'password.reset',
      object: auditPerson(person),
      detail: { ended, mustChange },
    })
    await clearFailedAttempts(tx, person.accountKey)
  })
}

/** Replaces a person's password within a transaction. Returns the number of revoked sessions. */
export async function replacePassword(
  tx: Tx,
  { id, accountKey }: Pick<store.Person, 'id' | 'accountKey'>,
  passwordHash: string,
  mustChange: boolean,
): Promise<number> {
  await store.setPassword(tx, id, passwordHash, mustChange)
  await clearFailedAttempts(tx, accountKey)
  return store.deleteSessions(tx, id)
}

/** Revokes all sessions of a person. Returns their number. */
export const endSessions = (tx: Tx, personId: string): Promise<number> => store.deleteSessions(tx, personId)

/** Bytes; null for unlimited. */
export const setQuota = (ctx: Context, userName: string, total: number | null): Promise<void> =>
  updatePerson(ctx, userName, async (tx, person) => {
    await setPersonTotal(tx, person.id, total)
    await audit(tx, { action: 'person.changed', object: auditPerson(person), detail: { capacity: total } })
  })

async function updatePerson(
  ctx: Context,
  userName: string,
  work: (tx: Tx, person: store.Person) => Promise<void>,
): Promise<void> {
  await ctx.db.transact(async (tx) => {
    const person = await store.personByKey(tx, nameKey(userName))
    await work(tx, person ?? refuseNotFound('user'))
    afterCommit(tx, () => ctx.sessionCache.invalidate())
  })
}
