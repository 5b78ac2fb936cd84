import { hash, randomBytes } from 'node:crypto'
import { MINUTE, SECOND } from '@clouddisk/contract/time'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { refuse } from '../../errors/refusal.ts'
import { addressOf } from '../../http/address.ts'
import { publicOriginOf } from '../../http/origin.ts'
import { networkOf } from '../accounts/network.ts'
import * as store from './passkey-store.ts'

/** Challenges for passkeys: each for one purpose and one browser, and answered once. */

export const CHALLENGE_MS = 5 * MINUTE
/** Open challenges of one network. */
const CHALLENGES_OF_NETWORK = 500
const COOKIE = 'cd_passkey'
const COOKIE_PATH = '/disk/api/pub/passkey'

type Purpose = store.ChallengeRow['purpose']
const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer')

/** What binds a challenge to the browser of a session. */
export const browserOfSession = ({ sessionId }: Actor): string => `session ${sessionId}`

/** What binds a challenge to a browser that is signed in nowhere: a cookie that it is given. */
export function browserOfCookie(ctx: Context, request: FastifyRequest, reply: FastifyReply): string {
  const known = knownBrowser(request)
  const value = known ?? randomBytes(24).toString('base64url')
  reply.setCookie(COOKIE, value, {
    path: COOKIE_PATH,
    httpOnly: true,
    sameSite: 'strict',
    secure: publicOriginOf(ctx.config, request).startsWith('https:'),
    maxAge: CHALLENGE_MS / SECOND,
  })
  return `cookie ${value}`
}

const knownBrowser = ({ cookies }: FastifyRequest): string | undefined =>
  /^[A-Za-z0-9_-]{32}$/.test(cookies[COOKIE] ?? '') ? cookies[COOKIE] : undefined

/** Undefined if the browser has no cookie of ours. */
export const browserWithCookie = (request: FastifyRequest): string | undefined => {
  const known = knownBrowser(request)
  return known && `cookie ${known}`
}

/** Remembers a challenge for this browser. */
export const remember = (
  ctx: Context,
  request: FastifyRequest,
  purpose: Purpose,
  { challenge, browser }: { readonly challenge: string; readonly browser: string },
): Promise<void> =>
  store.insertChallenge(
    ctx.db.reader,
    {
      challenge,
      purpose,
      browserHash: sha256(browser),
      network: networkOf(addressOf(request)),
      createdAt: ctx.now(),
    },
    CHALLENGES_OF_NETWORK,
  )

/**
 * Takes the challenge that an answer of the browser names. Throws `passkey_over` if it was not asked of this browser for
 * this purpose, was answered already or is too old.
 */
export async function take(
  ctx: Context,
  purpose: Purpose,
  challenge: string,
  browser: string | undefined,
): Promise<void> {
  const since = new Date(ctx.now().getTime() - CHALLENGE_MS)
  const isTaken =
    browser !== undefined &&
    (await store.takeChallenge(ctx.db.reader, { challenge, purpose, browserHash: sha256(browser) }, since))
  if (!isTaken) refuse('passkey_over')
}
