import type { FastifyRequest } from 'fastify'
import { audit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { refuse } from '../../errors/refusal.ts'
import { auditPerson, auditRefusedSignIn } from './audit-sign-in.ts'
import { accountFault } from './policy.ts'
import * as sessions from './sessions.ts'
import type { Person } from './store.ts'

export interface SignInResult {
  readonly userId: string
  readonly userName: string
  readonly userRealName: string
  readonly token: string
  readonly mustChangePassword: boolean
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
  // A new sign-in revokes the browser's previous session.
  await sessions.end(ctx, request)
  const token = await ctx.db.transact(async (tx) => {
    await check(tx)
    const actor = { id: person.id, name: person.realName, account: person.accountName }
    const detail = method === 'password' ? {} : { detail: { method } }
    await audit(tx, { action: 'session.opened', object: auditPerson(person), actor, region, ...detail })
    return sessions.open(ctx, tx, person.id, request, way)
  })
  return {
    userId: person.id,
    userName: person.accountName,
    userRealName: person.realName,
    token,
    mustChangePassword: person.mustChangePassword,
  }
}
