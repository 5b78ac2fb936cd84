import type { ErrorName } from '@clouddisk/contract/errors'
import { isDirectoryAccountName, nameKey } from '@clouddisk/contract/names'
import { holdsAdvancedRole } from '../../access/admin.ts'
import type { Reader } from '../../db/database.ts'
import { findPerson, personByKey } from '../accounts/find-person.ts'
import { claimOf, type MappedPerson } from './mapped.ts'
import type { VerifiedIdentity } from './protocol.ts'
import * as store from './store.ts'

/** Who somebody that a provider vouches for is here. Changes nothing, so that a try can ask it too. */

export type Decision =
  | { readonly outcome: 'signIn' | 'link'; readonly personId: string }
  | { readonly outcome: 'create'; readonly accountName: string }
  | { readonly outcome: 'refuse'; readonly reason: ErrorName; readonly personId?: string }

export async function decide(
  db: Reader,
  provider: store.ProviderRow,
  { subject, claims }: VerifiedIdentity,
  mapped: MappedPerson,
): Promise<Decision> {
  const known = await store.identityOf(db, provider.id, subject)
  if (known) return { outcome: 'signIn', personId: known.personId }
  const found = await existingAccount(db, provider, claims, mapped)
  if (found) return found
  return newAccount(db, provider, mapped)
}

/** The account that a rule links; undefined where the rule finds none. */
async function existingAccount(
  db: Reader,
  { id, rules }: store.ProviderRow,
  claims: VerifiedIdentity['claims'],
  { mail }: MappedPerson,
): Promise<Decision | undefined> {
  const found = await (rules.link === 'mail'
    ? mail && store.peopleByMail(db, mail)
    : rules.link === 'account'
      ? byAccount(db, claimOf(claims, rules.linkClaim))
      : undefined)
  const [person, ...others] = found || []
  if (!person) return undefined
  if (others.length > 0) return { outcome: 'refuse', reason: 'identity_ambiguous' }
  const personId = person.id
  const fault = await linkFault(db, personId)
  if (fault) return { outcome: 'refuse', reason: fault, personId }
  if (!rules.linkAdministrators && (await holdsAdvancedRole(db, personId)))
    return { outcome: 'refuse', reason: 'identity_protected', personId }
  // A second subject with the same mail is somebody else.
  if (await store.isLinked(db, id, personId)) return { outcome: 'refuse', reason: 'identity_taken', personId }
  return { outcome: 'link', personId }
}

/** Of those who may not sign in nothing is linked or changed. */
async function linkFault(db: Reader, personId: string): Promise<ErrorName | undefined> {
  const person = await findPerson(db, personId)
  if (person?.kind === 'service') return 'service_account'
  return person?.status === 'active' ? undefined : 'account_frozen'
}

async function byAccount(db: Reader, name: string | undefined): Promise<{ id: string }[]> {
  const person = name === undefined ? undefined : await personByKey(db, nameKey(name))
  return person ? [person] : []
}

async function newAccount(
  db: Reader,
  { rules }: store.ProviderRow,
  { account }: MappedPerson,
): Promise<Decision> {
  const taken = account === undefined ? undefined : await personByKey(db, nameKey(account))
  if (taken) return { outcome: 'refuse', reason: 'account_not_linked', personId: taken.id }
  if (!rules.create) return { outcome: 'refuse', reason: 'not_provisioned' }
  if (account === undefined || !isDirectoryAccountName(account))
    return { outcome: 'refuse', reason: 'account_unusable' }
  return { outcome: 'create', accountName: account }
}
