import type { ShownPrincipal } from '@clouddisk/contract/people'
import type { Privilege } from '@clouddisk/contract/privileges'
import type { EntryChoice } from './roles.ts'

/** A member beside the items that are looked at. */
export interface PermissionRowData extends ShownPrincipal {
  /** What it has there; `mixed` where that differs. */
  readonly role: string
  /** What is set on the items themselves, `inherit` where nothing is; undefined where that differs. */
  readonly own: EntryChoice | undefined
  /** What the folder above gives, and which folder that comes from, as far as that is known. */
  readonly above: { readonly role: string; readonly name: string | null } | undefined
  /** The role of the department that it is in the group by, where nothing of its own says anything. */
  readonly byDepartment?: string
  readonly canChange: boolean
}

/**
 * Who has access to items, each member once.
 * @param lists of each item; a member that one of them does not name cannot get at it.
 * @param above of the folders that they are in.
 */
export function permissionRows(
  lists: readonly (readonly Privilege[])[],
  above: readonly Privilege[],
): readonly PermissionRowData[] {
  const inherited = new Map(above.map((one) => [one.principalId, one]))
  const everybody = new Map(lists.flat().map((one) => [one.principalId, one]))
  return [...everybody.values()].map((some): PermissionRowData => {
    const entries = lists.map((list) => list.find(({ principalId }) => principalId === some.principalId))
    const roles = new Set(entries.map((entry) => entry?.role))
    const owns = new Set(entries.map((entry) => (!entry || entry.inherited ? 'inherit' : entry.role)))
    const [own] = owns
    const from = inherited.get(some.principalId) ?? entries.find((entry) => entry?.inherited)
    const { principalType, principalId, name, detail, count } = some
    return {
      principalType,
      principalId,
      name,
      detail,
      count,
      role: roles.size === 1 ? some.role : 'mixed',
      own: owns.size === 1 ? (own as EntryChoice) : undefined,
      above: from && { role: from.role, name: from.fromName },
      canChange: entries.every((entry) => entry?.canChange ?? true),
    }
  })
}
