import { MINUTE } from '@clouddisk/contract/time'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { type Actor, loadPersonActor } from '../../access/actor.ts'
import {
  loadIpRules,
  OBJECTS_OF_VISITOR,
  objectsOfPerson,
  type RestrictedObject,
} from '../../access/ip-rules.ts'
import { auditOutsideTransaction } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import type { Reader, Tx } from '../../db/database.ts'
import { refuse } from '../../errors/refusal.ts'
import { networkOf } from './network.ts'

/** Whether somebody may come from an address (access/ip-rules.ts). What is refused is recorded once a minute for a person and network. */

/** Who asks, as far as it decides. */
interface Caller {
  readonly person?: { readonly id: string; readonly name: string; readonly account: string } | undefined
  /** What restricts it. */
  readonly objects: readonly RestrictedObject[]
  readonly address: string
}

/** Throws `ip_refused` if a person may not sign in from this address. */
export async function requireSignInAddress(ctx: Context, personId: string, address: string): Promise<void> {
  const person = (await loadPersonActor(ctx.db.reader, personId, ctx.now()))?.actor
  if (person) await requireActorAddress(ctx, { ...person, address })
}

/** Throws `ip_refused` if links may not be visited from this address. */
export const requireVisitorAddress = (ctx: Context, address: string): Promise<void> =>
  requirePermitted(ctx, { objects: OBJECTS_OF_VISITOR, address })

/** Throws `ip_refused` if a program of a directory, which is nobody here, may not call from this address. */
export const requireDirectoryAddress = (ctx: Context, address: string): Promise<void> =>
  requirePermitted(ctx, { objects: objectsOfPerson([], false), address })

async function requirePermitted(ctx: Context, caller: Caller): Promise<void> {
  if (!(await isPermitted(ctx, caller))) refuse('ip_refused', { address: caller.address })
}

/** Whether an actor whose address is known may come from there. */
export const mayComeFrom = (ctx: Context, actor: Actor, administering = false): Promise<boolean> =>
  isPermitted(ctx, callerOfActor(actor, administering))

/** The same, or throws `ip_refused`. */
export const requireActorAddress = (ctx: Context, actor: Actor, administering = false): Promise<void> =>
  requirePermitted(ctx, callerOfActor(actor, administering))

function callerOfActor(actor: Actor, administering: boolean): Caller {
  const { link, principals, address = '' } = actor
  if (link) return { objects: OBJECTS_OF_VISITOR, address }
  const person = { id: actor.personId, name: actor.realName, account: actor.accountName }
  return { person, objects: objectsOfPerson(principals, administering), address }
}

async function isPermitted(ctx: Context, caller: Caller): Promise<boolean> {
  const rules = await ctx.ipRules.current()
  const { refusedBy, refusing, wouldRefuse } = rules.ask(caller.objects, caller.address)
  if (refusing.length + wouldRefuse.length > 0)
    await record(ctx, caller, [...refusing, ...wouldRefuse], refusedBy)
  return refusedBy === undefined
}

const recorded = new LRUCache<string, true>({ max: 10_000, ttl: MINUTE })

async function record(
  ctx: Context,
  { person, address }: Caller,
  ruleIds: readonly string[],
  refusedBy: RestrictedObject | undefined,
): Promise<void> {
  const key = [ctx.config.dataDir, person?.id, networkOf(address), refusedBy, ...ruleIds].join(' ')
  if (recorded.has(key)) return
  recorded.set(key, true)
  await countRefused(ctx.db.reader, ruleIds, address, ctx.now())
  await auditOutsideTransaction(ctx.db.reader, {
    action: refusedBy === undefined ? 'ip.wouldRefuse' : 'ip.refused',
    ...(refusedBy !== undefined && { result: 'refused' }),
    ...(person && { actor: person, object: { type: 'person', id: person.id, name: person.name } }),
    detail: { address, rules: ruleIds },
  })
}

const countRefused = (db: Reader, ruleIds: readonly string[], address: string, at: Date) =>
  sql`
    update ip_rule set refused_count = refused_count + 1, refused_at = ${at}, refused_ip = ${address}
    where id = any(${ruleIds}::uuid[])`.execute(db)

/**
 * Throws `would_lock_out` if, with the changes of this transaction, its author could not come from where they are. Whoever
 * changes what decides about addresses (rules, regions, departments) asks at the end of the transaction.
 */
export async function refuseLockOut(ctx: Context, tx: Tx, { personId, address }: Actor): Promise<void> {
  if (address === undefined) return
  const rules = await loadIpRules(tx)
  const author = (await loadPersonActor(tx, personId, ctx.now()))?.actor
  if (!author) return
  const { refusedBy } = rules.ask(objectsOfPerson(author.principals, true), address)
  if (refusedBy !== undefined) refuse('would_lock_out', { address })
}
