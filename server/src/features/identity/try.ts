import type { ProviderTry } from '@clouddisk/contract/admin-identity'
import type { Language } from '@clouddisk/contract/errors'
import { BASE_PATH } from '@clouddisk/contract/route'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../access/actor.ts'
import { audit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import type { Reader } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import { refuseNotFound } from '../../errors/refusal.ts'
import { publicOriginOf } from '../../http/origin.ts'
import { findPerson } from '../accounts/find-person.ts'
import { departmentNames, roleNames } from '../directory/provided-people.ts'
import { decide } from './decide.ts'
import { faultText } from './fault-text.ts'
import { type Flow, keepFlow, newState, openData } from './flows.ts'
import { type MappedPerson, mapClaims } from './mapped.ts'
import type { VerifiedIdentity } from './protocol.ts'
import type { Provider } from './providers.ts'
import * as store from './store.ts'

/** A sign-in that an administrator tries: nobody is signed in, and what would happen is kept for them to read. */

export async function completeTry(
  ctx: Context,
  request: FastifyRequest,
  provider: Provider,
  flow: Flow,
  identity: VerifiedIdentity,
): Promise<string> {
  const result = await describe(ctx.db.reader, provider, identity)
  await keepFlow(ctx, { ...flow, createdAt: ctx.now(), data: { ...result } }, newState())
  await ctx.db.transact((tx) =>
    audit(tx, {
      action: 'identityProvider.tried',
      object: { type: 'identityProvider', id: provider.id, name: provider.en },
      detail: { outcome: result.outcome, reason: result.reason },
    }),
  )
  return `${publicOriginOf(ctx.config, request)}${BASE_PATH}admin/sign-in?try=${flow.id}`
}

async function describe(
  db: Reader,
  provider: Provider,
  identity: VerifiedIdentity,
): Promise<Omit<ProviderTry, 'providerId'>> {
  const mapped = await mapClaims(db, identity.claims, provider.mapping, provider.rules)
  const decision = await decide(db, provider, identity, mapped)
  const personId = 'personId' in decision ? decision.personId : undefined
  const person = personId === undefined ? undefined : await findPerson(db, personId)
  const isNew = decision.outcome === 'create'
  const { rules } = provider
  const department =
    mapped.departmentId ?? (isNew && rules.departmentId !== '0' ? rules.departmentId : undefined)
  return {
    subject: identity.subject,
    claims: Object.fromEntries(
      Object.entries(identity.claims).map(([name, values]) => [name, values.slice(0, SHOWN_VALUES)]),
    ),
    outcome: decision.outcome,
    reason: decision.outcome === 'refuse' ? decision.reason : null,
    accountName: person?.accountName ?? (isNew ? decision.accountName : (mapped.account ?? null)),
    userRealName: shownName(mapped, person?.realName),
    email: mapped.mail ?? null,
    phone: mapped.phone ?? null,
    departmentPath: department === undefined ? [] : await departmentNames(db, department),
    roles: await roleNames(db, [...mapped.roles, ...(isNew ? rules.roles : [])]),
  }
}

const SHOWN_VALUES = 50
const shownName = ({ realName }: MappedPerson, known: string | undefined): string | null =>
  realName ?? known ?? null

export async function tried(
  ctx: Context,
  actor: Actor,
  tryId: string,
  language: Language,
): Promise<ProviderTry> {
  const row = isId(tryId) ? await store.tryOf(ctx.db.reader, tryId, actor.personId, ctx.now()) : undefined
  if (!row) return refuseNotFound('providerTry')
  const result = openData(ctx, tryId, row.data)
  // The provider has not answered yet.
  if (!('outcome' in result)) return refuseNotFound('providerTry')
  const { reason, ...rest } = result as Omit<ProviderTry, 'providerId'>
  return { ...rest, reason: reason && faultText(reason, language), providerId: row.providerId }
}
