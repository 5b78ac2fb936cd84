import type { ErrorName } from '@clouddisk/contract/errors'
import { MINUTE } from '@clouddisk/contract/time'
import { LRUCache } from 'lru-cache'
import { auditOutsideTransaction } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { networkOf } from './network.ts'
import type * as store from './store.ts'

/** Audit records about accounts. */

export const auditPerson = ({ id, realName }: { readonly id: string; readonly realName: string }) =>
  ({ type: 'person', id, name: realName }) as const

/** Throttled attempts are recorded once per minute and network, since anyone can send them. */
const recorded = new LRUCache<string, true>({ max: 10_000, ttl: MINUTE })

interface SignInAttempt {
  /** The account's owner, if it exists. Unknown names are not recorded: they may be passwords. */
  readonly person?: Pick<store.Person, 'id' | 'realName' | 'accountName'> | undefined
  readonly region: string | undefined
  /** Network address of a throttled attempt. */
  readonly at?: string
}

/** Records a refused sign-in and its reason. Takes the same time whether or not the account exists. */
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
