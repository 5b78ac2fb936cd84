import { setTimeout as delay } from 'node:timers/promises'
import type { directoryLogin } from '@clouddisk/contract/directory-login'
import type { LdapProtocol } from '@clouddisk/contract/directory-settings'
import { nameKey } from '@clouddisk/contract/names'
import type { Input } from '@clouddisk/contract/route'
import { SECOND } from '@clouddisk/contract/time'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { Refusal, refuse, refuseField, refuseNotFound } from '../../errors/refusal.ts'
import { personById } from '../accounts/accounts.ts'
import { auditRefusedSignIn } from '../accounts/audit-sign-in.ts'
import { addressOf } from '../accounts/network.ts'
import { openSession, type SignInResult } from '../accounts/open-session.ts'
import { beginSignInAttempt, type SignInAttemptSlot } from '../accounts/throttle.ts'
import { applyPeople } from './apply/people.ts'
import type { DirectoryPersonInput } from './apply/person-input.ts'
import { binaryAttributes, escapeFilter } from './ldap/attributes.ts'
import { type LdapConnection, withLdap } from './ldap/connection.ts'
import { LdapFault } from './ldap/faults.ts'
import { departmentsFrom } from './ldap/read-departments.ts'
import { attributesOfPeople, isActiveDirectory, toPerson } from './ldap/read-people.ts'
import { mayVerifyPasswords, targetOf } from './settings.ts'
import * as store from './store.ts'

/** Sign-in with a password that a directory verifies: it is sent there, encrypted, and kept nowhere. */

const DEADLINE_MS = 10 * SECOND
/** Failed attempts take so long at least, whether there is such an account or not. */
const FAILURE_MS = SECOND / 2

export async function signIn(
  ctx: Context,
  { directoryId, userName, password, region }: Input<typeof directoryLogin>,
  request: FastifyRequest,
): Promise<SignInResult> {
  const directory = await chosenDirectory(ctx, directoryId)
  const account = userName.trim()
  const answerAt = Date.now() + FAILURE_MS
  const begin = (name: string) =>
    beginSignInAttempt(ctx, nameKey(name), addressOf(request)).catch(async (error) => {
      await auditRefusedSignIn(ctx, 'too_many_tries', { region, at: addressOf(request) })
      throw error
    })
  const attempt = await begin(account)
  let alias: SignInAttemptSlot | undefined
  try {
    // A directory finds one entry by several spellings: its own counts too, or each would bring new tries.
    const admit = async ({ accountName }: DirectoryPersonInput): Promise<void> => {
      if (nameKey(accountName) !== nameKey(account)) alias = await begin(accountName)
    }
    const person = await verified(ctx, directory, { account, password, admit })
    if (!person) {
      await auditRefusedSignIn(ctx, 'wrong_credentials', { person: undefined, region })
      await delay(Math.max(0, answerAt - Date.now()))
      await alias?.failed()
      await attempt.failed()
      return refuse('wrong_credentials', { left: Math.min(attempt.left, alias?.left ?? attempt.left) })
    }
    await attempt.succeeded()
    await alias?.succeeded()
    const personId = await accountOf(ctx, directory, person)
    const found = (await personById(ctx, personId)) ?? refuse('directory_stranger')
    if (person.disabled) {
      await auditRefusedSignIn(ctx, 'account_frozen', { person: found, region })
      refuse('account_frozen')
    }
    return await openSession(ctx, found, request, { method: 'directory', region })
  } finally {
    alias?.release()
    attempt.release()
  }
}

/** Those that the sign-in page offers. */
export async function signInDirectories(ctx: Context): Promise<{ directoryId: string; name: string }[]> {
  return (await usable(ctx)).map(({ id, name }) => ({ directoryId: id, name }))
}

const usable = async (ctx: Context): Promise<store.Directory[]> =>
  (await store.directories(ctx.db.reader)).filter(
    ({ enabled, protocol, settings }) => enabled && protocol !== 'scim' && mayVerifyPasswords(settings),
  )

/** Whether a directory verifies the person's password now. */
export async function hasDirectoryPassword(ctx: Context, personId: string): Promise<boolean> {
  const row = await ctx.db.reader
    .selectFrom('directory_person')
    .select('directory_id')
    .where('person_id', '=', personId)
    .where('left_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined && (await usable(ctx)).some(({ id }) => id === row.directory_id)
}

async function chosenDirectory(ctx: Context, directoryId: string | undefined): Promise<store.Directory> {
  const all = await usable(ctx)
  if (directoryId === undefined) {
    const [only, ...others] = all
    if (others.length > 0) refuseField('directoryId', 'missing')
    return only ?? refuse('directory_disabled')
  }
  const chosen = all.find(({ id }) => id === directoryId.toLowerCase())
  if (chosen) return chosen
  const isThere = (await store.directories(ctx.db.reader)).some(({ id }) => id === directoryId.toLowerCase())
  return isThere ? refuse('directory_disabled') : refuseNotFound('directory')
}

interface Credentials {
  readonly account: string
  readonly password: string
  /** Called before the password is sent; throws if there were too many tries. */
  readonly admit: (person: DirectoryPersonInput) => Promise<void>
}

/** Whom the account and password belong to; undefined where they are wrong. */
async function verified(
  ctx: Context,
  directory: store.Directory,
  { account, password, admit }: Credentials,
): Promise<DirectoryPersonInput | undefined> {
  const target = targetOf(ctx, directory)
  try {
    return await withLdap(
      target,
      async (ldap) => {
        const person = await find(ctx, ldap, directory, account)
        if (!person) return undefined
        await admit(person)
        return (await ldap.verify(person.dn, password)) ? person : undefined
      },
      DEADLINE_MS,
    )
  } catch (error) {
    if (!(error instanceof LdapFault)) throw error
    // The account that reads was refused, say: the administrator has to know why.
    ctx.log.warn(
      { directory: directory.code, fault: error.fault, ...error.details },
      'a directory cannot verify passwords',
    )
    throw new Refusal('directory_unavailable')
  }
}

async function find(
  ctx: Context,
  ldap: LdapConnection,
  { id, settings, protocol }: store.Directory,
  account: string,
): Promise<DirectoryPersonInput | undefined> {
  const ldapProtocol = protocol as LdapProtocol
  const attributes = attributesOfPeople(settings, ldapProtocol)
  const search = {
    filter: `(&${settings.peopleFilter}${accountFilter(ldapProtocol, settings.accountAttribute, account)})`,
    attributes,
    explicitBufferAttributes: binaryAttributes(attributes),
  }
  // Two entries of one name are nobody's.
  const [entry, ...others] = await ldap.first(settings.base, search, 2)
  if (!entry || others.length > 0) return undefined
  const units = await ctx.db.reader
    .selectFrom('directory_department')
    .select(['external_id as externalId', 'dn'])
    .where('directory_id', '=', id)
    .execute()
  const departments = departmentsFrom(settings, units)
  const reading = {
    settings,
    protocol: ldapProtocol,
    departments,
    roles: NO_ROLES,
    disabled: new Set<string>(),
  }
  const { person } = toPerson(entry, reading)
  if (person.externalId === '' || person.accountName === '') return undefined
  if (person.disabled || settings.disabledFilter === '') return person
  const disabled = await ldap.first(
    person.dn,
    { scope: 'base', filter: settings.disabledFilter, attributes: ['1.1'] },
    1,
  )
  return { ...person, disabled: disabled.length > 0 }
}

/** Those of groups come with the next run. */
const NO_ROLES = { of: () => [] }

/** Windows people type `DOMAIN\name` or their address as well. */
function accountFilter(protocol: LdapProtocol, attribute: string, account: string): string {
  if (!isActiveDirectory(protocol)) return `(${attribute}=${escapeFilter(account)})`
  const name = account.slice(account.lastIndexOf('\\') + 1)
  return `(|(${attribute}=${escapeFilter(name)})(userPrincipalName=${escapeFilter(name)}))`
}

/** The account here, made now where the directory may do that. */
async function accountOf(
  ctx: Context,
  directory: store.Directory,
  person: DirectoryPersonInput,
): Promise<string> {
  const known = await knownPersonId(ctx, directory.id, person.externalId)
  if (known) return known
  if (!directory.settings.createAtSignIn || person.disabled) refuse('directory_stranger')
  await ctx.db.transact(async (tx) => {
    await store.lockDirectory(tx, directory.id)
    await applyPeople(ctx, tx, { ...directory, isGone: () => false }, [person], { isProvisional: true })
  })
  return (await knownPersonId(ctx, directory.id, person.externalId)) ?? refuse('directory_stranger')
}

async function knownPersonId(
  ctx: Context,
  directoryId: string,
  externalId: string,
): Promise<string | undefined> {
  const row = await ctx.db.reader
    .selectFrom('directory_person')
    .innerJoin('person', 'person.id', 'directory_person.person_id')
    .select('person_id')
    .where('directory_id', '=', directoryId)
    .where('external_id', '=', externalId)
    .where('person.status', '<>', 'removed')
    .executeTakeFirst()
  return row?.person_id
}
