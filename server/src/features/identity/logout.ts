import type { FastifyReply, FastifyRequest } from 'fastify'
import { unseal } from '../../config/sealed.ts'
import type { Context } from '../../context.ts'
import { publicOriginOf, safeRedirect } from '../../http/origin.ts'
import * as sessions from '../accounts/sessions.ts'
import { pauseAutomatic } from './automatic.ts'
import { sessionKey } from './complete.ts'
import type { ProtocolRequest } from './protocol.ts'
import { anyProvider, callOf, type Provider } from './providers.ts'
import { requestOf } from './sign-in.ts'
import * as store from './store.ts'

/** Single log-out: ours leads on to the provider, and the provider's ends sessions here. */

/** Where a sign-out goes on to; undefined where it ends here. A provider that is away keeps nobody signed in. */
export async function providerLogoutUrl(
  ctx: Context,
  request: FastifyRequest,
  service: string | undefined,
): Promise<string | undefined> {
  const sessionId = await sessions.ownSessionId(ctx, request)
  const session = sessionId && (await store.sessionIdentity(ctx.db.reader, sessionId))
  if (!session) return undefined
  try {
    const provider = await anyProvider(ctx.db.reader, session.providerId)
    const logoutData = JSON.parse(unseal(sessionKey(ctx), session.sessionId, session.data))
    const call = callOf(ctx, provider, publicOriginOf(ctx.config, request))
    // The provider leads back to the sign-in page, and from there one goes on where one was.
    const state = new URL(safeRedirect(ctx.config, request, service).url)
    return await provider.protocol.logoutUrl?.(
      call,
      { ...session, logoutData },
      state.pathname + state.search,
    )
  } catch (err) {
    ctx.log.warn({ err, providerId: session.providerId }, 'the provider’s log-out was left out')
    return undefined
  }
}

export const afterLogout = (ctx: Context, request: FastifyRequest, reply: FastifyReply): void =>
  pauseAutomatic(ctx, request, reply)

/** A log-out that began at the provider. Answers where its browser goes on, if one came. */
export async function providerLogout(
  ctx: Context,
  request: FastifyRequest,
  providerId: string,
): Promise<string | undefined> {
  const provider = await anyProvider(ctx.db.reader, providerId)
  return endAtProvider(ctx, request, provider, requestOf(ctx, request))
}

export async function endAtProvider(
  ctx: Context,
  request: FastifyRequest,
  provider: Provider,
  answer: ProtocolRequest,
): Promise<string | undefined> {
  const call = callOf(ctx, provider, publicOriginOf(ctx.config, request))
  const { protocol } = provider
  const logout = await protocol.providerLogout?.(call, answer)
  for (const which of logout?.ends ?? []) await endSessions(ctx, provider.id, which)
  return logout?.redirectUrl
}

/** Of a provider: all that it opened, or those of a subject or of one of its sessions. */
export async function endSessions(
  ctx: Context,
  providerId: string,
  which: { subject?: string | undefined; sessionIndex?: string | undefined },
): Promise<number> {
  const opened = await store.openedSessions(ctx.db.reader, providerId, which)
  let ended = 0
  for (const { sessionId, ...person } of opened)
    ended += await sessions.revokeSessions(ctx, person, { only: sessionId })
  return ended
}
