import { createHash } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { refuse } from '../../http/refusal.ts'
import { networkOf } from './network.ts'
import * as store from './store.ts'

/**
 * Growing delays for wrong tries (B§4, RIVALS P22), in three counts: account and network together, the account from
 * anywhere, the network for any account. The last two only slow down whom they do not know: a person who signed in from
 * this network within a session's life is never kept out by what others do, neither by an attacker elsewhere nor by one
 * behind the same proxy.
 */

export interface Count {
  /** Wrong tries without a delay. */
  readonly free: number
  /** The first delay; it doubles with each further wrong try, up to the last. */
  readonly firstMs: number
  readonly lastMs: number
  /** After so long without a wrong try everything is forgotten. */
  readonly forgetMs: number
}

const SECOND = 1000
const MINUTE = 60 * SECOND
export const COUNTS = {
  pair: { free: 4, firstMs: 30 * SECOND, lastMs: 15 * MINUTE, forgetMs: 60 * MINUTE },
  account: { free: 20, firstMs: 15 * SECOND, lastMs: 5 * MINUTE, forgetMs: 60 * MINUTE },
  network: { free: 100, firstMs: 5 * SECOND, lastMs: MINUTE, forgetMs: 15 * MINUTE },
} as const satisfies Record<string, Count>

/** One try that has been let through and counts as wrong until `succeeded` says otherwise. */
export interface Try {
  /** Wrong tries left before a delay, this one counted. */
  readonly left: number
  succeeded(): Promise<void>
  /** Counts it for the network too, and refuses where a delay begins with it. */
  failed(): Promise<void>
  /** To be called in the end, whatever became of it. */
  over(): void
}

/** Of one network, at one moment: all networks share one queue of passwords to look at. */
const AT_ONCE = 50
/** Tries that are being looked at, by network: as long as they are, no count knows of them. */
const underWay = new Map<string, number>()

function enter(network: string): { readonly place: number; leave(): void } {
  const place = (underWay.get(network) ?? 0) + 1
  underWay.set(network, place)
  const leave = () => {
    const others = (underWay.get(network) ?? 0) - 1
    if (others > 0) underWay.set(network, others)
    else underWay.delete(network)
  }
  return { place, leave }
}

/**
 * Lets a try of `accountKey` from `ip` through, or refuses with the seconds to wait. It is counted before the password
 * is looked at, so that a hundred tries at the same moment are a hundred tries.
 */
export async function beginTry(ctx: Context, accountKey: string, ip: string): Promise<Try> {
  const network = networkOf(ip)
  const keys = {
    pair: keyOf('pair', accountKey, network),
    account: keyOf('account', accountKey),
    network: keyOf('network', network),
  }
  const { place, leave } = enter(network)
  try {
    await refuseStranger(ctx, accountKey, network, keys, place)
    const failures = await ctx.db.transact(async (tx) => {
      const count = await countOrRefuse(ctx, tx, keys.pair, COUNTS.pair)
      await store.countFailure(tx, keys.account, COUNTS.account, ctx.now(), false)
      return count
    })
    return {
      left: leftAfter(failures),
      succeeded: () => store.clearFailures(ctx.db.reader, [keys.pair, keys.account]),
      failed: async () => {
        await store.countFailure(ctx.db.reader, keys.network, COUNTS.network, ctx.now(), false)
        if (leftAfter(failures) === 0) await refuseWhileBlocked(ctx, keys.pair)
      },
      over: leave,
    }
  } catch (error) {
    leave()
    throw error
  }
}

/** The same for a person who is signed in and must prove to know the present password. */
export async function beginOwnTry(ctx: Context, personId: string): Promise<Try> {
  const key = keyOf('own', personId)
  const failures = await ctx.db.transact((tx) => countOrRefuse(ctx, tx, key, COUNTS.pair))
  return {
    left: leftAfter(failures),
    succeeded: () => store.clearFailures(ctx.db.reader, [key]),
    failed: async () => {
      if (leftAfter(failures) === 0) await refuseWhileBlocked(ctx, key)
    },
    over: () => undefined,
  }
}

const leftAfter = (failures: number): number => Math.max(0, COUNTS.pair.free + 1 - failures)

async function refuseWhileBlocked(ctx: Context, key: string): Promise<void> {
  const until = await store.blockedUntil(ctx.db.reader, [key])
  if (until && until > ctx.now()) refuseUntil(ctx, until)
}

/** A new password, or an administrator's word, makes earlier wrong tries on the account count no more. */
export const forgetTries = (tx: Tx, accountKey: string): Promise<void> =>
  store.clearFailures(tx, [keyOf('account', accountKey)])

async function countOrRefuse(ctx: Context, tx: Tx, key: string, count: Count): Promise<number> {
  const failures = await store.countFailure(tx, key, count, ctx.now(), true)
  if (failures !== undefined) return failures
  return refuseUntil(ctx, (await store.blockedUntil(tx, [key])) ?? ctx.now())
}

/** `place`: which of its network's tries this one is among those under way. */
async function refuseStranger(
  ctx: Context,
  accountKey: string,
  network: string,
  keys: { readonly account: string; readonly network: string },
  place: number,
): Promise<void> {
  const now = ctx.now()
  const counted = await store.failuresOf(ctx.db.reader, [keys.account, keys.network])
  const delays = counted.map(({ blockedUntil }) => blockedUntil.getTime())
  const ofNetwork = counted.find(({ key }) => key === keys.network)
  if (place > roomFor(ofNetwork, now)) delays.push(now.getTime() + COUNTS.network.firstMs)
  const until = Math.max(...delays, 0)
  if (until <= now.getTime()) return
  const addresses = await store.sessionAddresses(ctx.db.reader, accountKey)
  if (!addresses.some((address) => networkOf(address) === network)) refuseUntil(ctx, new Date(until))
}

/** How many of a network's tries may be under way: were they all wrong, the last would bring a delay. */
function roomFor(counted: store.Failures | undefined, now: Date): number {
  const { free, forgetMs } = COUNTS.network
  const stands = counted && now.getTime() - counted.lastFailureAt.getTime() <= forgetMs
  return Math.min(AT_ONCE, Math.max(1, free + 1 - (stands ? counted.failures : 0)))
}

const refuseUntil = (ctx: Context, until: Date): never =>
  refuse('too_many_tries', {
    retryAfter: Math.max(1, Math.ceil((until.getTime() - ctx.now().getTime()) / SECOND)),
  })

/** Hashed: people type passwords into the account field, and these must not be stored. */
const keyOf = (...parts: readonly string[]): string =>
  `${parts[0]}:${createHash('sha256').update(parts.join('\0')).digest('base64url')}`
