import { type AuthenticationResponseJSON, verifyAuthenticationResponse } from '@simplewebauthn/server'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { refuse } from '../../errors/refusal.ts'
import { auditRefusedSignIn } from '../accounts/audit-sign-in.ts'
import { readAnswer } from './passkey-answer.ts'
import { browserOfSession, take } from './passkey-challenge.ts'
import * as store from './passkey-store.ts'
import { relyingParty } from './relying-party.ts'

/** An answer of the browser that is right: a passkey that is known, and the counter that it now has. */
export interface ProvedPasskey {
  readonly passkey: store.PasskeyRow
  readonly newCounter: number
}

interface Question {
  readonly purpose: 'prove' | 'signIn'
  /** What the challenge was bound to. */
  readonly browser: string | undefined
  /** Whether the authenticator must have checked its user, by fingerprint or PIN. */
  readonly userVerified: boolean
}

/** Checks an answer. Throws if its challenge is not open, or the passkey is unknown or its signature or counter is wrong. */
export async function provePasskey(
  ctx: Context,
  text: string,
  request: FastifyRequest,
  { purpose, browser, userVerified }: Question,
): Promise<ProvedPasskey> {
  const party = relyingParty(ctx, request)
  const { answer, challenge } = readAnswer(text, 'signature')
  await take(ctx, purpose, challenge, browser)
  const credentialId = Buffer.from(answer.id, 'base64url')
  const passkey = (await store.passkeyByCredential(ctx.db.reader, credentialId)) ?? refuse('passkey_refused')
  const { userHandle } = answer.response
  // Of a passkey that names its user: it has to be the one it was made for.
  if (typeof userHandle === 'string' && userHandle !== '' && !isHandleOf(passkey, userHandle))
    refuse('passkey_refused')
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: answer as unknown as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: userVerified,
    credential: {
      id: answer.id,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
    },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }))
  if (!verified || !authenticationInfo) return refuse('passkey_refused')
  return { passkey, newCounter: authenticationInfo.newCounter }
}

const isHandleOf = ({ personId }: store.PasskeyRow, userHandle: string): boolean =>
  Buffer.from(userHandle, 'base64url').toString() === personId

/** Notes the use of a passkey. Throws if it was removed, or used elsewhere, meanwhile. */
export async function notePasskeyUse(
  ctx: Context,
  tx: Tx,
  { passkey, newCounter }: ProvedPasskey,
): Promise<void> {
  if (!(await store.usePasskey(tx, passkey, newCounter, ctx.now()))) refuse('passkey_refused')
}

/** Checks an answer with one of the person's own passkeys. `proved` runs in the transaction that notes the use. */
export async function checkOwnPasskey<T>(
  ctx: Context,
  actor: Actor,
  text: string,
  request: FastifyRequest,
  proved: (tx: Tx) => Promise<T>,
): Promise<T> {
  const question = { purpose: 'prove', browser: browserOfSession(actor), userVerified: false } as const
  try {
    const answer = await provePasskey(ctx, text, request, question)
    if (answer.passkey.personId !== actor.personId) return refuse('passkey_refused')
    return await ctx.db.transact(async (tx) => {
      await notePasskeyUse(ctx, tx, answer)
      return proved(tx)
    })
  } catch (error) {
    const { personId, realName, accountName, region } = actor
    const person = { id: personId, realName, accountName }
    if (isRefused(error)) await auditRefusedSignIn(ctx, 'passkey_refused', { person, region })
    throw error
  }
}

export const isRefused = (error: unknown): boolean =>
  error instanceof Error && 'errorName' in error && error.errorName === 'passkey_refused'
