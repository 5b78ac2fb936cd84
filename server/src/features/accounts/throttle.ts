import { createHash } from 'node:crypto'
import { HOUR, MINUTE, SECOND } from '@clouddisk/contract/time'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { refuse } from '../../errors/refusal.ts'
import { networkOf } from './network.ts'
import { AdmissionGate } from './password-queue.ts'
import * as store from './store.ts'

/**
 * Growing delays for wrong tries (B§4), in three counts: account and network together, the account from
 * anywhere, the network for any account. The last two only slow down whom they do not know: a person who signed in from
 * this network within a session's life is never kept out by what others do, neither by an attacker elsewhere nor by one
 * behind the same proxy.
 */

export interface ThrottlePolicy {
  /** Wrong tries without a delay. */
  readonly free: number
  /** The first delay; it doubles with each further wrong try, up to the last. */
  readonly firstMs: number
  readonly lastMs: number
  /** After so long without a wrong try everything is forgotten. */
  readonly forgetMs: number
}

export const THROTTLE_POLICIES = {
  pair: { free: 4, firstMs: 30 * SECOND, lastMs: 15 * MINUTE, forgetMs: HOUR },
  account: { free: 20, firstMs: 15 * SECOND, lastMs: 5 * MINUTE, forgetMs: HOUR },
  network: { free: 100, firstMs: 5 * SECOND, lastMs: MINUTE, forgetMs: 15 * MINUTE },
} as const satisfies Record<string, ThrottlePolicy>

/** One try that has been let through and counts as wrong until `succeeded` says otherwise. */
export interface SignInAttemptSlot {
  /** Wrong tries left before a delay, this one counted. */
  readonly left: number
  succeeded(): Promise<void>
  /** Counts it for the network too, and refuses where a delay begins with it. */
  failed(): Promise<void>
  /** To be called in the end, whatever became of it. */
  release(): void
}

/** Of one network or account, at one moment: all share one queue of passwords to look at. */
const CONCURRENT_ATTEMPTS = 50
const WAITING_MAX = 500
const FULL_MS = 5 * SECOND
/**
 * Tries that are being looked at, of which no count knows yet. Further ones wait until it is known whether these were
 * right: correct passwords do not count against each other, and wrong ones are no more at one moment than one by one.
 */
const gate = new AdmissionGate(WAITING_MAX)

/**
 * Lets a try of `accountKey` from `ip` through, or refuses with the seconds to wait. It is counted before the password
 * is looked at, so that a hundred tries at the same moment are a hundred tries, on several servers too.
 */
export async function beginSignInAttempt(
  ctx: Context,
  accountKey: string,
  ip: string,
): Promise<SignInAttemptSlot> {
  const network = networkOf(ip)
  const keys = {
    pair: keyOf('pair', accountKey, network),
    account: keyOf('account', accountKey),
    network: keyOf('network', network),
  }
  const { enter, leave } = openGates(ctx)
  try {
    await enter(keys.pair, async () => 1)
    if (!(await isKnownNetwork(ctx, accountKey, network))) {
      await enter(keys.account, () => freeSlots(ctx, keys.account, THROTTLE_POLICIES.account))
      await enter(keys.network, () => freeSlots(ctx, keys.network, THROTTLE_POLICIES.network))
    }
    const failures = await ctx.db.transact((tx) => countAttempt(ctx, tx, keys.pair, THROTTLE_POLICIES.pair))
    return {
      left: attemptsLeft(failures),
      succeeded: () => store.clearFailures(ctx.db.reader, [keys.pair, keys.account]),
      failed: async () => {
        await store.countFailure(ctx.db.reader, keys.account, THROTTLE_POLICIES.account, ctx.now(), false)
        await store.countFailure(ctx.db.reader, keys.network, THROTTLE_POLICIES.network, ctx.now(), false)
        if (attemptsLeft(failures) === 0) await refuseWhileBlocked(ctx, keys.pair)
      },
      release: leave,
    }
  } catch (error) {
    leave()
    throw error
  }
}

/** The way through several gates, left all at once. */
function openGates(ctx: Context) {
  const exits: (() => void)[] = []
  const full = () => refuseUntil(ctx, new Date(ctx.now().getTime() + FULL_MS))
  return {
    enter: async (key: string, room: () => Promise<number>) => {
      exits.push(await gate.enter(key, room, full))
    },
    leave: () => {
      for (const exit of exits.splice(0)) exit()
    },
  }
}

/** The same for a person who is signed in and must prove to know the present password. */
export async function beginPasswordConfirmation(ctx: Context, personId: string): Promise<SignInAttemptSlot> {
  const key = keyOf('own', personId)
  const { enter, leave } = openGates(ctx)
  try {
    await enter(key, async () => 1)
    const failures = await ctx.db.transact((tx) => countAttempt(ctx, tx, key, THROTTLE_POLICIES.pair))
    return {
      left: attemptsLeft(failures),
      succeeded: () => store.clearFailures(ctx.db.reader, [key]),
      failed: async () => {
        if (attemptsLeft(failures) === 0) await refuseWhileBlocked(ctx, key)
      },
      release: leave,
    }
  } catch (error) {
    leave()
    throw error
  }
}

const attemptsLeft = (failures: number): number => Math.max(0, THROTTLE_POLICIES.pair.free + 1 - failures)

async function refuseWhileBlocked(ctx: Context, key: string): Promise<void> {
  const until = await store.blockedUntil(ctx.db.reader, [key])
  if (until && until > ctx.now()) refuseUntil(ctx, until)
}

/** A new password, or an administrator's word, makes earlier wrong tries on the account count no more. */
export const clearFailedAttempts = (tx: Tx, accountKey: string): Promise<void> =>
  store.clearFailures(tx, [keyOf('account', accountKey)])

async function countAttempt(ctx: Context, tx: Tx, key: string, count: ThrottlePolicy): Promise<number> {
  const failures = await store.countFailure(tx, key, count, ctx.now(), true)
  if (failures !== undefined) return failures
  return refuseUntil(ctx, (await store.blockedUntil(tx, [key])) ?? ctx.now())
}

/** Somebody signed in to that account from there within a session's life. */
async function isKnownNetwork(ctx: Context, accountKey: string, network: string): Promise<boolean> {
  const addresses = await store.sessionAddresses(ctx.db.reader, accountKey)
  return addresses.some((address) => networkOf(address) === network)
}

/** How many strangers' tries may be under way: were they all wrong, the last would bring a delay. Refuses during one. */
async function freeSlots(ctx: Context, key: string, { free, forgetMs }: ThrottlePolicy): Promise<number> {
  const now = ctx.now()
  const [counted] = await store.failureCounts(ctx.db.reader, [key])
  if (counted && counted.blockedUntil > now) refuseUntil(ctx, counted.blockedUntil)
  const stands = counted && now.getTime() - counted.lastFailureAt.getTime() <= forgetMs
  return Math.min(CONCURRENT_ATTEMPTS, Math.max(1, free + 1 - (stands ? counted.failures : 0)))
}

const refuseUntil = (ctx: Context, until: Date): never =>
  refuse('too_many_tries', {
    retryAfter: Math.max(1, Math.ceil((until.getTime() - ctx.now().getTime()) / SECOND)),
  })

/** Hashed: people type passwords into the account field, and these must not be stored. */
const keyOf = (...parts: readonly string[]): string =>
  `${parts[0]}:${createHash('sha256').update(parts.join('\0')).digest('base64url')}`
