import { createHash } from 'node:crypto'
import { DAY, HOUR, MINUTE, SECOND } from '@clouddisk/contract/time'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { refuse } from '../../errors/refusal.ts'
import { networkOf } from './network.ts'
import { AdmissionGate } from './password-queue.ts'
import * as store from './store.ts'

/**
 * Growing delays after failed sign-ins (B§4), with three counters: account and network together, the account from any
 * network, the network for any account. The last two do not apply to a person who signed in from this network within the
 * lifetime of a session, so that attackers elsewhere or behind the same proxy cannot lock them out.
 */

export interface ThrottlePolicy {
  /** Failed attempts without a delay. */
  readonly free: number
  /** The first delay; it doubles with each further failed attempt, up to `lastMs`. */
  readonly firstMs: number
  readonly lastMs: number
  /** The counter resets after this long without a failed attempt. */
  readonly forgetMs: number
}

export const THROTTLE_POLICIES = {
  pair: { free: 4, firstMs: 30 * SECOND, lastMs: 15 * MINUTE, forgetMs: HOUR },
  account: { free: 20, firstMs: 15 * SECOND, lastMs: 5 * MINUTE, forgetMs: HOUR },
  network: { free: 100, firstMs: 5 * SECOND, lastMs: MINUTE, forgetMs: 15 * MINUTE },
} as const satisfies Record<string, ThrottlePolicy>

/** An admitted attempt, counted as failed until `succeeded` is called. */
export interface SignInAttemptSlot {
  /** Failed attempts left before a delay, after this one. */
  readonly left: number
  succeeded(): Promise<void>
  /** Counts the failure for account and network. Throws if a delay starts with it. */
  failed(): Promise<void>
  /** Must be called once the attempt is finished, whatever its outcome. */
  release(): void
}

/** Concurrent attempts per network or account; all wait for the same queue of password hashing. */
const CONCURRENT_ATTEMPTS = 50
const WAITING_MAX = 500
const FULL_MS = 5 * SECOND
/**
 * Limits attempts whose outcome is not yet known. Further attempts wait for the outcome, so that parallel guessing is no
 * faster than sequential guessing, and correct passwords do not count against each other.
 */
const gate = new AdmissionGate(WAITING_MAX)

/**
 * Admits an attempt for `accountKey` from `ip`, or throws with the seconds to wait. The attempt is counted before the
 * password is verified, so that parallel attempts are all counted, also across servers.
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

/** Enters several gates and leaves them together. */
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

/** As beginSignInAttempt, for a signed-in person who confirms the current password. */
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

/** Wrong codes of a second factor, by person: whoever types them has the password already, and does not begin anew with it. */
const FACTOR_POLICY: ThrottlePolicy = { free: 4, firstMs: 30 * SECOND, lastMs: HOUR, forgetMs: DAY }

/** An attempt at a second factor, counted as failed until `succeeded` is called. */
export interface FactorAttempt {
  /** Failed attempts left before a delay, after this one. */
  readonly left: number
  succeeded(tx: Tx): Promise<void>
}

/** Admits an attempt at the code of the person's second factor, or throws with the seconds to wait. */
export async function beginFactorAttempt(ctx: Context, personId: string): Promise<FactorAttempt> {
  const key = keyOf('factor', personId)
  const failures = await ctx.db.transact((tx) => countAttempt(ctx, tx, key, FACTOR_POLICY))
  return {
    left: Math.max(0, FACTOR_POLICY.free + 1 - failures),
    succeeded: (tx) => store.clearFailures(tx, [key]),
  }
}

/** Lets the person try again at once, after a reset. */
export const clearFactorAttempts = (tx: Tx, personId: string): Promise<void> =>
  store.clearFailures(tx, [keyOf('factor', personId)])

/** The longest that a counter of failed attempts is kept. */
export const LONGEST_FORGET_MS = DAY

/** Tries of an extraction code (C26): of a visitor, of everybody in a network, and of everybody. */
const CODE_POLICIES = {
  visitor: { free: 4, firstMs: 15 * MINUTE, lastMs: 2 * HOUR, forgetMs: DAY },
  network: { free: 29, firstMs: 15 * MINUTE, lastMs: 2 * HOUR, forgetMs: DAY },
  link: { free: 299, firstMs: 30 * SECOND, lastMs: 15 * MINUTE, forgetMs: HOUR },
} as const satisfies Record<string, ThrottlePolicy>

/** An attempt at an extraction code, counted as failed until `succeeded` is called. */
export interface CodeAttempt {
  /** Failed attempts left before a delay, after this one. */
  readonly left: number
  succeeded(): Promise<void>
}

/** Admits an attempt at the code of a link by a visitor, who may have several keys, or throws with the seconds to wait. All are counted before the code is compared. */
export async function beginCodeAttempt(
  ctx: Context,
  linkId: string,
  visitors: readonly string[],
  ip: string,
): Promise<CodeAttempt> {
  const link = keyOf('link', linkId)
  const network = keyOf('link-network', linkId, networkOf(ip))
  const own = visitors.map((visitor) => keyOf('link-visitor', linkId, visitor))
  return ctx.db.transact(async (tx) => {
    await countAttempt(ctx, tx, link, CODE_POLICIES.link)
    await countAttempt(ctx, tx, network, CODE_POLICIES.network)
    let failures = 0
    for (const key of own)
      failures = Math.max(failures, await countAttempt(ctx, tx, key, CODE_POLICIES.visitor))
    return {
      left: Math.max(0, CODE_POLICIES.visitor.free + 1 - failures),
      succeeded: () => store.clearFailures(ctx.db.reader, [link, network, ...own]),
    }
  })
}

const attemptsLeft = (failures: number): number => Math.max(0, THROTTLE_POLICIES.pair.free + 1 - failures)

async function refuseWhileBlocked(ctx: Context, key: string): Promise<void> {
  const until = await store.blockedUntil(ctx.db.reader, [key])
  if (until && until > ctx.now()) refuseUntil(ctx, until)
}

/** Resets the account's counter, after a new password or by an administrator. */
export const clearFailedAttempts = (tx: Tx, accountKey: string): Promise<void> =>
  store.clearFailures(tx, [keyOf('account', accountKey)])

async function countAttempt(ctx: Context, tx: Tx, key: string, count: ThrottlePolicy): Promise<number> {
  const failures = await store.countFailure(tx, key, count, ctx.now(), true)
  if (failures !== undefined) return failures
  return refuseUntil(ctx, (await store.blockedUntil(tx, [key])) ?? ctx.now())
}

/** Whether someone signed in to the account from this network within the lifetime of a session. */
async function isKnownNetwork(ctx: Context, accountKey: string, network: string): Promise<boolean> {
  const addresses = await store.sessionAddresses(ctx.db.reader, accountKey)
  return addresses.some((address) => networkOf(address) === network)
}

/** How many attempts may be pending: if all fail, the last one starts a delay. Throws during a delay. */
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

/** Keys are hashed, since people type passwords into the account field and those must not be stored. */
const keyOf = (...parts: readonly string[]): string =>
  `${parts[0]}:${createHash('sha256').update(parts.join('\0')).digest('base64url')}`
