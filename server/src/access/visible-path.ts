import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import type { Actor } from './actor.ts'
import { type AclEntry, evaluatePermissions } from './entries.ts'
import { type InheritedAccess, inheritAccess } from './permissions.ts'
import { loadPermissionInput, type PathStep } from './resolve.ts'

/** The visible part of paths recorded earlier, whose folders may no longer exist. */

/** The visible end of a path; `isComplete` if all of it, with the space's root, is visible. */
export interface VisiblePath {
  readonly isComplete: boolean
  readonly steps: readonly PathStep[]
}

/** The visible part of each path below the space's root, in the same order. */
export async function visiblePaths(
  db: Reader,
  actor: Actor,
  rootId: string,
  paths: readonly (readonly PathStep[])[],
): Promise<VisiblePath[]> {
  if (paths.length === 0) return []
  const top = await loadPermissionInput(db, actor, rootId)
  if (!top) return paths.map(() => ({ isComplete: false, steps: [] }))
  const ids = new Set(paths.flatMap((way) => way.map((step) => step.id)))
  const entries = await selectEntries(db, actor, [...ids])
  const { spaceContext } = top
  const inside = evaluatePermissions(actor, spaceContext, top.entries)
  return paths.map((steps) => {
    let rights: InheritedAccess = {
      spaceContext: spaceContext,
      entries: top.entries,
      childPermissions: inside,
    }
    let from = inside.size === 0 ? 0 : -1
    steps.forEach(({ id }, at) => {
      rights = inheritAccess(actor, rights, id, entries.get(id) ?? [])
      if (rights.childPermissions.size === 0) from = at + 1
    })
    return { isComplete: from < 0, steps: from < 0 ? steps : steps.slice(from) }
  })
}

async function selectEntries(
  db: Reader,
  { principals, asOf }: Actor,
  ids: readonly string[],
): Promise<Map<string, AclEntry[]>> {
  const { rows } = await sql<AclEntry>`
    select file_id as "fileId", principal_id as "principalId", role from file_grant
    where file_id = any(${ids}::uuid[]) and principal_id = any(${principals}::uuid[])
      and (expires_at is null or expires_at > ${asOf}::timestamptz)`.execute(db)
  return Map.groupBy(rows, (row) => row.fileId)
}
