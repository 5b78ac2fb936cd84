import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { refuse } from '../../errors/refusal.ts'
import * as sessions from '../accounts/sessions.ts'
import { link } from './complete.ts'
import type { Flow } from './flows.ts'
import { mapClaims } from './mapped.ts'
import type { VerifiedIdentity } from './protocol.ts'
import type { Provider } from './providers.ts'

/** The end of linking: by whoever began it, who is signed in still. */
export async function completeLink(
  ctx: Context,
  request: FastifyRequest,
  provider: Provider,
  flow: Flow,
  identity: VerifiedIdentity,
): Promise<void> {
  const actor = await sessions.identify(ctx, request)
  const { personId } = flow
  if (personId === null || actor?.personId !== personId) return refuse('sign_in_over')
  const mapped = await mapClaims(ctx.db.reader, identity.claims, provider.mapping, provider.rules)
  await ctx.db.transact((tx) => link(tx, provider, identity, personId, mapped))
}
