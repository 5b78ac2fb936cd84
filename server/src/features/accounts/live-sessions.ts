import type { Actor } from '../../access/actor.ts'
import {
  isStillAdmitted,
  type LinkSession,
  sessionById as linkSessionById,
  opens,
  visitorIdOf,
} from '../../access/link-visitor.ts'
import type { Context } from '../../context.ts'
import { isId } from '../../db/ids.ts'
import { mayComeFrom } from './check-address.ts'
import { expiryOf, mayCall, toSessionActor } from './session-lookup.ts'
import { sessionsById } from './sessions-by-id.ts'
import type * as store from './store.ts'
import * as tokens from './token-store.ts'

/** Sessions by their ids, of people and of visitors of links: for responses that last, and for signed addresses. */

/** Whether the session of a long-lived response is still valid. Concurrent checks share one statement. */
export const isLive = async (ctx: Context, actor: Actor): Promise<boolean> =>
  (await refreshActor(ctx, actor)) !== undefined

/** The actor of a long-lived response with current rights; undefined once its session is over. */
export async function refreshActor(ctx: Context, actor: Actor): Promise<Actor | undefined> {
  const session = await ctx.sessionBatch.find(actor.sessionId)
  const current = mayCall(ctx, session) ? toSessionActor(ctx, session, actor.address) : undefined
  return current && (await mayComeFrom(ctx, current)) ? current : undefined
}

/** The actor of a valid session, and when it expires unless used. */
export interface SessionAdmission {
  readonly actor: Actor
  readonly until: Date
}

/** The valid ones among these sessions, by id, in one statement. */
export async function admissions(
  ctx: Context,
  sessionIds: readonly string[],
): Promise<Map<string, SessionAdmission>> {
  const ids = [...new Set(sessionIds)]
  const admitted = new Map<string, SessionAdmission>()
  for (const id of ids.filter(visitorIdOf)) {
    const visit = await visitOf(ctx, id)
    if (visit) admitted.set(id, { actor: visit.actor, until: await endOfVisit(ctx, visit) })
  }
  const sessions = await sessionsById(
    ctx.db.reader,
    ids.filter((id) => !visitorIdOf(id)),
  )
  for (const session of sessions)
    if (mayCall(ctx, session))
      admitted.set(session.id, { actor: toSessionActor(ctx, session), until: validUntilOf(ctx, session) })
  return admitted
}

/** The visitor's session of a link, while the link opens for them. */
async function visitOf(ctx: Context, sessionId: string): Promise<LinkSession | undefined> {
  const visitorId = visitorIdOf(sessionId)
  const visit = visitorId && (await linkSessionById(ctx.db.reader, visitorId, ctx.now()))
  if (!visit || !opens(visit, ctx.now())) return undefined
  if (!(await isStillAdmitted(ctx.db.reader, visit, ctx.now()))) return undefined
  return visit.link.visitor === 'anyone' || (await isPersonSignedIn(ctx, visit)) ? visit : undefined
}

/** Whether the person of a visit is still signed in where it began. */
export const isPersonSignedIn = async (ctx: Context, visit: LinkSession): Promise<boolean> =>
  (await sessionOfVisit(ctx, visit)) !== undefined

async function sessionOfVisit(
  ctx: Context,
  { personSessionId }: LinkSession,
): Promise<store.PersonSession | undefined> {
  if (personSessionId === null) return undefined
  const session = await cachedSession(ctx, personSessionId)
  return mayCall(ctx, session) ? session : undefined
}

async function endOfVisit(ctx: Context, visit: LinkSession): Promise<Date> {
  const { link, expiresAt, ownerLosesAt } = visit
  const session = link.visitor === 'anyone' ? undefined : await sessionOfVisit(ctx, visit)
  const ends = [link.expiresAt, session && validUntilOf(ctx, session), ownerLosesAt, expiresAt]
  return new Date(Math.min(...ends.flatMap((end) => end?.getTime() ?? [])))
}

function validUntilOf(ctx: Context, session: store.PersonSession): Date {
  const end = expiryOf(ctx, session)
  const { validUntil } = session
  return validUntil && validUntil < end ? validUntil : end
}

/**
 * The actor of a session or of a visitor's session of a link, for signed addresses. Undefined once the session is over, and while a required password change
 * is pending.
 */
export async function actorOfSession(ctx: Context, sessionId: string): Promise<Actor | undefined> {
  if (visitorIdOf(sessionId)) return (await visitOf(ctx, sessionId))?.actor
  if (!isId(sessionId) && !tokens.tokenIdOf(sessionId)) return undefined
  const session = await cachedSession(ctx, sessionId)
  return mayCall(ctx, session) ? toSessionActor(ctx, session) : undefined
}

const cachedSession = (ctx: Context, id: string): Promise<store.PersonSession | undefined> =>
  ctx.sessionCache.find(id, async () => (await sessionsById(ctx.db.reader, [id]))[0])
