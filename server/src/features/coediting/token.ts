import { createHmac, timingSafeEqual } from 'node:crypto'
import { ONLINE_TOKEN_MS, type OnlineMode } from '@clouddisk/contract/coediting'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { mayComeFrom } from '../accounts/check-address.ts'
import { actorOfSession } from '../accounts/live-sessions.ts'

/**
 * Tokens of Office servers: each for one person, one session, one file and one mode. They are signed, not stored; what they open
 * is decided at each call, by the session and the permissions of that moment.
 */
export interface OnlineToken {
  readonly sessionId: string
  readonly personId: string
  readonly fileId: string
  readonly mode: OnlineMode
  /** Whose Office server got it. */
  readonly clusterId: string
  /** Where the person is: rules for addresses are asked about it, not about the Office server. */
  readonly address: string
  readonly sharingId?: string
  /** ms since the epoch. */
  readonly until: number
}

type Signing = Pick<Context, 'secrets'>

export function newToken(
  ctx: Pick<Context, 'secrets' | 'now'>,
  grant: Omit<OnlineToken, 'until'>,
): { token: string; until: number } {
  const until = ctx.now().getTime() + ONLINE_TOKEN_MS
  return { token: sign(ctx, { ...grant, until }), until }
}

/** The same for another file, to the same end. */
export function sign(ctx: Signing, token: OnlineToken): string {
  const body = Buffer.from(JSON.stringify(token)).toString('base64url')
  return `${body}.${signature(ctx, body).toString('base64url')}`
}

/** Undefined if it is none of ours, or over. */
export function readToken(ctx: Pick<Context, 'secrets' | 'now'>, text: string): OnlineToken | undefined {
  const [, body, mark] = /^([\w-]+)\.([\w-]+)$/.exec(text) ?? []
  if (!body || !mark) return undefined
  const actual = Buffer.from(mark, 'base64url')
  const expected = signature(ctx, body)
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return undefined
  const token = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as OnlineToken
  return token.until > ctx.now().getTime() ? token : undefined
}

const signature = ({ secrets }: Signing, body: string): Buffer =>
  createHmac('sha256', secrets.subKey('wopi-token')).update(body).digest()

/** The person of a token, with the rights of now; undefined once the session or the account has ended. */
export async function actorOfToken(ctx: Context, token: OnlineToken): Promise<Actor | undefined> {
  const { sessionId, personId, address, sharingId } = token
  const held = await actorOfSession(ctx, sessionId)
  if (held?.personId !== personId || held.link) return undefined
  const actor = { ...held, address, ...(sharingId !== undefined && { sharingId }) }
  return (await mayComeFrom(ctx, actor)) ? actor : undefined
}
