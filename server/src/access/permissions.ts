import { PERMISSION_ITEMS, type PermissionItem } from '@clouddisk/contract/roles'
import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import { compiledStatement } from '../db/statement.ts'
import { refuse } from '../errors/refusal.ts'
import type { Actor } from './actor.ts'
import { evaluatePermissions, mergeEntries } from './entries.ts'
import { type ResolvedItem, resolve, resolveAll } from './resolve.ts'

/** Permission checks on resolved items. */

/** Resolves an item and requires a permission on it. */
export async function resolveWithPermission(
  db: Reader,
  actor: Actor,
  id: string,
  item: PermissionItem,
): Promise<ResolvedItem> {
  const located = await resolve(db, actor, id)
  requirePermissionWithReason(actor, located, item)
  return located
}

export function requirePermission(located: Pick<ResolvedItem, 'permissions'>, item: PermissionItem): void {
  if (!located.permissions.has(item)) refuse('not_permitted')
}

/**
 * Requires the right to move an item out of its space, where all others lose access to it: the owner in a personal space,
 * managers in a group.
 */
export function requireDetach(actor: Actor, { spaceKind, rootId, entries, permissions }: ResolvedItem): void {
  const own = entries.get(actor.personId)?.inheritedOwnerRole
  const may =
    spaceKind === 'person' ? own?.role === 'owner' && own.fileId === rootId : permissions.has('members')
  if (!may) refuse('not_permitted')
}

/** The permissions the actor would have if the group were not being dissolved. */
export const permissionsIgnoringDissolution = (
  actor: Actor,
  { spaceContext, entries }: Pick<ResolvedItem, 'spaceContext' | 'entries'>,
): ReadonlySet<PermissionItem> => evaluatePermissions(actor, { ...spaceContext, readOnly: false }, entries)

/** The error for a missing permission; undefined if the actor has it. */
export function denialReason(
  actor: Actor,
  located: ResolvedItem,
  item: PermissionItem,
): 'group_dissolving' | 'not_permitted' | undefined {
  if (located.permissions.has(item)) return undefined
  const dissolving = located.spaceContext.readOnly && permissionsIgnoringDissolution(actor, located).has(item)
  return dissolving ? 'group_dissolving' : 'not_permitted'
}

/** Throws `group_dissolving` if only the pending dissolution denies the permission, else `not_permitted`. */
export function requirePermissionWithReason(actor: Actor, located: ResolvedItem, item: PermissionItem): void {
  const reason = denialReason(actor, located, item)
  if (reason) refuse(reason)
}

/**
 * Which entries of a group's trash the actor sees: managers all, others those they deleted. `root` is its root folder.
 */
export function trashVisibility(root: Pick<ResolvedItem, 'permissions'>): 'all' | 'own' {
  if (root.permissions.has('members')) return 'all'
  requirePermission(root, 'delete')
  return 'own'
}

/** The part of a folder's access that its children inherit. */
export type InheritedAccess = Pick<ResolvedItem, 'spaceContext' | 'entries' | 'childPermissions'>

/** Access inside a child folder, given the entries on the child itself. */
export function inheritAccess(
  actor: Actor,
  parent: InheritedAccess,
  childId: string,
  own: readonly { principalId: string; role: string }[],
): InheritedAccess {
  if (own.length === 0) return parent
  const { spaceContext } = parent
  const entries = mergeEntries(
    parent.entries,
    own.map((entry) => ({ ...entry, fileId: childId })),
  )
  return {
    spaceContext,
    entries,
    childPermissions: evaluatePermissions(actor, spaceContext, entries),
  }
}

/**
 * Files in a space where an entry denies the actor `item`, or all permissions if no item is given. Operations on a whole
 * subtree skip these files and all below them.
 */
export async function deniedIn(
  db: Reader,
  actor: Actor,
  spaceId: string,
  item?: PermissionItem,
): Promise<Set<string>> {
  const { principals, asOf } = actor
  const rows = await entriesInSpace(db, { principals, asOf, spaceId })
  const ids = rows.map((row) => row.id)
  const located = await resolveAll(db, actor, ids)
  return new Set(ids.filter((id) => !(item ? located.get(id)?.permissions.has(item) : located.has(id))))
}

const entriesInSpace = compiledStatement<
  { principals: readonly string[]; asOf: Date; spaceId: string },
  { id: string }
>(
  (slot) => sql`
    select distinct g.file_id as id from file_grant g join file f on f.id = g.file_id
    where g.principal_id = any(${slot('principals')}::uuid[]) and g.source in ('entry', 'share')
      and (g.expires_at is null or g.expires_at > ${slot('asOf')}::timestamptz)
      and f.space_id = ${slot('spaceId')}::uuid`,
)

/** Whether files below may be denied to the actor. They never are to owners and managers. */
export const mayContainDenied = ({ entries }: Pick<ResolvedItem, 'entries'>): boolean =>
  ![...entries.values()].some((held) => held.inheritedOwnerRole)

/** Whether the actor may upload a new version of a file in this folder; an entry on the file can deny it, and a link hide it. */
export async function mayReplaceContent(
  db: Reader,
  actor: Actor,
  parent: ResolvedItem,
  id: string,
): Promise<boolean> {
  if (!actor.link && !mayContainDenied(parent)) return parent.childPermissions.has('upload')
  return (await resolveAll(db, actor, [id])).get(id)?.permissions.has('upload') ?? false
}

/** Permissions as the API's `fileAuth`, in the order of the contract. */
export const toFileAuth = (items: ReadonlySet<PermissionItem>): PermissionItem[] =>
  PERMISSION_ITEMS.filter((item) => items.has(item))
