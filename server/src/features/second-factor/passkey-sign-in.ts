import { generateAuthenticationOptions } from '@simplewebauthn/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { refuse } from '../../errors/refusal.ts'
import { addressOf } from '../../http/address.ts'
import { personById } from '../accounts/accounts.ts'
import { auditRefusedSignIn } from '../accounts/audit-sign-in.ts'
import { openSession, type SignInResult } from '../accounts/open-session.ts'
import { browserOfCookie, browserWithCookie, remember } from './passkey-challenge.ts'
import { BROWSER_TIMEOUT_MS } from './passkeys.ts'
import { isRefused, notePasskeyUse, provePasskey } from './prove-passkey.ts'
import { relyingParty } from './relying-party.ts'

/** Signing in with a passkey instead of the password. */

/** A challenge for whatever passkey the browser has for this address. */
export async function askAnyone(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Record<string, unknown>> {
  const party = relyingParty(ctx, request)
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    allowCredentials: [],
    timeout: BROWSER_TIMEOUT_MS,
    userVerification: 'required',
  })
  const browser = browserOfCookie(ctx, request, reply)
  await remember(ctx, request, 'signIn', { challenge: options.challenge, browser })
  return { ...options }
}

/** Opens a session, complete: the passkey is what one has, and it has checked who holds it. */
export async function signInWithPasskey(
  ctx: Context,
  { passkey, region }: { readonly passkey: string; readonly region?: string | undefined },
  request: FastifyRequest,
): Promise<SignInResult> {
  const browser = browserWithCookie(request)
  const question = { purpose: 'signIn', browser, userVerified: true } as const
  const proved = await provePasskey(ctx, passkey, request, question).catch(async (error) => {
    const at = addressOf(request)
    if (isRefused(error)) await auditRefusedSignIn(ctx, 'passkey_refused', { region, at })
    throw error
  })
  const person = (await personById(ctx, proved.passkey.personId)) ?? refuse('passkey_refused')
  return openSession(ctx, person, request, { method: 'passkey', region }, (tx) =>
    notePasskeyUse(ctx, tx, proved),
  )
}
