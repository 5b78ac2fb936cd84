import type { VersionLimits } from '@clouddisk/contract/versions'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Reader } from '../../db/database.ts'
import { allSettledSequentially } from '../../jobs/all-settled.ts'
import { lockSpace } from '../../tree/spaces.ts'
import { daysOf, expireVersions, keptOf, surplusVersions } from '../../tree/version-limits.ts'

/**
 * Removes versions that are too many or too old for their space (G22). The age of a version counts from when it was replaced:
 * what was current until yesterday is not gone today. Files in recycle bins keep theirs.
 */

/** Files of one transaction, which locks their space. */
const FILES_PER_PAGE = 100

/** Returns how many versions were removed. */
export async function expireOldVersions(ctx: Context, filesPerPage = FILES_PER_PAGE): Promise<number> {
  let count = 0
  let failed: unknown
  for (let last: VersionedFile | undefined; ; ) {
    const files = await versionedFiles(ctx.db.reader, filesPerPage, last)
    last = files.at(-1)
    if (!last) break
    await noteSuperseded(ctx.db.reader, idsOf(files))
    const due = await dueVersions(ctx.db.reader, idsOf(files), ctx.now())
    const spaces = Map.groupBy(due, ({ spaceId }) => spaceId)
    await allSettledSequentially(spaces, async ([spaceId, dueFiles]) => {
      count += await expireIn(ctx, spaceId, idsOf(dueFiles))
    }).catch((error) => {
      failed = error
    })
  }
  if (failed) throw failed
  return count
}

const expireIn = (ctx: Context, spaceId: string, fileIds: readonly string[]): Promise<number> =>
  ctx.db.transact(async (tx) => {
    let count = 0
    await lockSpace(tx, spaceId)
    // Read again: a version may have been pinned or a file moved meanwhile.
    for (const file of await dueVersions(tx, fileIds, ctx.now()))
      if (file.spaceId === spaceId) count += (await expireVersions(tx, file, file.versionIds)).length
    return count
  })

interface VersionedFile {
  readonly id: string
  readonly spaceId: string
}

const idsOf = (files: readonly { id: string }[]): string[] => files.map(({ id }) => id)

async function versionedFiles(db: Reader, limit: number, after?: VersionedFile): Promise<VersionedFile[]> {
  const rest = after ? sql`and (space_id, id) > (${after.spaceId}::uuid, ${after.id}::uuid)` : sql``
  const { rows } = await sql<VersionedFile>`
    select id, space_id as "spaceId" from file where version_no > 1 ${rest}
    order by space_id, id limit ${limit}`.execute(db)
  return rows
}

/** Servers of the version before do not note when a version is replaced. */
async function noteSuperseded(db: Reader, fileIds: readonly string[]): Promise<void> {
  await sql`
    update file_version v set superseded_at = now() from file f
    where f.id = any(${fileIds}::uuid[]) and v.file_id = f.id and v.id <> f.version_id and v.superseded_at is null`.execute(
    db,
  )
}

interface DueFile extends VersionedFile {
  readonly parentId: string | null
  readonly versionIds: string[]
}

async function dueVersions(db: Reader, fileIds: readonly string[], now: Date): Promise<DueFile[]> {
  const { rows } = await sql<DueFile>`
    with candidate as materialized (
      select f.id, f.parent_id, f.space_id, f.version_id, ${keptOf} as kept, ${daysOf} as days
      from file f join space s on s.id = f.space_id where f.id = any(${fileIds}::uuid[])
    )
    select c.id, c.space_id as "spaceId", c.parent_id as "parentId", array_agg(d.id) as "versionIds"
    from (${due(now)}) d join candidate c on c.id = d.file_id where ${inTree}
    group by c.id, c.space_id, c.parent_id`.execute(db)
  return rows
}

/** What limits would remove of a space. */
export async function expiringInSpace(
  db: Reader,
  spaceId: string,
  { versionsKept, versionDays }: VersionLimits,
  now: Date,
): Promise<{ count: number; fileSize: number }> {
  const { rows } = await sql<{ count: number; fileSize: number }>`
    with candidate as materialized (
      select id, parent_id, space_id, version_id, ${versionsKept}::int as kept, ${versionDays}::int as days
      from file where space_id = ${spaceId} and version_no > 1
    )
    select count(*)::int as count, coalesce(sum(d.size), 0)::bigint as "fileSize"
    from (${due(now)}) d join candidate c on c.id = d.file_id where ${inTree}`.execute(db)
  return rows[0] ?? { count: 0, fileSize: 0 }
}

/** Versions of `candidate` that are too old, or too many: `id`, `file_id` and `size`. */
const due = (now: Date): RawBuilder<unknown> => sql`
  select v.id, v.file_id, v.size from candidate f join file_version v on v.file_id = f.id
  where not v.pinned and v.id <> f.version_id and f.days > 0
    and v.superseded_at <= ${now}::timestamptz - make_interval(days => f.days)
  union
  ${surplusVersions(sql`select * from candidate`)}`

/** Whether the file `c` is below the root of its space, not in a recycle bin. */
const inTree = sql<boolean>`exists (
  with recursive above as (
    select c.parent_id as id
    union all
    select p.parent_id from above join file p on p.id = above.id
  )
  select from above join space s on s.root_id = above.id where s.id = c.space_id)`
