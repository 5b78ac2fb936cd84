import type { FastifyReply, FastifyRequest } from 'fastify'
import { audit, auditOutsideTransaction } from '../../audit/record.ts'
import { seal } from '../../config/sealed.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import { refuse } from '../../errors/refusal.ts'
import { insertPerson, prepareDirectoryPerson } from '../accounts/accounts.ts'
import { findPerson } from '../accounts/find-person.ts'
import { openSession } from '../accounts/open-session.ts'
import { setCookie } from '../accounts/session-cookie.ts'
import { applyProvided } from '../directory/provided-people.ts'
import { askedForFactor } from './asked-for-factor.ts'
import { allowAutomatic } from './automatic.ts'
import { decide } from './decide.ts'
import { type MappedPerson, mapClaims, providedBy } from './mapped.ts'
import type { VerifiedIdentity } from './protocol.ts'
import type { Provider } from './providers.ts'
import * as store from './store.ts'

/** The end of a sign-in through a provider: a verified identity becomes a session. */

export async function completeSignIn(
  ctx: Context,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  provider: Provider,
  identity: VerifiedIdentity,
): Promise<void> {
  const mapped = await mapClaims(ctx.db.reader, identity.claims, provider.mapping, provider.rules)
  const personId = await ctx.db
    .transact((tx) => admit(ctx, tx, provider, identity, mapped))
    .catch(async (error) => {
      await auditRefused(ctx, provider, error)
      throw error
    })
  const person = (await findPerson(ctx.db.reader, personId)) ?? refuse('sign_in_over')
  const { subject, sessionIndex, logoutData = {} } = identity
  const { token } = await openSession(
    ctx,
    person,
    request,
    {
      method: provider.kind,
      providerAskedForFactor: askedForFactor(identity),
      confirmedAt: provenAt(ctx, identity),
      onOpened: (tx, sessionId) =>
        store.insertSessionIdentity(tx, {
          sessionId,
          providerId: provider.id,
          subject,
          sessionIndex: sessionIndex ?? null,
          data: seal(sessionKey(ctx), sessionId, JSON.stringify(logoutData)),
        }),
    },
    async (tx) => {
      const name = mapped.mail ?? mapped.account ?? ''
      const isLinked = await store.touchIdentity(
        tx,
        { providerId: provider.id, subject, personId },
        name,
        ctx.now(),
      )
      if (!isLinked) refuse('sign_in_over')
    },
  )
  setCookie(ctx, request, reply, token)
  allowAutomatic(ctx, request, reply)
}

/**
 * When the person proved who they are. A provider that knew them already, or does not say, proves nothing new: dangerous
 * calls then ask for a sign-in that it has to ask at.
 */
const provenAt = ({ now }: Context, { authenticatedAt = 0 }: VerifiedIdentity): Date =>
  new Date(Math.min(authenticatedAt, now().getTime()))

export const sessionKey = ({ secrets }: Pick<Context, 'secrets'>) => secrets.subKey('provider session')

/** Whose account it is: linked or made now where it has to be, with what the provider says of it. */
async function admit(
  ctx: Context,
  tx: Tx,
  provider: Provider,
  identity: VerifiedIdentity,
  mapped: MappedPerson,
): Promise<string> {
  const decision = await decide(tx, provider, identity, mapped)
  switch (decision.outcome) {
    case 'refuse':
      return refuse(decision.reason)
    case 'signIn':
      await applyProvided(ctx, tx, decision.personId, providedBy(mapped, provider.mapping, false))
      return decision.personId
    case 'link':
      await link(tx, provider, identity, decision.personId, mapped)
      await applyProvided(ctx, tx, decision.personId, providedBy(mapped, provider.mapping, false))
      return decision.personId
    case 'create': {
      const personId = await create(ctx, tx, provider, decision.accountName, mapped)
      await link(tx, provider, identity, personId, mapped)
      return personId
    }
  }
}

async function create(
  ctx: Context,
  tx: Tx,
  { id, mapping, rules }: Provider,
  accountName: string,
  mapped: MappedPerson,
): Promise<string> {
  const draft = prepareDirectoryPerson(ctx, {
    userName: accountName,
    realName: mapped.realName,
    ...(rules.capacity !== null && { capacity: rules.capacity }),
    auditDetails: { providerId: id },
  })
  const personId = await insertPerson(ctx, tx, draft)
  const provided = providedBy(mapped, mapping, true)
  const department = rules.departmentId === '0' ? undefined : rules.departmentId
  await applyProvided(ctx, tx, personId, {
    ...provided,
    departmentId: provided.departmentId ?? department,
    roles: {
      decided: [...(provided.roles?.decided ?? []), ...rules.roles],
      given: [...(provided.roles?.given ?? []), ...rules.roles],
    },
  })
  return personId
}

/**
 * Links an account; one of two at once is refused.
 * @param mapped what the provider says of the person, who does it; absent where an administrator does
 */
export async function link(
  tx: Tx,
  provider: Pick<store.ProviderRow, 'id' | 'en'>,
  { subject }: Pick<VerifiedIdentity, 'subject'>,
  personId: string,
  mapped?: Pick<MappedPerson, 'mail' | 'account'>,
): Promise<void> {
  const name = mapped?.mail ?? mapped?.account ?? ''
  const inserted = await store.insertIdentity(tx, {
    id: newId(),
    providerId: provider.id,
    subject,
    personId,
    name,
  })
  if (!inserted) refuse('identity_taken')
  const person = await findPerson(tx, personId)
  await audit(tx, {
    action: 'identity.linked',
    object: { type: 'person', id: personId, name: person?.realName ?? '' },
    detail: { provider: provider.en, providerId: provider.id },
    ...(mapped && person && { actor: { id: person.id, name: person.realName, account: person.accountName } }),
  })
}

async function auditRefused(ctx: Context, provider: Provider, error: unknown): Promise<void> {
  const reason = (error as { errorName?: unknown }).errorName
  if (typeof reason !== 'string') return
  await auditOutsideTransaction(ctx.db.reader, {
    action: 'session.opened',
    result: 'refused',
    detail: { reason, provider: provider.en },
  })
}
