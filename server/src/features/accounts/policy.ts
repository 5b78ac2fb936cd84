import type { ErrorName } from '@clouddisk/contract/errors'
import type { Route } from '@clouddisk/contract/route'

/** Who may sign in, and what one may do who must first change the password. */

export interface AccountState {
  readonly status: 'active' | 'frozen' | 'removed'
  readonly validUntil: Date | null
}

/** Why an account may not be used now; undefined where it may. Told only to one who has the right password. */
export function accountFault({ status, validUntil }: AccountState, now: Date): ErrorName | undefined {
  if (status !== 'active') return 'account_frozen'
  if (validUntil && validUntil <= now) return 'account_expired'
  return undefined
}

const ALLOWED_BEFORE_PASSWORD_CHANGE = new Set(['currentUser', 'changePassword', 'logout'])

/** Whether a call waits until the first password is changed. What anyone may call, anyone may. */
export const requiresPasswordChange = (route: Pick<Route, 'name' | 'door'>): boolean =>
  route.door !== 'anyone' && !ALLOWED_BEFORE_PASSWORD_CHANGE.has(route.name)

export interface SessionTimes {
  readonly createdAt: Date
  readonly lastSeenAt: Date
  readonly expiresAt: Date
}

/** When a session ends: its absolute end, or sooner where it lies idle (G21). */
export const sessionExpiry = (
  { lastSeenAt, expiresAt }: Pick<SessionTimes, 'lastSeenAt' | 'expiresAt'>,
  idleMs: number,
): Date => new Date(Math.min(expiresAt.getTime(), lastSeenAt.getTime() + idleMs))
