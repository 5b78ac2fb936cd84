import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import { compiledStatement } from '../db/statement.ts'
import type { Actor } from './actor.ts'

/**
 * Where an actor has access, as entry points for queries over many files. It includes all that the actor may see and can
 * include more: entries further down may deny, so what a query finds is checked with resolve.ts.
 */
export interface Reach {
  /** Spaces to whose root the actor has access, by an entry or a department role. */
  readonly spaceIds: string[]
  /** Files and folders in other spaces that entries give access to. */
  readonly files: readonly ReachedFile[]
}

export interface ReachedFile {
  readonly id: string
  readonly spaceId: string
  /** Number of files and folders below it. */
  readonly below: number
}

export async function reachOf(db: Reader, actor: Actor): Promise<Reach> {
  if (actor.link) return { spaceIds: [], files: await selectTargets(db, { linkId: actor.link.id }) }
  const { principals, asOf } = actor
  const departments = actor.departmentScopes.flatMap((scope) => [...scope.departments])
  const rows = await selectReach(db, { principals, asOf, departments })
  const spaceIds = new Set(rows.filter((row) => row.isRoot).map((row) => row.spaceId))
  return {
    spaceIds: [...spaceIds],
    files: rows.filter((row) => !row.isRoot && !spaceIds.has(row.spaceId)),
  }
}

const selectReach = compiledStatement<
  { principals: readonly string[]; asOf: Date; departments: readonly string[] },
  ReachedFile & { isRoot: boolean }
>(
  (slot) => sql`
    select f.id, f.space_id as "spaceId", f.total_files + f.total_folders as below, s.root_id = f.id as "isRoot"
    from (
      select distinct file_id from file_grant
      where principal_id = any(${slot('principals')}::uuid[]) and role <> 'forbidden'
        and (expires_at is null or expires_at > ${slot('asOf')}::timestamptz)
    ) g join file f on f.id = g.file_id join space s on s.id = f.space_id
    union all
    select s.root_id, s.id, 0, true from space s where s.department_id = any(${slot('departments')}::uuid[])`,
)

/** What a link opens, which is as far as its visitors reach. */
const selectTargets = compiledStatement<{ linkId: string }, ReachedFile>(
  (slot) => sql`
    select f.id, f.space_id as "spaceId", f.total_files + f.total_folders as below
    from link_target t join file f on f.id = t.file_id where t.link_id = ${slot('linkId')}::uuid`,
)
