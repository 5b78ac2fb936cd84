import { QUARANTINE_FILES_SHOWN, type QuarantineState } from '@clouddisk/contract/antivirus'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/database.ts'

/** SQL of the quarantine (migration 0103). */

export interface QuarantineRow {
  readonly id: string
  readonly state: QuarantineState
  readonly finding: string
  readonly signature: string
  readonly signatureAt: Date | null
  readonly scannedAt: Date | null
  readonly size: number
  readonly fileCount: number
}

/** Content that no file uses any more goes with the collector. */
const held = (state: QuarantineState | undefined) => sql`
  from virus_scan s join blob b on b.id = s.blob_id
  where s.state in ('infected', 'tooLarge', 'failed') and exists (select from file_version v where v.blob_id = s.blob_id)
    and (${state ?? null}::text is null or s.state = ${state ?? null})`

export async function countHeld(db: Reader, state: QuarantineState | undefined): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total ${held(state)}`.execute(db)
  return rows[0]?.total ?? 0
}

export async function pageHeld(
  db: Reader,
  state: QuarantineState | undefined,
  skip: number,
  limit: number,
): Promise<QuarantineRow[]> {
  const { rows } = await sql<QuarantineRow>`
    select s.blob_id as id, s.state, coalesce(s.finding, s.reason, '') as finding, coalesce(s.signature, '') as signature,
      s.signature_at as "signatureAt", s.scanned_at as "scannedAt", b.size,
      (select count(distinct v.file_id)::int from file_version v where v.blob_id = s.blob_id) as "fileCount"
    ${held(state)} order by s.scanned_at desc, s.blob_id desc offset ${skip} limit ${limit}`.execute(db)
  return rows
}

export interface HeldFile {
  readonly contentId: string
  readonly fileId: string
  readonly name: string
  readonly spaceKind: 'person' | 'group'
  /** Of the folders, from the root down; '' for the root of a person. */
  readonly path: readonly string[]
  readonly ownerName: string
  readonly uploaderName: string
  readonly isCurrent: boolean
  readonly isInTree: boolean
}

/** The first files of each content, current ones first. */
export async function filesOfContents(db: Reader, ids: readonly string[]): Promise<HeldFile[]> {
  const { rows } = await sql<HeldFile>`
    with recursive ranked as (
      select v.blob_id, v.file_id, v.created_by, v.id = f.version_id as is_current,
        row_number() over (partition by v.blob_id, v.file_id order by (v.id = f.version_id) desc, v.no desc) as of_file
      from file_version v join file f on f.id = v.file_id where v.blob_id = any(${ids}::uuid[])
    ), shown as (
      select * from (
        select r.*, row_number() over (partition by blob_id order by is_current desc, file_id) as no from ranked r
        where of_file = 1) n
      where no <= ${QUARANTINE_FILES_SHOWN}
    ), up as (
      select f.id as start, f.id, f.parent_id, f.name, 0 as depth from file f where f.id in (select file_id from shown)
      union all
      select up.start, f.id, f.parent_id, f.name, up.depth + 1 from up join file f on f.id = up.parent_id
    )
    select n.blob_id as "contentId", f.id as "fileId", f.name, s.kind as "spaceKind", p.real_name as "uploaderName",
      coalesce(o.real_name, g.name, r.name) as "ownerName", n.is_current as "isCurrent",
      array(select up.name from up where up.start = f.id and up.depth > 0 order by up.depth desc) as path,
      exists (select from up where up.start = f.id and up.id = s.root_id) as "isInTree"
    from shown n join file f on f.id = n.file_id join space s on s.id = f.space_id join file r on r.id = s.root_id
      join person p on p.id = n.created_by left join person o on o.id = s.person_id left join "group" g on g.id = s.id
    order by n.blob_id, n.no`.execute(db)
  return rows
}

/** Those of which deleting removes anything, as `removeContent` does it. Stops at the first file of each. */
export async function removableContents(db: Reader, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select b.id from unnest(${ids}::uuid[]) b (id) where exists (
      select from file_version v join file f on f.id = v.file_id
      where v.blob_id = b.id and case
        when exists (select from file_version c where c.id = f.version_id and c.blob_id = b.id)
        then exists (select from trash t where t.file_id = f.id and t.stage = 'person') or exists (
          with recursive up as (
            select f.id, f.parent_id
            union all
            select p.id, p.parent_id from up join file p on p.id = up.parent_id
          )
          select from up join space s on s.root_id = up.id)
        else f.parent_id is not null end)`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

export async function countWaiting(db: Reader): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from virus_scan where state = 'waiting'`.execute(db)
  return rows[0]?.total ?? 0
}

/** Locks the content's row; its state, unless it is not in the quarantine. */
export async function lockHeld(
  tx: Tx,
  id: string,
): Promise<{ state: QuarantineState; finding: string } | undefined> {
  const { rows } = await sql<{ state: QuarantineState; finding: string }>`
    select state, coalesce(finding, reason, '') as finding from virus_scan
    where blob_id = ${id} and state in ('infected', 'tooLarge', 'failed') for update`.execute(tx)
  return rows[0]
}

export async function declareClean(
  tx: Tx,
  id: string,
  { personId, reason }: { personId: string; reason: string },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('virus_scan')
    .set({ state: 'clean', released_by: personId, released_at: now, release_reason: reason })
    .where('blob_id', '=', id)
    .execute()
}

export interface VersionOfContent {
  readonly versionId: string
  readonly fileId: string
  readonly spaceId: string
  readonly isCurrent: boolean
}

export async function versionsOfContent(tx: Tx, id: string): Promise<VersionOfContent[]> {
  const { rows } = await sql<VersionOfContent>`
    select v.id as "versionId", f.id as "fileId", f.space_id as "spaceId", v.id = f.version_id as "isCurrent"
    from file_version v join file f on f.id = v.file_id where v.blob_id = ${id} order by f.space_id, f.id`.execute(
    tx,
  )
  return rows
}
