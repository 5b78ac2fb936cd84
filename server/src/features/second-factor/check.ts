import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { refuse } from '../../errors/refusal.ts'
import { auditRefusedSignIn } from '../accounts/audit-sign-in.ts'
import { beginFactorAttempt } from '../accounts/throttle.ts'
import { hashOfCode, isRecoveryCode, plainCode } from './recovery-codes.ts'
import * as store from './store.ts'
import { stepOfCode, unsealSecret } from './totp.ts'

/** Which factor was proved. */
export type ProvedFactor = 'totp' | 'recoveryCode' | 'passkey'

/**
 * Checks a code of the person's authenticator app, or a recovery code, and uses it up. Every attempt is counted before
 * it is checked. `proved` runs in the same transaction. Throws if the code is wrong or was used.
 */
export async function checkCode<T>(
  ctx: Context,
  actor: Actor,
  typed: string,
  proved: (tx: Tx, factor: ProvedFactor) => Promise<T>,
): Promise<T> {
  const { personId, realName, accountName, region } = actor
  const attempt = await beginFactorAttempt(ctx, personId)
  const done = await ctx.db.transact(async (tx) => {
    const factor = await useCode(ctx, tx, personId, plainCode(typed))
    if (!factor) return undefined
    await attempt.succeeded(tx)
    return { value: await proved(tx, factor) }
  })
  if (done) return done.value
  const person = { id: personId, realName, accountName }
  await auditRefusedSignIn(ctx, 'second_factor_wrong', { person, region })
  return refuse('second_factor_wrong', { left: attempt.left })
}

async function useCode(
  ctx: Context,
  tx: Tx,
  personId: string,
  code: string,
): Promise<ProvedFactor | undefined> {
  const now = ctx.now()
  if (isRecoveryCode(code)) {
    const isUsed = await store.useRecoveryCode(tx, personId, hashOfCode(ctx, personId, code), now)
    return isUsed ? 'recoveryCode' : undefined
  }
  const totp = await store.totpOf(tx, personId)
  const step = totp && stepOfCode(unsealSecret(ctx, personId, totp.secret), code, now)
  if (step === undefined) return undefined
  return (await store.useStep(tx, personId, step, now)) ? 'totp' : undefined
}
