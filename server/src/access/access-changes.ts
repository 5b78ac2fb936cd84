import type { PermissionItem } from '@clouddisk/contract/roles'
import type { Reader } from '../db/database.ts'
import { NO_PERMISSIONS } from './entries.ts'
import { loadActorsAndAncestors, type RolesByPrincipal, VisibilityFilter, withEntries } from './visibility.ts'

/** Compares a person's permissions before and after entries change, to decide who is notified of it. */

/** A person's permissions on a file before and after a change. */
export interface PermissionChange {
  readonly before: ReadonlySet<PermissionItem>
  readonly now: ReadonlySet<PermissionItem>
}

const NO_CHANGE: PermissionChange = { before: NO_PERMISSIONS, now: NO_PERMISSIONS }

/**
 * Compares the permissions of these people on these files, with two statements in total. People whose account is not
 * active have none.
 * @param before by file: the roles of the changed entries before the change.
 */
export async function permissionChanges(
  db: Reader,
  personIds: readonly string[],
  before: ReadonlyMap<string, RolesByPrincipal>,
  asOf: Date,
): Promise<(personId: string, fileId: string) => PermissionChange> {
  const { actors, ancestors } = await loadActorsAndAncestors(db, personIds, [...before.keys()], asOf)
  if (actors.size === 0) return () => NO_CHANGE
  const former = withEntries(ancestors, before)
  const sights = new Map(
    [...actors].map(([id, actor]) => [
      id,
      { now: new VisibilityFilter(actor, ancestors), before: new VisibilityFilter(actor, former) },
    ]),
  )
  return (personId, fileId) => {
    const sight = sights.get(personId)
    return sight
      ? { before: sight.before.permissions(fileId), now: sight.now.permissions(fileId) }
      : NO_CHANGE
  }
}

/** Whether the file was visible to the person before the change or is after it. */
export const isEverVisible = ({ before, now }: PermissionChange): boolean => before.size > 0 || now.size > 0

/**
 * Whether a changed entry of a department or group affects a member. It does not if the member's permissions stay the
 * same through other entries.
 * @param role the new role of the department or group; undefined if its entry is removed.
 */
export function isAffected({ before, now }: PermissionChange, role: string | undefined): boolean {
  if (before.size === now.size && [...now].every((item) => before.has(item))) return false
  return role === undefined || (role === 'forbidden') === (now.size === 0)
}
