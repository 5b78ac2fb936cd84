import { randomBytes } from 'node:crypto'
import type { Session, SessionEnd, SignInMethod } from '@clouddisk/contract/accounts'
import type { Route } from '@clouddisk/contract/route'
import type { SignInStep } from '@clouddisk/contract/sign-in-steps'
import { MINUTE } from '@clouddisk/contract/time'
import { includesScope, tokenScopeOf } from '@clouddisk/contract/token-scopes'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../access/actor.ts'
import { audit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { afterCommit, type Tx } from '../../db/database.ts'
import { isId, newId } from '../../db/ids.ts'
import { refuse, refuseNotFound } from '../../errors/refusal.ts'
import { auditPerson } from './audit-sign-in.ts'
import { mayComeFrom, requireActorAddress } from './check-address.ts'
import { noteDevice, readDevices } from './devices.ts'
import { addressOf } from './network.ts'
import { isAllowedWhilePending, requiresPasswordChange, sessionExpiry } from './policy.ts'
import {
  expiryOf,
  findSession,
  hashOf,
  isValid,
  limitUnknownCallers,
  loadSession,
  type RequestCredentials,
  tokenOf,
  toSessionActor,
} from './session-lookup.ts'
import { sessionsById } from './sessions-by-id.ts'
import * as store from './store.ts'
import * as tokens from './token-store.ts'

/** Sessions in the database: 12 hours idle, seven days at most, listed and revocable (G21). */

const TOKEN_BYTES = 32
const DEVICE_MAX = 400
/** `last_seen` is written at most this often. */
const LAST_SEEN_INTERVAL_MS = MINUTE

/** How a session is opened. */
export interface SignInWay {
  readonly method: SignInMethod
  readonly region?: string | undefined
  /** Adds what else belongs to the session, in its transaction. */
  readonly onOpened?: (tx: Tx, sessionId: string) => Promise<void>
  /** When the person proved who they are, where that was before. */
  readonly confirmedAt?: Date | undefined
  /** A provider says that it has asked for a second factor. */
  readonly providerAskedForFactor?: boolean
}

/** A session that still needs a second factor lasts this long. */
const PENDING_MS = 10 * MINUTE

/** Opens a session. Returns its token, of which only the hash is stored. */
export async function open(
  ctx: Context,
  tx: Tx,
  personId: string,
  request: FastifyRequest,
  { method, region, onOpened, confirmedAt }: SignInWay,
  pending: SignInStep | null,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const now = ctx.now()
  const id = newId()
  await store.insertSession(tx, {
    id,
    tokenHash: hashOf(token),
    personId,
    device: (request.headers['user-agent'] ?? '').replaceAll('\u0000', '').slice(0, DEVICE_MAX),
    ip: addressOf(request),
    region: region || null,
    method,
    confirmedAt: confirmedAt ?? now,
    createdAt: now,
    lastSeenAt: now,
    pending,
    expiresAt: new Date(now.getTime() + (pending ? PENDING_MS : ctx.config.limits.sessionMaxMs)),
  })
  await onOpened?.(tx, id)
  return token
}

/** Whether the actor's session still needs something. */
export async function isPending(ctx: Context, { sessionId }: Actor): Promise<boolean> {
  const [session] = await sessionsById(ctx.db.reader, [sessionId])
  return session !== undefined && session.pending !== null
}

/** Opens the actor's pending session to all calls. False if another call has. */
export async function complete(ctx: Context, tx: Tx, actor: Actor): Promise<boolean> {
  const now = ctx.now()
  const expiresAt = new Date(now.getTime() + ctx.config.limits.sessionMaxMs)
  const isCompleted = await store.completeSession(tx, actor, now, expiresAt)
  afterCommit(tx, () => ctx.sessionCache.invalidate())
  return isCompleted
}

/** Notes that the person has just proved who they are. */
export async function setConfirmed(ctx: Context, tx: Tx, actor: Actor): Promise<void> {
  await store.confirmSession(tx, actor.sessionId, ctx.now())
  afterCommit(tx, () => ctx.sessionCache.invalidate())
}

/** Authenticates by bearer token or cookie. Throws if the second factor is missing or the password must be changed first. */
export async function authenticate(
  ctx: Context,
  request: FastifyRequest,
  route: Pick<Route, 'name' | 'door' | 'admin' | 'changes' | 'confirm'>,
): Promise<Actor | undefined> {
  const session = await loadSession(ctx, request)
  // Programs sign in nowhere: to what is open to anyone they are nobody.
  if (session?.token && route.door === 'anyone') return undefined
  if (!isValid(ctx, session)) {
    if (route.door === 'signed-in') refuse('not_signed_in', await sessionEndReason(ctx, request, session))
    return undefined
  }
  if (session.pending && !isAllowedWhilePending(session.pending, route)) {
    // Nobody is signed in yet.
    if (route.door === 'anyone') return undefined
    refuse('second_factor_required')
  }
  if (session.mustChangePassword && requiresPasswordChange(route) && !session.pending)
    refuse('must_change_password')
  requireScope(session, route)
  const address = addressOf(request)
  const actor = toSessionActor(ctx, session, address)
  // Where it is open to anyone, somebody from an address that is refused is nobody.
  if (route.door === 'anyone' && !(await mayComeFrom(ctx, actor))) return undefined
  if (route.door === 'signed-in') await requireActorAddress(ctx, actor, route.admin !== null)
  await touch(ctx, session, address)
  await noteDevice(ctx, session, request)
  return actor
}

/** Throws if the call is made with an access token that does not reach so far. */
function requireScope(
  { token }: store.PersonSession,
  route: Pick<Route, 'name' | 'admin' | 'changes' | 'confirm'>,
): void {
  if (!token) return
  const needed = tokenScopeOf(route)
  if (!needed || !includesScope(token.scope, needed)) refuse('token_scope')
}

/** The person who is signed in where a request comes from, whatever its route. Programs with access tokens are nobody. */
export async function identify(ctx: Context, request: RequestCredentials): Promise<Actor | undefined> {
  const session = await findSession(ctx, request)
  if (!session || session.token || session.pending) return undefined
  const actor = toSessionActor(ctx, session, 'ip' in request ? addressOf(request) : undefined)
  return actor.address === undefined || (await mayComeFrom(ctx, actor)) ? actor : undefined
}

/**
 * Why a token is rejected, shown on the page: its session expired or was revoked. Undefined for unknown tokens and
 * sessions that ended too long ago.
 */
async function sessionEndReason(
  ctx: Context,
  request: RequestCredentials,
  session: store.PersonSession | undefined,
): Promise<{ reason?: SessionEnd }> {
  if (session) {
    const over = expiryOf(ctx, session) <= ctx.now()
    return { reason: over ? 'timed_out' : 'signed_out' }
  }
  const token = tokenOf(request)
  if (!token) return {}
  const ended = await limitUnknownCallers(request, () => store.wasRevoked(ctx.db.reader, hashOf(token)))
  return ended ? { reason: 'signed_out' } : {}
}

/** The request's own session, also while it needs a second factor; undefined where it has none. */
export const ownSessionId = async (ctx: Context, request: FastifyRequest): Promise<string | undefined> => {
  const session = await findSession(ctx, request)
  return session?.token ? undefined : session?.id
}

/** Revokes the request's own session, if it has one. */
export async function end(ctx: Context, request: FastifyRequest): Promise<void> {
  const session = await findSession(ctx, request)
  if (session && !session.token) await deleteAndRecord(ctx, session, 'session.closed', { only: session.id })
}

export async function list(ctx: Context, actor: Actor): Promise<Session[]> {
  const sessions = await store.sessionsOf(ctx.db.reader, actor.personId)
  const deviceOf = await readDevices(ctx.db.reader, sessions)
  const idleMs = ctx.config.limits.sessionIdleMs
  return sessions
    .filter((session) => !session.pending && sessionExpiry(session, idleMs) > ctx.now())
    .map((session) => ({
      sessionId: session.id,
      current: session.id === actor.sessionId,
      device: session.device,
      client: deviceOf(session),
      ip: session.ip,
      createTime: session.createdAt.toISOString(),
      lastSeenTime: session.lastSeenAt.toISOString(),
      expireTime: sessionExpiry(session, idleMs).toISOString(),
    }))
}

/** Revokes one of the person's sessions, or all but the current one. */
export async function revoke(ctx: Context, actor: Actor, sessionId: string | undefined): Promise<number> {
  const end = (which: SessionSelector) => deleteAndRecord(ctx, actor, 'session.ended', which)
  if (sessionId === undefined) return end({ except: actor.sessionId })
  const revoked = isId(sessionId) ? await end({ only: sessionId }) : 0
  return revoked > 0 ? revoked : refuseNotFound('session')
}

/** Revokes one or all sessions of another person. The caller checks the right to do so. */
export const revokeSessions = (
  ctx: Context,
  person: Pick<Actor, 'personId' | 'realName'>,
  which: SessionSelector,
): Promise<number> => deleteAndRecord(ctx, person, 'session.ended', which)

/** Deletes the sessions and clears them from this process's cache before returning. */
async function deleteAndRecord(
  ctx: Context,
  { personId, realName }: Pick<Actor, 'personId' | 'realName'>,
  action: 'session.closed' | 'session.ended',
  which: SessionSelector,
): Promise<number> {
  const ended = await ctx.db.transact(async (tx) => {
    const count = await store.deleteSessions(tx, personId, which)
    const object = auditPerson({ id: personId, realName })
    if (count > 0) await audit(tx, { action, object, detail: { ended: count } })
    return count
  })
  ctx.sessionCache.invalidate()
  return ended
}

interface SessionSelector {
  readonly only?: string
  readonly except?: string
}

async function touch(ctx: Context, session: store.PersonSession, address: string): Promise<void> {
  const now = ctx.now()
  if (session.pending || now.getTime() - session.lastSeenAt.getTime() < LAST_SEEN_INTERVAL_MS) return
  const { token, personId } = session
  if (token) await tokens.touchToken(ctx.db.reader, { tokenId: token.id, personId, ip: address }, now)
  else await store.touchSession(ctx.db.reader, session.id, personId, now)
  // The one that is remembered, if it is.
  Object.assign(session, { lastSeenAt: now })
}
