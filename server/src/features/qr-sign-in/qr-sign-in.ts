import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import {
  type generateQrId,
  QR_MINUTES,
  type QrRequest,
  type queryStatusByQrId,
} from '@clouddisk/contract/qr-sign-in'
import type { Reply } from '@clouddisk/contract/route'
import { MINUTE, SECOND } from '@clouddisk/contract/time'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../access/actor.ts'
import { audit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { refuse } from '../../errors/refusal.ts'
import { addressOf } from '../../http/address.ts'
import { publicOriginOf } from '../../http/origin.ts'
import { personById } from '../accounts/accounts.ts'
import { auditPerson } from '../accounts/audit-sign-in.ts'
import { actorOfSession } from '../accounts/live-sessions.ts'
import { networkOf } from '../accounts/network.ts'
import { openSession } from '../accounts/open-session.ts'
import { setCookie } from '../accounts/session-cookie.ts'
import * as store from './store.ts'

/**
 * Sign-in by a phone. Two secrets: the id stands in the QR code and lets a signed-in phone decide; the other stays in a
 * cookie of the browser that asked, and only with it the session is handed out, once.
 */

const LIFETIME_MS = QR_MINUTES * MINUTE
const DEVICE_MAX = 400
/** Codes of one address at a time; a page asks for another one every two minutes. */
const OPEN_OF_ADDRESS = 200
const COOKIE = 'cd_qr'
const COOKIE_PATH = '/disk/'
const ID = /^[A-Za-z0-9_-]{32}$/

const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer')
const newSecret = (): string => randomBytes(24).toString('base64url')

export async function generate(
  ctx: Context,
  { region }: { readonly region?: string | undefined },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Reply<typeof generateQrId>> {
  const [now, ip, id] = [ctx.now(), addressOf(request), newSecret()]
  if ((await store.countOpen(ctx.db.reader, ip, now)) >= OPEN_OF_ADDRESS)
    refuse('too_many_calls', { retryAfter: LIFETIME_MS / SECOND })
  const expiresAt = new Date(now.getTime() + LIFETIME_MS)
  const origin = publicOriginOf(ctx.config, request)
  const secret = secretOf(request) ?? newSecret()
  await store.insert(ctx.db.reader, {
    idHash: sha256(id),
    secretHash: sha256(secret),
    device: (request.headers['user-agent'] ?? '').replaceAll('\u0000', '').slice(0, DEVICE_MAX),
    ip,
    region: region || null,
    createdAt: now,
    expiresAt,
  })
  reply.setCookie(COOKIE, secret, {
    path: COOKIE_PATH,
    httpOnly: true,
    sameSite: 'strict',
    secure: origin.startsWith('https:'),
    maxAge: LIFETIME_MS / SECOND,
  })
  return { qrId: id, url: `${origin}/disk/qr?id=${id}`, expireTime: expiresAt.toISOString() }
}

const secretOf = ({ cookies }: FastifyRequest): string | undefined =>
  ID.test(cookies[COOKIE] ?? '') ? cookies[COOKIE] : undefined

/** What became of a code, told only to the browser that asked for it; others are told that it has expired. */
export async function status(
  ctx: Context,
  qrId: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Reply<typeof queryStatusByQrId>> {
  const row = await store.byId(ctx.db.reader, sha256(qrId))
  if (!row || row.expiresAt <= ctx.now() || !isAsker(row, request))
    return { state: 'expired', signedIn: null }
  if (row.state === 'used') return { state: 'expired', signedIn: null }
  if (row.state !== 'confirmed') return { state: row.state, signedIn: null }
  const person = row.personId === null ? undefined : await personById(ctx, row.personId)
  // The phone may have been signed out meanwhile.
  const phone = row.sessionId === null ? undefined : await actorOfSession(ctx, row.sessionId)
  if (!person || !phone) return { state: 'expired', signedIn: null }
  // What the phone confirms proves no more than that it is signed in.
  const { confirmedAt } = phone
  const way = { method: 'qr', confirmedAt, ...(row.region && { region: row.region }) } as const
  const signedIn = await openSession(ctx, person, request, way, async (tx) => {
    if (!(await store.use(tx, row.idHash, ctx.now()))) refuse('qr_over')
  })
  setCookie(ctx, request, reply, signedIn.token)
  return { state: 'confirmed', signedIn }
}

function isAsker(row: store.QrRow, request: FastifyRequest): boolean {
  const secret = secretOf(request)
  return secret !== undefined && timingSafeEqual(sha256(secret), row.secretHash)
}

export async function scan(
  ctx: Context,
  actor: Actor,
  qrId: string,
  request: FastifyRequest,
): Promise<QrRequest> {
  const row = (await store.scan(ctx.db.reader, sha256(qrId), actor, ctx.now())) ?? refuse('qr_over')
  return {
    device: row.device,
    ip: row.ip,
    region: row.region,
    createTime: row.createdAt.toISOString(),
    expireTime: row.expiresAt.toISOString(),
    sameNetwork: networkOf(row.ip) === networkOf(addressOf(request)),
  }
}

export const decide = (
  ctx: Context,
  actor: Actor,
  qrId: string,
  state: 'confirmed' | 'refused',
): Promise<void> =>
  ctx.db.transact(async (tx) => {
    const row = (await store.decide(tx, sha256(qrId), actor.sessionId, state, ctx.now())) ?? refuse('qr_over')
    const object = auditPerson({ id: actor.personId, realName: actor.realName })
    const detail = { device: row.device, ip: row.ip }
    await audit(tx, { action: state === 'confirmed' ? 'qr.confirmed' : 'qr.refused', object, detail })
  })
