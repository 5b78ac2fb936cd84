import type { Actor } from '../../access/actor.ts'
import { audit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { afterCommit, type Tx } from '../../db/database.ts'
import { notify } from '../../notifications/notify.ts'
import { endSessions, personByAccountName } from '../accounts/accounts.ts'
import { auditPerson } from '../accounts/audit-sign-in.ts'
import { clearFactorAttempts } from '../accounts/throttle.ts'
import { deletePasskeys } from './passkey-store.ts'
import * as store from './store.ts'

/** Takes all second factors of a person who has lost them, ends their sessions and tells them. */
export async function resetSecondFactor(
  ctx: Context,
  tx: Tx,
  person: { readonly id: string; readonly realName: string },
  actor?: Actor,
): Promise<void> {
  await store.lockFactors(tx, person.id)
  await store.deleteTotp(tx, person.id)
  await store.deleteRecoveryCodes(tx, person.id)
  await deletePasskeys(tx, person.id)
  await clearFactorAttempts(tx, person.id)
  const ended = await endSessions(tx, person.id)
  await audit(tx, { action: 'secondFactor.reset', object: auditPerson(person), detail: { ended } })
  const to = [{ principalType: 'person', principalId: person.id }] as const
  await notify(ctx, tx, {
    kind: 'secondFactor.reset',
    to,
    data: { ...(actor && { actorName: actor.realName }) },
  })
  afterCommit(tx, () => ctx.sessionCache.invalidate())
}

/** The same by account name, for the command line. */
export async function resetByName(ctx: Context, userName: string): Promise<void> {
  const person = await personByAccountName(ctx, userName)
  await ctx.db.transact((tx) => resetSecondFactor(ctx, tx, person))
}
