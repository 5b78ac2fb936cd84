import { SHARE_ROLES, type ShareRole } from '@clouddisk/contract/roles'
import type { Reader } from '../db/database.ts'
import { refuseField } from '../errors/refusal.ts'
import { type Located, locateAll } from './access.ts'
import type { Actor } from './actor.ts'

/** What may be given away by whom whose own rights end (B§6, G7): nothing that would last longer than they do. */

/** Later than any end that can be given. */
const FOR_GOOD = new Date(Date.UTC(9999, 11, 31, 23, 59, 59, 999))
/** What it takes to give something to others; who has one of them now has to have it until then. */
const GIVING = ['share', 'members'] as const

/**
 * Refuses an end that is later than the actor's own rights in one of these items, as entries stand now. An owner's have
 * no end.
 * @param end null is for good.
 */
export async function mustOutlast(
  db: Reader,
  actor: Actor,
  items: readonly Located[],
  end: Date | null,
): Promise<void> {
  // At its end an entry counts no more.
  const asOf = end ? new Date(end.getTime() - 1) : FOR_GOOD
  const then = await locateAll(
    db,
    { ...actor, asOf },
    items.map((item) => item.id),
  )
  const loses = ({ id, items: now }: Located) =>
    GIVING.some((item) => now.has(item) && !then.get(id)?.items.has(item))
  if (items.some(loses)) refuseField('expireTime', 'beyond_own')
}

/** An entry of a share, or what it is to become. */
export interface Shared {
  readonly role: ShareRole
  /** Null is for good. */
  readonly end: Date | null
}

/** Whether an entry gives more than it did: a stronger role, or for longer. */
export const isRaised = (from: Shared, to: Shared): boolean =>
  SHARE_ROLES.indexOf(to.role) < SHARE_ROLES.indexOf(from.role) || isLater(to.end, from.end)

const isLater = (end: Date | null, than: Date | null): boolean =>
  than !== null && (end === null || end > than)

/** Nobody gives itself more than it was given. */
export function mustNotRaiseOwn(from: Shared, to: Shared): void {
  if (!isRaised(from, to)) return
  refuseField(isLater(to.end, from.end) ? 'expireTime' : 'role', 'beyond_own')
}
