import { LIMITS } from '@clouddisk/contract/limits'
import type { VersionLimits } from '@clouddisk/contract/versions'
import { type RawBuilder, sql } from 'kysely'
import { recordChange } from '../db/changes.ts'
import type { Reader, Tx } from '../db/database.ts'
import { isHeld, type RemovedVersion, removeVersions } from './remove-versions.ts'

/** How many versions of a file are kept and for how long (G22): as its space has it, or else the installation. */

export const VERSIONS_KEPT_SETTING = 'versions_kept'
export const VERSION_DAYS_SETTING = 'version_days'

const setting = (name: string, otherwise: number): RawBuilder<number> =>
  sql`coalesce((select value::int from instance_metadata where name = ${sql.lit(name)}), ${sql.lit(otherwise)})`

/** For a space `s`. */
export const keptOf = sql<number>`coalesce(s.versions_kept, ${setting(VERSIONS_KEPT_SETTING, LIMITS.versionsKept)})`
export const daysOf = sql<number>`coalesce(s.version_days, ${setting(VERSION_DAYS_SETTING, LIMITS.versionDays)})`

export async function defaultVersionLimits(db: Reader): Promise<VersionLimits> {
  const { rows } = await sql<VersionLimits>`
    select ${setting(VERSIONS_KEPT_SETTING, LIMITS.versionsKept)} as "versionsKept",
      ${setting(VERSION_DAYS_SETTING, LIMITS.versionDays)} as "versionDays"`.execute(db)
  return rows[0] ?? { versionsKept: LIMITS.versionsKept, versionDays: LIMITS.versionDays }
}

/** Pinned versions count, but so many that are not pinned stay besides them, or all that are kept if those are fewer. */
const UNPINNED_MIN = 10

/**
 * Versions that are too many of these files, oldest first: `id` and `file_id`. Never current or pinned ones. `files` selects
 * `id`, `version_id` and `kept`.
 */
export const surplusVersions = (files: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select v.id, v.file_id, v.size from (${files}) f cross join lateral (
    select v.*, row_number() over (order by v.pinned, v.no) as nth,
      count(*) over () as all_versions, count(*) filter (where not v.pinned) over () as unpinned
    from file_version v where v.file_id = f.id
  ) v
  where not v.pinned and v.id <> f.version_id
    and v.nth <= least(v.all_versions - f.kept, v.unpinned - least(f.kept, ${sql.lit(UNPINNED_MIN)}))`

interface TrimmedFile {
  readonly id: string
  readonly parentId: string | null
  readonly spaceId: string
}

/** Removes what is too much of a file that just got a version. The caller holds the space lock. */
export async function trimVersions(tx: Tx, fileId: string): Promise<void> {
  const { rows } = await sql<TrimmedFile & { versionIds: string[] }>`
    with trimmed as (
      select f.id, f.parent_id, f.space_id, f.version_id, ${keptOf} as kept
      from file f join space s on s.id = f.space_id where f.id = ${fileId} and f.version_no > ${keptOf}
    )
    select t.id, t.parent_id as "parentId", t.space_id as "spaceId", array_agg(x.id) as "versionIds"
    from trimmed t join (${surplusVersions(sql`select * from trimmed`)}) x on x.file_id = t.id
    group by t.id, t.parent_id, t.space_id`.execute(tx)
  const file = rows[0]
  if (file) await expireVersions(tx, file, file.versionIds)
}

/** Removes versions that nobody asked to remove, unless the file is on hold. */
export async function expireVersions(
  tx: Tx,
  file: TrimmedFile,
  versionIds: readonly string[],
): Promise<RemovedVersion[]> {
  if (await isHeld(tx, file.id)) return []
  const removed = await removeVersions(tx, file, versionIds)
  if (removed.length > 0) await recordChange(tx, versionsRemoved(file, removed, null))
  return removed
}

/** Numbers that a change lists of the versions removed together. */
const LISTED_MAX = 50

/** The change for removed versions; without an actor they expired. */
export const versionsRemoved = (
  { id, parentId, spaceId }: TrimmedFile,
  removed: readonly RemovedVersion[],
  actorId: string | null,
) => ({
  kind: 'version.removed' as const,
  spaceId,
  fileId: id,
  parentIds: [parentId],
  actorId,
  details: {
    versions: removed
      .map(({ no }) => no)
      .sort((a, b) => a - b)
      .slice(0, LISTED_MAX),
    count: removed.length,
    size: removed.reduce((sum, { size }) => sum + size, 0),
    ...(actorId === null && { expired: true }),
  },
})
