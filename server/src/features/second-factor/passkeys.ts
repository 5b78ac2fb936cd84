import { lengthOf } from '@clouddisk/contract/names'
import { PASSKEY_NAME_MAX, PASSKEYS_MAX, type Passkey } from '@clouddisk/contract/second-factor'
import { MINUTE } from '@clouddisk/contract/time'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { isId, newId } from '../../db/ids.ts'
import { systemTitle } from '../../db/system-title.ts'
import { refuse, refuseField, refuseNotFound } from '../../errors/refusal.ts'
import { readAnswer } from './passkey-answer.ts'
import { browserOfSession, remember, take } from './passkey-challenge.ts'
import * as store from './passkey-store.ts'
import { relyingParty } from './relying-party.ts'

/** A person's passkeys: making, naming and asking for them. */

/** How long the browser waits for its user. */
export const BROWSER_TIMEOUT_MS = 2 * MINUTE
/** Ed25519, ES256 and RS256 (COSE); what all authenticators have one of. */
const ALGORITHMS = [-8, -7, -257]
type Options = Record<string, unknown>

export const list = async (ctx: Context, personId: string): Promise<Passkey[]> =>
  (await store.passkeysOf(ctx.db.reader, personId)).map((row) => ({
    passkeyId: row.id,
    name: row.name,
    synced: row.synced,
    createTime: row.createdAt.toISOString(),
    lastUseTime: row.usedAt?.toISOString() ?? null,
  }))

/** What the browser needs to make a passkey. */
export async function begin(ctx: Context, actor: Actor, request: FastifyRequest): Promise<Options> {
  const party = relyingParty(ctx, request)
  const known = await store.passkeysOf(ctx.db.reader, actor.personId)
  if (known.length >= PASSKEYS_MAX) refuse('list_full', { limit: PASSKEYS_MAX })
  const options = await generateRegistrationOptions({
    rpName: (await systemTitle(ctx.db.reader)) || ctx.config.title || 'Clouddisk',
    rpID: party.id,
    userID: new Uint8Array(Buffer.from(actor.personId)),
    userName: actor.accountName,
    userDisplayName: actor.realName,
    timeout: BROWSER_TIMEOUT_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(toDescriptor),
    // So that it signs in without an account name, too, wherever the authenticator can.
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  await remember(ctx, request, 'add', { challenge: options.challenge, browser: browserOfSession(actor) })
  return { ...options }
}

const toDescriptor = ({ credentialId, transports }: store.PasskeyRow) => ({
  id: credentialId.toString('base64url'),
  transports,
})

/** Keeps the passkey that the browser has made. `added` runs in the same transaction. */
export async function add<T>(
  ctx: Context,
  actor: Actor,
  { name, passkey }: { readonly name: string; readonly passkey: string },
  request: FastifyRequest,
  added: (tx: Tx) => Promise<T>,
): Promise<T> {
  const kept = passkeyName(name)
  const party = relyingParty(ctx, request)
  const { answer, challenge } = readAnswer(passkey, 'attestationObject')
  await take(ctx, 'add', challenge, browserOfSession(actor))
  const { registrationInfo } = await verifyRegistrationResponse({
    response: answer as unknown as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch((): { registrationInfo?: undefined } => ({}))
  const { credential, credentialBackedUp } = registrationInfo ?? refuse('passkey_refused')
  return ctx.db.transact(async (tx) => {
    const isNew = await store.insertPasskey(tx, {
      id: newId(),
      personId: actor.personId,
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: (credential.transports ?? []).map(String).slice(0, 10),
      name: kept,
      synced: credentialBackedUp,
      createdAt: ctx.now(),
    })
    if (!isNew) refuse('passkey_refused')
    if ((await store.passkeysOf(tx, actor.personId)).length > PASSKEYS_MAX)
      refuse('list_full', { limit: PASSKEYS_MAX })
    return added(tx)
  })
}

function passkeyName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '') refuseField('name', 'missing')
  if (lengthOf(trimmed) > PASSKEY_NAME_MAX) refuseField('name', 'too_long')
  if (/\p{Cc}/u.test(trimmed)) refuseField('name', 'name_control')
  return trimmed
}

export async function rename(ctx: Context, actor: Actor, passkeyId: string, name: string): Promise<void> {
  const kept = passkeyName(name)
  const isRenamed =
    isId(passkeyId) &&
    (await ctx.db.transact((tx) => store.renamePasskey(tx, actor.personId, passkeyId, kept)))
  if (!isRenamed) refuseNotFound('passkey')
}

/** A challenge for the passkeys of the person. */
export async function ask(ctx: Context, actor: Actor, request: FastifyRequest): Promise<Options> {
  const party = relyingParty(ctx, request)
  const known = await store.passkeysOf(ctx.db.reader, actor.personId)
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    allowCredentials: known.map(toDescriptor),
    timeout: BROWSER_TIMEOUT_MS,
    userVerification: 'preferred',
  })
  await remember(ctx, request, 'prove', { challenge: options.challenge, browser: browserOfSession(actor) })
  return { ...options }
}
