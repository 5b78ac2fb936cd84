import type { SignInStep } from '@clouddisk/contract/sign-in-steps'
import type { FastifyRequest } from 'fastify'
import { audit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { refuse } from '../../errors/refusal.ts'
import { auditPerson, auditRefusedSignIn } from './audit-sign-in.ts'
import { requireSignInAddress } from './check-address.ts'
import { addressOf } from './network.ts'
import { accountFault } from './policy.ts'
import { nextStepOf } from './second-factor-policy.ts'
import * as sessions from './sessions.ts'
import type { Person } from './store.ts'

export interface SignInResult {
  readonly userId: string
  readonly userName: string
  readonly userRealName: string
  readonly token: string
  readonly mustChangePassword: boolean
  /** What the sign-in still needs; until then the token is of little use. */
  readonly nextStep: SignInStep | null
}

/**
 * Opens a session for a person who has proved who they are, in whatever way; all ways of signing in end here. Throws if
 * the account is frozen or expired.
 * @param check runs in the transaction that opens the session, and throws if the proof no longer holds.
 */
export async function openSession(
  ctx: Context,
  person: Person,
  request: FastifyRequest,
  way: sessions.SignInWay,
  check: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<SignInResult> {
  const { method, region } = way
  const fault = accountFault(person, ctx.now())
  if (fault) {
    await auditRefusedSignIn(ctx, fault, { person, region })
    refuse(fault)
  }
  if (person.kind === 'service') {
    await auditRefusedSignIn(ctx, 'service_account', { person, region })
    refuse('service_account')
  }
  await requireSignInAddress(ctx, person.id, addressOf(request))
  // A new sign-in revokes the browser's previous session.
  await sessions.end(ctx, request)
  const opened = await ctx.db.transact(async (tx) => {
    await check(tx)
    const nextStep = await nextStepOf(tx, person.id, way)
    const actor = { id: person.id, name: person.realName, account: person.accountName }
    const detail = method === 'password' ? {} : { detail: { method } }
    const action = nextStep ? 'secondFactor.asked' : 'session.opened'
    await audit(tx, { action, object: auditPerson(person), actor, region, ...detail })
    return { nextStep, token: await sessions.open(ctx, tx, person.id, request, way, nextStep) }
  })
  return {
    userId: person.id,
    userName: person.accountName,
    userRealName: person.realName,
    ...opened,
    mustChangePassword: person.mustChangePassword,
  }
}
