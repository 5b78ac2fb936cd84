import type { FactorWays, SecondFactor } from '@clouddisk/contract/second-factor'
import { MINUTE } from '@clouddisk/contract/time'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../access/actor.ts'
import { audit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import { systemTitle } from '../../db/system-title.ts'
import { refuse, refuseField, refuseNotFound } from '../../errors/refusal.ts'
import { notify } from '../../notifications/notify.ts'
import { confirmOwnPassword, hasPassword } from '../accounts/accounts.ts'
import { auditPerson } from '../accounts/audit-sign-in.ts'
import { hasSecondFactor, isFactorRequired, secondFactorPolicy } from '../accounts/second-factor-policy.ts'
import * as sessions from '../accounts/sessions.ts'
import { beginFactorAttempt } from '../accounts/throttle.ts'
import { checkCode, type ProvedFactor } from './check.ts'
import * as passkeyStore from './passkey-store.ts'
import * as passkeys from './passkeys.ts'
import { checkOwnPasskey } from './prove-passkey.ts'
import * as recoveryCodes from './recovery-codes.ts'
import * as store from './store.ts'
import { newSecret, sealSecret, stepOfCode, totpUri, unsealSecret } from './totp.ts'

/** A person's own second factors. */

/** A set-up has to be confirmed within this time. */
export const SET_UP_MS = 15 * MINUTE

export async function ways(ctx: Context, { personId }: Actor): Promise<FactorWays> {
  const [password, totp, left, passkeys] = await Promise.all([
    hasPassword(ctx, personId),
    store.totpOf(ctx.db.reader, personId),
    store.recoveryCodesLeft(ctx.db.reader, personId),
    passkeyStore.passkeysOf(ctx.db.reader, personId),
  ])
  return { password, code: totp !== undefined || left > 0, passkey: passkeys.length > 0 }
}

export async function query(ctx: Context, { personId }: Actor): Promise<SecondFactor> {
  const db = ctx.db.reader
  const policy = await secondFactorPolicy(db)
  const [totp, left, required] = await Promise.all([
    store.totpOf(db, personId),
    store.recoveryCodesLeft(db, personId),
    isFactorRequired(db, personId, policy),
  ])
  return {
    totp: totp
      ? { createTime: totp.createdAt.toISOString(), lastUseTime: totp.usedAt?.toISOString() ?? null }
      : null,
    passkeys: await passkeys.list(ctx, personId),
    recoveryCodesLeft: left,
    required,
  }
}

/** Finishes a sign-in. Does nothing if it is finished already. */
export async function finishSignIn(
  ctx: Context,
  actor: Actor,
  { code, passkey }: Proof,
  request: FastifyRequest,
): Promise<void> {
  if (!(await sessions.isPending(ctx, actor))) return
  const finish = (tx: Tx, factor: ProvedFactor) => completeSession(ctx, tx, actor, factor)
  if (passkey) return checkOwnPasskey(ctx, actor, passkey, request, (tx) => finish(tx, 'passkey'))
  await checkCode(ctx, actor, code || refuseField('code', 'missing'), finish)
}

/** What a person proves with who they are; one of them. */
interface Proof {
  readonly code?: string
  readonly passkey?: string
}

async function completeSession(ctx: Context, tx: Tx, actor: Actor, factor: ProvedFactor): Promise<void> {
  if (!(await sessions.complete(ctx, tx, actor))) return
  const { personId: id, realName, region } = actor
  const detail = { secondFactor: factor }
  await audit(tx, { action: 'session.opened', object: auditPerson({ id, realName }), region, detail })
}

export async function beginTotp(ctx: Context, actor: Actor): Promise<{ secret: string; uri: string }> {
  const { personId, accountName } = actor
  const secret = newSecret()
  const issuer = (await systemTitle(ctx.db.reader)) || ctx.config.title || 'Clouddisk'
  await ctx.db.transact((tx) => store.saveDraft(tx, personId, sealSecret(ctx, personId, secret), ctx.now()))
  return { secret, uri: totpUri(secret, issuer, accountName) }
}

/** Puts the app of `beginTotp` in force. Returns recovery codes if the person has none. */
export async function confirmTotp(ctx: Context, actor: Actor, typed: string): Promise<string[]> {
  const { personId } = actor
  const attempt = await beginFactorAttempt(ctx, personId)
  const now = ctx.now()
  const codes = await ctx.db.transact(async (tx) => {
    await store.lockFactors(tx, personId)
    await refuseFurther(ctx, actor, await hasSecondFactor(tx, personId))
    const sealed =
      (await store.draftOf(tx, personId, new Date(now.getTime() - SET_UP_MS))) ?? refuse('set_up_over')
    const step = stepOfCode(unsealSecret(ctx, personId, sealed), recoveryCodes.plainCode(typed), now)
    if (step === undefined) return undefined
    await attempt.succeeded(tx)
    await store.saveTotp(tx, personId, { secret: sealed, lastStep: step, now })
    return addFactor(ctx, tx, actor, 'totp')
  })
  return codes ?? refuse('second_factor_wrong', { left: attempt.left })
}

/**
 * Throws if the session may only set up the first factor, and the person has one by now: otherwise whoever knows the
 * password alone would add another, or replace it.
 */
async function refuseFurther(ctx: Context, actor: Actor, hasOne: boolean): Promise<void> {
  if (hasOne && (await sessions.isPending(ctx, actor))) refuse('second_factor_required')
}

/** After a factor was added: completes a session that waited for it. Returns recovery codes if the person has none. */
async function addFactor(ctx: Context, tx: Tx, actor: Actor, factor: ProvedFactor): Promise<string[]> {
  await audit(tx, { action: 'secondFactor.added', object: ownPerson(actor), detail: { factor } })
  await notify(ctx, tx, {
    kind: 'secondFactor.added',
    to: [{ principalType: 'person', principalId: actor.personId }],
    data: { message: factor },
  })
  await completeSession(ctx, tx, actor, factor)
  if ((await store.recoveryCodesLeft(tx, actor.personId)) > 0) return []
  return recoveryCodes.renew(ctx, tx, actor.personId)
}

export const removeTotp = (ctx: Context, actor: Actor): Promise<void> =>
  ctx.db.transact(async (tx) => {
    await store.lockFactors(tx, actor.personId)
    if (!(await store.deleteTotp(tx, actor.personId))) return
    await afterRemoval(tx, actor, 'totp')
  })

/** Keeps a passkey that the browser has made. Returns recovery codes if the person has none. */
export const addPasskey = (
  ctx: Context,
  actor: Actor,
  input: { readonly name: string; readonly passkey: string },
  request: FastifyRequest,
): Promise<string[]> =>
  passkeys.add(ctx, actor, input, request, async (tx) => {
    await store.lockFactors(tx, actor.personId)
    const others = (await passkeyStore.passkeysOf(tx, actor.personId)).length > 1
    await refuseFurther(ctx, actor, others || (await store.totpOf(tx, actor.personId)) !== undefined)
    return addFactor(ctx, tx, actor, 'passkey')
  })

export const removePasskey = (ctx: Context, actor: Actor, passkeyId: string): Promise<void> =>
  ctx.db.transact(async (tx) => {
    await store.lockFactors(tx, actor.personId)
    const isRemoved =
      isId(passkeyId) && (await passkeyStore.deletePasskey(tx, actor.personId, passkeyId)) !== undefined
    if (!isRemoved) refuseNotFound('passkey')
    await afterRemoval(tx, actor, 'passkey')
  })

/** Throws if the company asks for a factor and this was the last; recovery codes alone are none. */
async function afterRemoval(tx: Tx, actor: Actor, factor: ProvedFactor): Promise<void> {
  if (!(await hasSecondFactor(tx, actor.personId))) {
    if (await isFactorRequired(tx, actor.personId, await secondFactorPolicy(tx)))
      refuse('second_factor_needed')
    await store.deleteRecoveryCodes(tx, actor.personId)
  }
  await audit(tx, { action: 'secondFactor.removed', object: ownPerson(actor), detail: { factor } })
}

export const renewRecoveryCodes = (ctx: Context, actor: Actor): Promise<string[]> =>
  ctx.db.transact(async (tx) => {
    await store.lockFactors(tx, actor.personId)
    if (!(await hasSecondFactor(tx, actor.personId))) refuse('no_second_factor')
    await audit(tx, { action: 'secondFactor.codesRenewed', object: ownPerson(actor) })
    return recoveryCodes.renew(ctx, tx, actor.personId)
  })

const ownPerson = ({ personId: id, realName }: Actor) => auditPerson({ id, realName })

/** Proves again who is calling. */
export async function confirmIdentity(
  ctx: Context,
  actor: Actor,
  { password, code, passkey }: Proof & { readonly password?: string },
  request: FastifyRequest,
): Promise<void> {
  const confirmed = async (tx: Tx, by: 'password' | ProvedFactor): Promise<void> => {
    await sessions.setConfirmed(ctx, tx, actor)
    await audit(tx, { action: 'identity.confirmed', object: ownPerson(actor), detail: { by } })
  }
  if (passkey) return checkOwnPasskey(ctx, actor, passkey, request, (tx) => confirmed(tx, 'passkey'))
  if (code) return checkCode(ctx, actor, code, confirmed)
  await confirmOwnPassword(ctx, actor.personId, password || refuseField('password', 'missing'))
  await ctx.db.transact((tx) => confirmed(tx, 'password'))
}
