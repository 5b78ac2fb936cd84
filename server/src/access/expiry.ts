import { SHARE_ROLES, type ShareRole } from '@clouddisk/contract/roles'
import type { Reader } from '../db/database.ts'
import { refuseField } from '../errors/refusal.ts'
import type { Actor } from './actor.ts'
import { type ResolvedItem, resolveAll } from './resolve.ts'

/** Limits grants by the grantor's own expiry: no grant outlasts the grantor's rights (B§6, G7). */

/** Later than any expiry the API accepts. */
const FAR_FUTURE = new Date(Date.UTC(9999, 11, 31, 23, 59, 59, 999))
/** Permissions that allow granting; the grantor must hold them until the grant expires. */
const GRANTING_PERMISSIONS = ['share', 'members'] as const

/**
 * Throws `beyond_own` if the actor's own rights on one of the items expire before `end`.
 * @param end null means no expiry.
 */
export async function requireExpiryWithinOwn(
  db: Reader,
  actor: Actor,
  items: readonly ResolvedItem[],
  end: Date | null,
): Promise<void> {
  // An entry no longer counts at the moment it expires.
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

/** Role and expiry of a share entry. */
export interface ShareGrant {
  readonly role: ShareRole
  /** Null means no expiry. */
  readonly expiresAt: Date | null
}

/** Whether the change grants a stronger role or a later expiry. */
export const isEscalation = (from: ShareGrant, to: ShareGrant): boolean =>
  SHARE_ROLES.indexOf(to.role) < SHARE_ROLES.indexOf(from.role) || isLater(to.expiresAt, from.expiresAt)

const isLater = (end: Date | null, than: Date | null): boolean =>
  than !== null && (end === null || end > than)

/** Throws `beyond_own` if a person would extend their own entry. */
export function refuseSelfEscalation(from: ShareGrant, to: ShareGrant): void {
  if (!isEscalation(from, to)) return
  refuseField(isLater(to.expiresAt, from.expiresAt) ? 'expireTime' : 'role', 'beyond_own')
}
