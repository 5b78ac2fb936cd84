import type { NoticeData } from '@clouddisk/contract/notifications'
import { sql } from 'kysely'
import { isEverVisible, permissionChanges } from '../../access/access-changes.ts'
import type { Actor } from '../../access/actor.ts'
import type { PrincipalRef } from '../../access/principals.ts'
import type { RolesByPrincipal } from '../../access/visibility.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { notify } from '../../notifications/notify.ts'

/** Notifications about entries on single files, in the app and by mail. */

export interface ChangedEntry extends PrincipalRef {
  readonly expiresAt: Date | null
  /** The role before; null if there was no entry. */
  readonly was: string | null
}

export interface ChangedItem {
  readonly item: Item
  /** The new role; undefined if the entry is removed. */
  readonly role: string | undefined
  readonly changed: readonly ChangedEntry[]
}

interface Item {
  readonly id: string
  readonly name: string
  readonly isFolder: boolean
  readonly parentId: string | null
  readonly spaceId: string
}

/** Skips people to whom the item is not visible before or after the change. */
export async function notifyEntries(
  ctx: Context,
  tx: Tx,
  actor: Actor | undefined,
  items: readonly ChangedItem[],
): Promise<void> {
  if (items.length === 0) return
  const before = new Map(items.map((one) => [one.item.id, rolesBefore(one)]))
  // The grantee sees the item.
  const asked = items.flatMap(({ role, changed }) => (grantsAccess(role) ? [] : peopleOf(changed)))
  const difference = await permissionChanges(tx, asked, before, ctx.now())
  const groups = await groupNames(tx, items)
  for (const { item, role, changed } of items) {
    const notified = changed.filter(
      ({ principalType, principalId }) =>
        grantsAccess(role) || principalType !== 'person' || isEverVisible(difference(principalId, item.id)),
    )
    for (const to of Map.groupBy(notified, ({ expiresAt }) => expiresAt?.getTime()).values()) {
      const end = to[0]?.expiresAt
      const data: NoticeData = {
        ...noticeData(item, groups.get(item.spaceId)),
        ...(role === undefined ? {} : { role, expireTime: end?.toISOString() ?? null }),
      }
      await notify(ctx, tx, {
        kind: 'files.permissionChanged',
        to,
        actor,
        data,
        before: before.get(item.id),
      })
    }
  }
}

const grantsAccess = (role: string | undefined): boolean => role !== undefined && role !== 'forbidden'

const peopleOf = (changed: readonly ChangedEntry[]): string[] =>
  changed.flatMap(({ principalType, principalId }) => (principalType === 'person' ? [principalId] : []))

/** If only the expiry changes, people are notified whose permissions depend on the entry. */
const rolesBefore = ({ role, changed }: ChangedItem): RolesByPrincipal =>
  Object.fromEntries(changed.map(({ principalId, was }) => [principalId, was === role ? null : was]))

async function groupNames(tx: Tx, items: readonly ChangedItem[]): Promise<Map<string, string>> {
  const ids = [...new Set(items.map(({ item }) => item.spaceId))]
  const groups = await tx
    .selectFrom('group')
    .select(['id', 'name'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  return new Map(groups.map((group) => [group.id, group.name]))
}

const noticeData = (
  { id, name, isFolder, parentId, spaceId }: Item,
  groupName: string | undefined,
): NoticeData => ({
  instanceId: id,
  instanceName: name,
  isFolder,
  ...(parentId && { parentId }),
  ...(groupName !== undefined && { groupId: spaceId, groupName }),
})
