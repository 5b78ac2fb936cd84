import { hash } from 'node:crypto'
import { includesScope } from '@clouddisk/contract/token-scopes'
import type { FastifyRequest } from 'fastify'
import { type Actor, toActor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { ConcurrencyLimiter } from '../../http/concurrency-limiter.ts'
import { addressOf, networkOf } from './network.ts'
import { accountFault, sessionExpiry } from './policy.ts'
import { COOKIE } from './session-cookie.ts'
import * as store from './store.ts'
import * as tokens from './token-store.ts'

/** The session of a request's cookie or bearer token, and whether it is valid. */

const TOKEN = /^[A-Za-z0-9_-]{43}$/

export type RequestCredentials =
  | Pick<FastifyRequest, 'headers' | 'cookies'>
  | Pick<FastifyRequest, 'headers' | 'cookies' | 'ip'>

/** Limits lookups of unknown tokens per network, since anyone can invent tokens. */
const unknownCallers = new ConcurrencyLimiter(4, 1000)

/** Callers with the same token share one lookup, which continues if the first of them disconnects. */
export function limitUnknownCallers<T>(request: RequestCredentials, work: () => Promise<T>): Promise<T> {
  // Requests outside the framework carry a signed address.
  if (!('ip' in request)) return work()
  return unknownCallers.run(networkOf(addressOf(request)), () => false, work)
}

export async function findSession(
  ctx: Context,
  request: RequestCredentials,
): Promise<store.PersonSession | undefined> {
  const session = await loadSession(ctx, request)
  return isValid(ctx, session) ? session : undefined
}

/** The session of the request's token, even if it is over. */
export async function loadSession(
  ctx: Context,
  request: RequestCredentials,
): Promise<store.PersonSession | undefined> {
  const token = tokenOf(request)
  if (!token) return undefined
  const hash = hashOf(token)
  const key = hash.toString('base64')
  const read = () =>
    tokens.isApiToken(token)
      ? tokens.sessionByApiToken(ctx.db.reader, hash)
      : store.sessionByToken(ctx.db.reader, hash)
  const look = () => (ctx.sessionCache.hasFound(key) ? read() : limitUnknownCallers(request, read))
  return ctx.sessionCache.find(key, look)
}

export function isValid(
  ctx: Context,
  session: store.PersonSession | undefined,
): session is store.PersonSession {
  if (!session) return false
  const now = ctx.now()
  return expiryOf(ctx, session) > now && !accountFault(session, now)
}

/** Tokens are valid to their end, however seldom they are used. */
export const expiryOf = (ctx: Context, session: store.PersonSession): Date =>
  session.token ? session.expiresAt : sessionExpiry(session, ctx.config.limits.sessionIdleMs)

/** Whether the session may do more than finish the sign-in or change the password. */
export const mayCall = (
  ctx: Context,
  session: store.PersonSession | undefined,
): session is store.PersonSession => isValid(ctx, session) && !session.pending && !session.mustChangePassword

/** A bearer token takes precedence over the cookie. */
export function tokenOf(request: RequestCredentials): string | undefined {
  const { authorization } = request.headers
  const bearer = authorization?.startsWith('Bearer ') ? authorization.slice(7).trim() : undefined
  // Of programs; never in a cookie.
  if (bearer !== undefined && tokens.isApiToken(bearer)) return bearer
  const token = bearer ?? request.cookies[COOKIE]
  return token !== undefined && TOKEN.test(token) ? token : undefined
}

export function toSessionActor(ctx: Context, session: store.PersonSession, address?: string): Actor {
  const { token } = session
  const { admin, ...actor } = toActor(
    { ...session, sessionId: session.id, region: session.region ?? undefined, asOf: ctx.now() },
    session.memberships,
  )
  // A token has the roles of the administration only if it was made for it.
  const isAdministering = admin && (!token || includesScope(token.scope, 'admin'))
  return {
    ...actor,
    ...(address !== undefined && { address }),
    ...(isAdministering && { admin }),
    ...(token && { token }),
  }
}

/** The token has 256 random bits, so a plain hash is sufficient and can be indexed. */
export const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer')
