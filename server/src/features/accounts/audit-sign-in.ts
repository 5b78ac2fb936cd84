import type { ErrorName } from '@clouddisk/contract/errors'
import { MINUTE } from '@clouddisk/contract/time'
import { LRUCache } from 'lru-cache'
import { auditOutsideTransaction } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { networkOf } from './network.ts'
import type * as store from './store.ts'

/** What the audit log is told of accounts. */

export const auditPerson = ({ id, realName }: { readonly id: string; readonly realName: string }) =>
  ({ type: 'person', id, name: realName }) as const

/** Anybody can knock all day: of those who wait anyway, one entry a minute and network is enough. */
const recorded = new LRUCache<string, true>({ max: 10_000, ttl: MINUTE })

interface SignInAttempt {
  /** Whose account it is, where there is one. What was typed instead may be a password. */
  readonly person?: Pick<store.Person, 'id' | 'realName' | 'accountName'> | undefined
  readonly region: string | undefined
  /** Address of one who is kept waiting. */
  readonly at?: string
}

/** One who was not let in, and why. It takes the same time whether there is such an account or not. */
export async function auditRefusedSignIn(
  ctx: Context,
  reason: ErrorName,
  { person, region, at }: SignInAttempt,
): Promise<void> {
  if (at !== undefined) {
    const network = networkOf(at)
    if (recorded.has(network)) return
    recorded.set(network, true)
  }
  await auditOutsideTransaction(ctx.db.reader, {
    action: 'session.opened',
    result: 'refused',
    detail: { reason },
    region,
    ...(person && {
      object: auditPerson(person),
      actor: { id: person.id, name: person.realName, account: person.accountName },
    }),
  })
}
