import type { PermissionItem } from '@clouddisk/contract/roles'
import type { Reader } from '../db/database.ts'
import { NO_PERMISSIONS } from './entries.ts'
import { loadActorsAndAncestors, type RolesByPrincipal, VisibilityFilter, withEntries } from './visibility.ts'

/** What it means to people that entries on files have changed, so that each is told what is true of it, and no more. */

/** What somebody could do with a file before, and can do now. */
export interface PermissionChange {
  readonly before: ReadonlySet<PermissionItem>
  readonly now: ReadonlySet<PermissionItem>
}

const NO_CHANGE: PermissionChange = { before: NO_PERMISSIONS, now: NO_PERMISSIONS }

/**
 * What each of these people had of each of these files before, and has now: two statements, however many. Whose account
 * has ended has nothing.
 * @param before by file, what the entries were that have changed.
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

/** Whether somebody knows of the file, or did until now. */
export const isEverVisible = ({ before, now }: PermissionChange): boolean => before.size > 0 || now.size > 0

/**
 * Whether it is true of somebody who has an entry only by a department or group: what that has now changes nothing for who
 * has as much, or nothing, otherwise.
 * @param role what the department has now; undefined where it has no entry there any more, or will have none.
 */
export function isAffected({ before, now }: PermissionChange, role: string | undefined): boolean {
  if (before.size === now.size && [...now].every((item) => before.has(item))) return false
  return role === undefined || (role === 'forbidden') === (now.size === 0)
}
