import { hash, randomBytes } from 'node:crypto'
import type { Session, SessionEnd } from '@clouddisk/contract/accounts'
import { BASE_PATH, type Route } from '@clouddisk/contract/route'
import { MINUTE } from '@clouddisk/contract/time'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Actor, toActor } from '../../access/actor.ts'
import { audit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { isId, newId } from '../../db/ids.ts'
import { refuse, refuseNotFound } from '../../errors/refusal.ts'
import { ConcurrencyLimiter } from '../../http/concurrency-limiter.ts'
import { publicOriginOf } from '../../http/origin.ts'
import { auditedPerson } from './audited.ts'
import { addressOf, networkOf } from './network.ts'
import { endOf, standingFault, waitsForPasswordChange } from './policy.ts'
import * as store from './store.ts'

/** Sessions in the database: 12 hours idle, seven days at most, listed and revocable (G21). */

const COOKIE = 'cd_session'
const TOKEN_BYTES = 32
const TOKEN = /^[A-Za-z0-9_-]{43}$/
const DEVICE_MAX = 400
/** `last_seen` is written at most this often. */
const SEEN_EVERY_MS = MINUTE

/** Opens a session; the token is told once and stored as its hash. */
export async function open(
  ctx: Context,
  tx: Tx,
  personId: string,
  request: FastifyRequest,
  region?: string,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const now = ctx.now()
  await store.insertSession(tx, {
    id: newId(),
    tokenHash: hashOf(token),
    personId,
    device: (request.headers['user-agent'] ?? '').replaceAll('\u0000', '').slice(0, DEVICE_MAX),
    ip: addressOf(request),
    region: region || null,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + ctx.config.limits.sessionMaxMs),
  })
  return token
}

export function setCookie(ctx: Context, request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.setCookie(COOKIE, token, {
    ...cookieScope(ctx, request),
    // As long as the session can last: uploads go on after the browser was closed or died.
    maxAge: ctx.config.limits.sessionMaxMs / 1000,
  })
}

export function clearCookie(ctx: Context, request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(COOKIE, cookieScope(ctx, request))
}

const cookieScope = (ctx: Context, request: FastifyRequest) => ({
  path: BASE_PATH,
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: publicOriginOf(ctx.config, request).startsWith('https:'),
})

/** The person behind the request's bearer token or cookie; refuses where the password must be changed first. */
export async function authenticate(
  ctx: Context,
  request: FastifyRequest,
  route: Pick<Route, 'name' | 'door'>,
): Promise<Actor | undefined> {
  const session = await lookUp(ctx, request)
  if (!isValid(ctx, session)) {
    if (route.door === 'signed-in') refuse('not_signed_in', await endReason(ctx, request, session))
    return undefined
  }
  if (session.mustChangePassword && waitsForPasswordChange(route)) refuse('must_change_password')
  await touch(ctx, session)
  return actorBehind(ctx, session)
}

/** The person behind a request, whatever it asks for. */
export async function identify(ctx: Context, request: Credentials): Promise<Actor | undefined> {
  const session = await find(ctx, request)
  return session && actorBehind(ctx, session)
}

/**
 * Why a token opens nothing, for the page to say: its session lay idle or came to its end, or someone ended it. Of one
 * that never was, or that ended too long ago, nothing is known.
 */
async function endReason(
  ctx: Context,
  request: Credentials,
  session: store.PersonSession | undefined,
): Promise<{ reason?: SessionEnd }> {
  if (session) {
    const over = endOf(session, ctx.config.limits.sessionIdleMs) <= ctx.now()
    return { reason: over ? 'timed_out' : 'signed_out' }
  }
  const token = tokenOf(request)
  if (!token) return {}
  const ended = await asStranger(request, () => store.wasEnded(ctx.db.reader, hashOf(token)))
  return ended ? { reason: 'signed_out' } : {}
}

/** Whether the session of a long-lived answer still stands. All of them ask when one ends: that is one statement. */
export const isLive = async (ctx: Context, actor: Actor): Promise<boolean> =>
  isAdmitted(ctx, await ctx.sessionBatch.find(actor.sessionId))

/** Who it is now that a long-lived answer is given to; undefined once its session is over. */
export async function current(ctx: Context, actor: Actor): Promise<Actor | undefined> {
  const session = await ctx.sessionBatch.find(actor.sessionId)
  return isAdmitted(ctx, session) ? actorBehind(ctx, session) : undefined
}

/** Who a session lets in now, and until when unless it is used. */
export interface Admission {
  readonly actor: Actor
  readonly until: Date
}

/** Those of these sessions that still let their people in, by id; one statement. */
export async function admissions(
  ctx: Context,
  sessionIds: readonly string[],
): Promise<Map<string, Admission>> {
  const sessions = await store.sessionsById(ctx.db.reader, [...new Set(sessionIds)])
  return new Map(
    sessions
      .filter((session) => isAdmitted(ctx, session))
      .map((session) => [session.id, { actor: actorBehind(ctx, session), until: untilOf(ctx, session) }]),
  )
}

function untilOf(ctx: Context, session: store.PersonSession): Date {
  const end = endOf(session, ctx.config.limits.sessionIdleMs)
  const { validUntil } = session
  return validUntil && validUntil < end ? validUntil : end
}

/**
 * The person of a session, to act on what it was given earlier; undefined once it is over, or until a password change
 * that was ordered is made.
 */
export async function standing(ctx: Context, sessionId: string): Promise<Actor | undefined> {
  if (!isId(sessionId)) return undefined
  const read = () => store.sessionById(ctx.db.reader, sessionId)
  const session = await ctx.sessionCache.find(sessionId, read)
  return isAdmitted(ctx, session) ? actorBehind(ctx, session) : undefined
}

/** Ends the request's own session, if it has one. */
export async function end(ctx: Context, request: FastifyRequest): Promise<void> {
  const session = await find(ctx, request)
  if (session) await close(ctx, session, 'session.closed', { only: session.id })
}

export async function list(ctx: Context, actor: Actor): Promise<Session[]> {
  const sessions = await store.sessionsOf(ctx.db.reader, actor.personId)
  const idleMs = ctx.config.limits.sessionIdleMs
  return sessions
    .filter((session) => endOf(session, idleMs) > ctx.now())
    .map((session) => ({
      sessionId: session.id,
      current: session.id === actor.sessionId,
      device: session.device,
      ip: session.ip,
      createTime: session.createdAt.toISOString(),
      lastSeenTime: session.lastSeenAt.toISOString(),
      expireTime: endOf(session, idleMs).toISOString(),
    }))
}

/** Ends one of the person's sessions, or all but the one that asks. */
export async function revoke(ctx: Context, actor: Actor, sessionId: string | undefined): Promise<number> {
  const end = (which: Which) => close(ctx, actor, 'session.ended', which)
  if (sessionId === undefined) return end({ except: actor.sessionId })
  const revoked = isId(sessionId) ? await end({ only: sessionId }) : 0
  return revoked > 0 ? revoked : refuseNotFound('session')
}

/** Ends somebody else's, one or all; whether that may be is for the caller to ask. */
export const endFor = (
  ctx: Context,
  person: Pick<Actor, 'personId' | 'realName'>,
  which: Which,
): Promise<number> => close(ctx, person, 'session.ended', which)

/** Ends them at once: nothing of this process remembers them when it answers. */
async function close(
  ctx: Context,
  { personId, realName }: Pick<Actor, 'personId' | 'realName'>,
  action: 'session.closed' | 'session.ended',
  which: Which,
): Promise<number> {
  const ended = await ctx.db.transact(async (tx) => {
    const count = await store.deleteSessions(tx, personId, which)
    const object = auditedPerson({ id: personId, realName })
    if (count > 0) await audit(tx, { action, object, detail: { ended: count } })
    return count
  })
  ctx.sessionCache.invalidate()
  return ended
}

interface Which {
  readonly only?: string
  readonly except?: string
}

type Credentials =
  | Pick<FastifyRequest, 'headers' | 'cookies'>
  | Pick<FastifyRequest, 'headers' | 'cookies' | 'ip'>

/** Tokens that opened nothing yet are looked for so many at a time from one network: anybody can make some up. */
const strangers = new ConcurrencyLimiter(4, 1000)

/** Who waits may wait for others with the same token: it is looked for even when the first of them has gone. */
function asStranger<T>(request: Credentials, work: () => Promise<T>): Promise<T> {
  // Beside the framework a request has a signed address, which no stranger has.
  if (!('ip' in request)) return work()
  return strangers.run(networkOf(addressOf(request)), () => false, work)
}

async function find(ctx: Context, request: Credentials): Promise<store.PersonSession | undefined> {
  const session = await lookUp(ctx, request)
  return isValid(ctx, session) ? session : undefined
}

/** The session of the request's token, also where it is over. */
async function lookUp(ctx: Context, request: Credentials): Promise<store.PersonSession | undefined> {
  const token = tokenOf(request)
  if (!token) return undefined
  const hash = hashOf(token)
  const key = hash.toString('base64')
  const read = () => store.sessionByToken(ctx.db.reader, hash)
  const look = () => (ctx.sessionCache.hasFound(key) ? read() : asStranger(request, read))
  return ctx.sessionCache.find(key, look)
}

function isValid(ctx: Context, session: store.PersonSession | undefined): session is store.PersonSession {
  if (!session) return false
  const now = ctx.now()
  return endOf(session, ctx.config.limits.sessionIdleMs) > now && !standingFault(session, now)
}

/** Whether a session lets its person do more than change the password. */
const isAdmitted = (ctx: Context, session: store.PersonSession | undefined): session is store.PersonSession =>
  isValid(ctx, session) && !session.mustChangePassword

/** A bearer token speaks for the request, whatever cookie came along. */
function tokenOf(request: Credentials): string | undefined {
  const { authorization } = request.headers
  const token = authorization?.startsWith('Bearer ') ? authorization.slice(7).trim() : request.cookies[COOKIE]
  return token !== undefined && TOKEN.test(token) ? token : undefined
}

async function touch(ctx: Context, session: store.PersonSession): Promise<void> {
  const now = ctx.now()
  if (now.getTime() - session.lastSeenAt.getTime() < SEEN_EVERY_MS) return
  await store.touchSession(ctx.db.reader, session.id, session.personId, now)
  // The one that is remembered, if it is.
  Object.assign(session, { lastSeenAt: now })
}

const actorBehind = (ctx: Context, session: store.PersonSession): Actor =>
  toActor(
    { ...session, sessionId: session.id, region: session.region ?? undefined, asOf: ctx.now() },
    session.memberships,
  )

/** The token has 256 random bits: one plain hash is enough, and it is looked up by it. */
const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer')
