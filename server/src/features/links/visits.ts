import { hash, randomBytes } from 'node:crypto'
import {
  type checkLinkCode,
  type LinkStatus,
  type queryLinkAttribute,
  type queryLinkLoginAuth,
  VISITOR_REASONS,
  type VisitorReason,
} from '@clouddisk/contract/links'
import { maskName } from '@clouddisk/contract/masking'
import type { Reply } from '@clouddisk/contract/route'
import { BASE_PATH } from '@clouddisk/contract/route'
import { DAY, SECOND } from '@clouddisk/contract/time'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../access/actor.ts'
import {
  isAdmitted,
  isStillAdmitted,
  isStillShared,
  type LinkAccess,
  type LinkSession,
  type LinkState,
  linkByPath,
  recordVisited,
  requireOpens,
  sessionByToken,
  sharedStateOf,
  sharedTargets,
} from '../../access/link-visitor.ts'
import { audit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import { refuse } from '../../errors/refusal.ts'
import { addressOf } from '../../http/address.ts'
import type { CallContext } from '../../http/mount.ts'
import { countNetworkVisit, countSession } from '../../http/network-use.ts'
import { publicOriginOf } from '../../http/origin.ts'
import { requireVisitorAddress } from '../accounts/check-address.ts'
import { isPersonSignedIn } from '../accounts/live-sessions.ts'
import { networkOf } from '../accounts/network.ts'
import { beginCodeAttempt } from '../accounts/throttle.ts'
import { openCode } from './code.ts'
import { notifyOwner } from './notices.ts'
import * as store from './store.ts'

/**
 * Visits of links (C9, C26, G19): a visitor opens a link once, by its code where it has one, and has a session of it for a day. Its
 * token is a cookie, or the header `shareToken` of clients without cookies.
 */

const SESSION_MS = DAY
/** One visit is the first access of a session within this. */
const VISIT_MS = DAY
const TOKEN_BYTES = 32
const DEVICE_MAX = 400

/** What a visitor may know of a link before it is opened. */
export async function describe(
  ctx: Context,
  person: Actor | undefined,
  path: string,
  request: FastifyRequest,
): Promise<Reply<typeof queryLinkAttribute>> {
  await requireVisitorAddress(ctx, addressOf(request))
  const link = await find(ctx, path)
  const isShared = await isStillShared(ctx.db.reader, link, ctx.now())
  return {
    ...forVisitors(sharedStateOf(link, isShared, ctx.now())),
    needCode: link.code !== null,
    needSignIn: link.visitor !== 'anyone' && !person,
    admitted: !person || (await isAdmitted(ctx.db.reader, link, person)),
    ownerName: maskName(link.ownerName),
    perms: [...link.permissions],
    watermark: link.watermark,
    userName: (link.visitor !== 'anyone' && person?.realName) || null,
  }
}

/** Who is signed in, and whether the link is for them. */
export async function loginAuth(
  ctx: Context,
  person: Actor | undefined,
  path: string,
  request: FastifyRequest,
): Promise<Reply<typeof queryLinkLoginAuth>> {
  await requireVisitorAddress(ctx, addressOf(request))
  const link = await find(ctx, path)
  return {
    needSignIn: link.visitor !== 'anyone' && !person,
    admitted: !person || (await isAdmitted(ctx.db.reader, link, person)),
    userName: person?.accountName ?? '',
    userRealName: person?.realName ?? '',
  }
}

/** How a review ended is the owner's business: to visitors the link was stopped. */
const forVisitors = ({ status, reason }: LinkState): { status: LinkStatus; reason?: VisitorReason } => {
  if (!reason) return { status }
  return {
    status,
    reason: VISITOR_REASONS.find((one) => one === (reason === 'outbound' ? 'owner' : reason)) ?? 'stopped',
  }
}

const find = async (ctx: Context, path: string): Promise<LinkAccess> =>
  (await linkByPath(ctx.db.reader, path, ctx.now())) ?? refuse('link_wrong')

/** Opens a link by its code; links without one take any. */
export async function checkCode(
  ctx: Context,
  person: Actor | undefined,
  { linkPath, code = '' }: { linkPath: string; code?: string },
  call: CallContext,
): Promise<Reply<typeof checkLinkCode>> {
  await requireVisitorAddress(ctx, addressOf(call.request))
  const link = await find(ctx, linkPath)
  // A visitor who comes back on the last visit was counted already.
  requireOpens(link, ctx.now(), (await currentSession(ctx, call.request, linkPath)) !== undefined)
  if (!(await isStillShared(ctx.db.reader, link, ctx.now()))) refuse('link_gone')
  await requireAdmitted(ctx, link, person)
  if (link.code !== null) {
    const attempt = await beginCodeAttempt(
      ctx,
      link.id,
      visitorKeys(call.request, person),
      addressOf(call.request),
    )
    if (code.trim() !== openCode(ctx, link.id, link.code)) {
      if (attempt.left === 0) await notifyLocked(ctx, link)
      refuse('link_code_wrong', { left: attempt.left })
    }
    await attempt.succeeded()
  }
  const { token, expiresAt } = await begin(ctx, link, person, call)
  return { shareToken: token, expireTime: expiresAt.toISOString() }
}

async function requireAdmitted(ctx: Context, link: LinkAccess, person: Actor | undefined): Promise<void> {
  if (await isAdmitted(ctx.db.reader, link, person)) return
  refuse(person ? 'link_not_for_you' : 'link_not_open', { needSignIn: !person })
}

/** Owners are notified so often that somebody is locked out, however many are. */
const LOCK_NOTICE_MS = DAY

const notifyLocked = (ctx: Context, link: LinkAccess): Promise<void> =>
  ctx.db.transact(async (tx) => {
    const since = new Date(ctx.now().getTime() - LOCK_NOTICE_MS)
    if (await store.markLocked(tx, link.id, ctx.now(), since)) await notifyOwner(ctx, tx, 'link.locked', link)
  })

/** Whose tries count together: a browser's in a network, and a person's. */
const visitorKeys = (request: FastifyRequest, person: Actor | undefined): string[] => [
  `${addressOf(request)} ${request.headers['user-agent'] ?? ''}`,
  ...(person ? [person.personId] : []),
]

/** The session behind a visitor's call. A link without a code opens with the first one. */
export async function enter(
  ctx: Context,
  person: Actor | undefined,
  linkPath: string,
  call: CallContext,
): Promise<LinkSession> {
  await requireVisitorAddress(ctx, addressOf(call.request))
  const current = await currentSession(ctx, call.request, linkPath)
  if (current && (await mayGoOn(ctx, current, person, call.request))) return counted(ctx, current, call)
  const link = await find(ctx, linkPath)
  requireOpens(link, ctx.now())
  await requireAdmitted(ctx, link, person)
  if (link.code !== null) refuse('link_not_open', { needCode: true })
  const { tokenHash } = await begin(ctx, link, person, call)
  const session = await sessionByToken(ctx.db.reader, tokenHash, ctx.now())
  return counted(ctx, session ?? refuse('link_gone'), call)
}

/** Whether the session goes on. One of a link that is not for anyone is its person's, and ends when they sign out. */
async function mayGoOn(
  ctx: Context,
  session: LinkSession,
  person: Actor | undefined,
  request: FastifyRequest,
): Promise<boolean> {
  if (!(await isStillAdmitted(ctx.db.reader, session, ctx.now()))) return false
  const { link, visitorId, personId, personSessionId } = session
  if (link.visitor === 'anyone') return true
  // Clients without cookies have the token alone.
  if (!person) return headerToken(request) !== undefined && (await isPersonSignedIn(ctx, session))
  if (person.personId !== personId) return false
  if (person.sessionId !== personSessionId)
    await store.moveVisitor(ctx.db.reader, visitorId, person.sessionId)
  return true
}

async function currentSession(
  ctx: Context,
  request: FastifyRequest,
  linkPath: string,
): Promise<LinkSession | undefined> {
  const token = headerToken(request) ?? request.cookies[cookieOf(linkPath)]
  if (!token) return undefined
  const session = await sessionByToken(ctx.db.reader, hashOf(token), ctx.now())
  // The token of another link opens nothing here.
  return session?.link.path === linkPath ? session : undefined
}

const headerToken = ({ headers: { sharetoken } }: FastifyRequest): string | undefined =>
  typeof sharetoken === 'string' && sharetoken !== '' ? sharetoken : undefined

/** The session once its visit is counted; those of the link's owner are not. Throws if the link does not open. */
async function counted(ctx: Context, session: LinkSession, { request }: CallContext): Promise<LinkSession> {
  const { link, visitorId, personId, visitedAt } = session
  const now = ctx.now()
  const since = new Date(now.getTime() - VISIT_MS)
  const isCounted = personId === link.ownerId || (visitedAt !== null && visitedAt >= since)
  requireOpens(link, now, isCounted)
  if (!(await sharedTargets(ctx.db.reader, session.actor, [link.id])).has(link.id))
    // Its owner still shares what is held from visitors until it was checked.
    refuse((await isStillShared(ctx.db.reader, link, now)) ? 'link_under_review' : 'link_gone')
  if (isCounted) return session
  await ctx.db.transact(async (tx) => {
    if (!(await store.beginVisit(tx, visitorId, now, since))) return
    const counted = (await store.countVisit(tx, link.id, now)) ?? refuse('link_used_up')
    await countNetworkVisit(ctx, tx, networkOf(addressOf(request)))
    if (counted.isFirst) await notifyOwner(ctx, tx, 'link.opened', link)
    await recordVisited(tx, link.ownerId)
    await audit(tx, {
      action: 'link.opened',
      object: { type: 'link', id: link.id, name: link.path.slice(0, 6) },
    })
  })
  return session
}

async function begin(
  ctx: Context,
  link: LinkAccess,
  person: Actor | undefined,
  { request, reply }: CallContext,
) {
  await countSession(ctx, ctx.db.reader, link.id, networkOf(addressOf(request)))
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const createdAt = ctx.now()
  const expiresAt = new Date(createdAt.getTime() + SESSION_MS)
  const tokenHash = hashOf(token)
  await store.insertVisitor(ctx.db.reader, {
    id: newId(),
    linkId: link.id,
    tokenHash,
    personId: person?.personId ?? null,
    personSessionId: person?.sessionId ?? null,
    ip: addressOf(request),
    device: (request.headers['user-agent'] ?? '').replaceAll('\u0000', '').slice(0, DEVICE_MAX),
    createdAt,
    expiresAt,
  })
  setCookie(ctx, request, reply, link.path, token)
  return { token, tokenHash, expiresAt }
}

/** One cookie for each link, so that several can be open at a time. */
const cookieOf = (linkPath: string): string => `cd_link_${hash('sha256', linkPath, 'hex').slice(0, 16)}`

function setCookie(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  linkPath: string,
  token: string,
): void {
  reply.setCookie(cookieOf(linkPath), token, {
    path: BASE_PATH,
    httpOnly: true,
    sameSite: 'lax',
    secure: publicOriginOf(ctx.config, request).startsWith('https:'),
    maxAge: SESSION_MS / SECOND,
  })
}

/** The token has 256 random bits, so a plain hash is sufficient and can be indexed. */
const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer')
