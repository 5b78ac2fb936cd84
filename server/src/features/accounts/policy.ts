import type { ErrorName } from '@clouddisk/contract/errors'
import type { Route } from '@clouddisk/contract/route'
import type { SignInStep } from '@clouddisk/contract/sign-in-steps'

/** Which accounts may sign in, and what is allowed while a password change is required. */

export interface AccountState {
  readonly status: 'active' | 'frozen' | 'removed'
  readonly validUntil: Date | null
}

/** The error for an account that may not be used now. Returned only to callers with the correct password. */
export function accountFault({ status, validUntil }: AccountState, now: Date): ErrorName | undefined {
  if (status !== 'active') return 'account_frozen'
  if (validUntil && validUntil <= now) return 'account_expired'
  return undefined
}

const ALLOWED_BEFORE_PASSWORD_CHANGE = new Set(['currentUser', 'changePassword', 'logout'])

/** Whether the route is refused until the initial password is changed. Public routes are not. */
export const requiresPasswordChange = (route: Pick<Route, 'name' | 'door'>): boolean =>
  route.door !== 'anyone' && !ALLOWED_BEFORE_PASSWORD_CHANGE.has(route.name)

/** What a session may do that still needs a second factor; also what is open to anyone and needs no session. */
const ALLOWED_WHILE_PENDING: Record<SignInStep, ReadonlySet<string>> = {
  secondFactor: new Set(['currentUser', 'queryFactorWays', 'checkSecondFactor', 'queryPasskeyOptions']),
  secondFactorSetup: new Set([
    'currentUser',
    'queryFactorWays',
    'beginTotp',
    'confirmTotp',
    'beginPasskey',
    'addPasskey',
  ]),
}

export const isAllowedWhilePending = (step: SignInStep, { name }: Pick<Route, 'name'>): boolean =>
  ALLOWED_WHILE_PENDING[step].has(name)

export interface SessionTimes {
  readonly createdAt: Date
  readonly lastSeenAt: Date
  readonly expiresAt: Date
}

/** When a session expires: after the idle time, at most at its absolute end (G21). */
export const sessionExpiry = (
  { lastSeenAt, expiresAt }: Pick<SessionTimes, 'lastSeenAt' | 'expiresAt'>,
  idleMs: number,
): Date => new Date(Math.min(expiresAt.getTime(), lastSeenAt.getTime() + idleMs))
