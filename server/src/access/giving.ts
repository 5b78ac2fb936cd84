import { type PermissionItem, READ_ONLY_ITEMS, ROLE_ITEMS, type RoleName } from '@clouddisk/contract/roles'
import type { Actor } from './actor.ts'

/** What gives somebody anything at all, for lists that are chosen by roles before their items are looked at one by one. */

/**
 * Of `roles`, and of the departments that advanced roles reach, those that leave something within what the person may do
 * anywhere; in a group that is about to be dissolved, within what may still be done there.
 */
export function givingSomething<T extends RoleName>(
  { ceiling, reach }: Pick<Actor, 'ceiling' | 'reach'>,
  roles: readonly T[],
  { readOnly = false }: { readOnly?: boolean } = {},
): { roles: T[]; departments: string[] } {
  const gives = (items: Iterable<PermissionItem>) =>
    [...items].some((item) => (!ceiling || ceiling.has(item)) && (!readOnly || READ_ONLY_ITEMS.has(item)))
  return {
    roles: roles.filter((role) => gives(ROLE_ITEMS[role])),
    departments: reach.flatMap(({ departments, items }) => (gives(items) ? [...departments] : [])),
  }
}
