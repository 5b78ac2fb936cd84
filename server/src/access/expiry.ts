import { SHARE_ROLES, type ShareRole } from '@clouddisk/contract/roles'
import type { Reader } from '../db/database.ts'
import { refuseField } from '../errors/refusal.ts'
import { type ResolvedItem, resolveAll } from './access.ts'
import type { Actor } from './actor.ts'

/** What may be given away by whom whose own rights end (B§6, G7): nothing that would last longer than they do. */

/** Later than any end that can be given. */
const FAR_FUTURE = new Date(Date.UTC(9999, 11, 31, 23, 59, 59, 999))
/** What it takes to give something to others; who has one of them now has to have it until then. */
const GRANTING_PERMISSIONS = ['share', 'members'] as const

/**
 * Refuses an end that is later than the actor's own rights in one of these items, as entries stand now. An owner's have
 * no end.
 * @param end null is for good.
 */
export async function requireExpiryWithinOwn(
  db: Reader,
  actor: Actor,
  items: readonly ResolvedItem[],
  end: Date | null,
): Promise<void> {
  // At its end an entry counts no more.
  const asOf = end ? new Date(end.getTime() - 1) : FAR_FUTURE
  const then = await resolveAll(
    db,
    { ...actor, asOf },
    items.map((item) => item.id),
  )
  const loses = ({ id, permissions: now }: ResolvedItem) =>
    GRANTING_PERMISSIONS.some((item) => now.has(item) && !then.get(id)?.permissions.has(item))
  if (items.some(loses)) refuseField('expireTime', 'beyond_own')
}

/** An entry of a share, or what it is to become. */
export interface ShareGrant {
  readonly role: ShareRole
  /** Null is for good. */
  readonly expiresAt: Date | null
}

/** Whether an entry gives more than it did: a stronger role, or for longer. */
export const isEscalation = (from: ShareGrant, to: ShareGrant): boolean =>
  SHARE_ROLES.indexOf(to.role) < SHARE_ROLES.indexOf(from.role) || isLater(to.expiresAt, from.expiresAt)

const isLater = (end: Date | null, than: Date | null): boolean =>
  than !== null && (end === null || end > than)

/** Nobody gives itself more than it was given. */
export function refuseSelfEscalation(from: ShareGrant, to: ShareGrant): void {
  if (!isEscalation(from, to)) return
  refuseField(isLater(to.expiresAt, from.expiresAt) ? 'expireTime' : 'role', 'beyond_own')
}
