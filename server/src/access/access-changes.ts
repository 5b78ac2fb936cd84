import type { PermissionItem } from '@clouddisk/contract/roles'
import type { Reader } from '../db/database.ts'
import { NOTHING } from './entries.ts'
import { type Roles, Sight, waysOfPeople, waysWith } from './visibility.ts'

/** What it means to people that entries on files have changed, so that each is told what is true of it, and no more. */

/** What somebody could do with a file before, and can do now. */
export interface Difference {
  readonly before: ReadonlySet<PermissionItem>
  readonly now: ReadonlySet<PermissionItem>
}

const NONE: Difference = { before: NOTHING, now: NOTHING }

/**
 * What each of these people had of each of these files before, and has now: two statements, however many. Whose account
 * has ended has nothing.
 * @param before by file, what the entries were that have changed.
 */
export async function differencesFor(
  db: Reader,
  personIds: readonly string[],
  before: ReadonlyMap<string, Roles>,
  asOf: Date,
): Promise<(personId: string, fileId: string) => Difference> {
  const { actors, ways } = await waysOfPeople(db, personIds, [...before.keys()], asOf)
  if (actors.size === 0) return () => NONE
  const former = waysWith(ways, before)
  const sights = new Map(
    [...actors].map(([id, actor]) => [id, { now: new Sight(actor, ways), before: new Sight(actor, former) }]),
  )
  return (personId, fileId) => {
    const sight = sights.get(personId)
    return sight ? { before: sight.before.items(fileId), now: sight.now.items(fileId) } : NONE
  }
}

/** Whether somebody knows of the file, or did until now. */
export const knows = ({ before, now }: Difference): boolean => before.size > 0 || now.size > 0

/**
 * Whether it is true of somebody who has an entry only by a department or group: what that has now changes nothing for who
 * has as much, or nothing, otherwise.
 * @param role what the department has now; undefined where it has no entry there any more, or will have none.
 */
export function concerns({ before, now }: Difference, role: string | undefined): boolean {
  if (before.size === now.size && [...now].every((item) => before.has(item))) return false
  return role === undefined || (role === 'forbidden') === (now.size === 0)
}
