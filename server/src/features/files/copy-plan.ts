import { sql } from 'kysely'
import type { Reader, Tx } from '../../db/database.ts'

/** SQL for the plan of a copy: all of its rows, written before the first is created. */

export interface PlannedTop {
  readonly sourceId: string
  readonly copyId: string
}

/** Writes the plan from the current state of the sources. Returns the number of rows and bytes. */
export async function writePlan(
  tx: Tx,
  jobId: string,
  tops: readonly PlannedTop[],
  /** Ids left out together with everything below. */
  without: readonly string[] = [],
): Promise<{ rows: number; bytes: number }> {
  const { rows } = await sql<{ rows: number; bytes: number }>`
    with recursive down as (
      select f.id as source_id, t.copy_id as id, null::uuid as parent_id, 0 as level, f.is_folder, f.name, f.name_key,
        f.ext, f.pinyin, f.version_id, f.size, classification_of(f.id) as classification,
        f.labels, f.label_keys, f.remark
      from unnest(${tops.map((top) => top.sourceId)}::uuid[], ${tops.map((top) => top.copyId)}::uuid[])
        as t(source_id, copy_id) join file f on f.id = t.source_id
      union all
      select f.id, new_id(), down.id, down.level + 1, f.is_folder, f.name, f.name_key, f.ext, f.pinyin, f.version_id, f.size,
        f.classification, f.labels, f.label_keys, f.remark
      from down join file f on f.parent_id = down.source_id where f.id <> all(${without}::uuid[])
    ), planned as (
      insert into copy_row (job_id, no, id, parent_id, is_folder, name, name_key, ext, pinyin, source_version_id, version_id, size,
        classification, labels, label_keys, remark)
      select ${jobId}::uuid, row_number() over (order by level), id, parent_id, is_folder, name, name_key, ext, pinyin,
        version_id, case when is_folder then null else new_id() end, size, classification, labels, label_keys,
        remark
      from down
      returning size
    )
    select count(*) as rows, coalesce(sum(size), 0)::bigint as bytes from planned`.execute(tx)
  return rows[0] ?? { rows: 0, bytes: 0 }
}

/** Gives the labels of what is copied to the target's space, in their colors where it has none of that name. */
export async function addPlannedLabels(
  tx: Tx,
  jobId: string,
  sourceIds: readonly string[],
  spaceId: string,
): Promise<void> {
  await sql`
    insert into label (space_id, name_key, name, color)
    select distinct on (k.name_key) ${spaceId}::uuid, k.name_key, k.name, l.color
    from copy_row c cross join unnest(c.label_keys, c.labels) k (name_key, name)
    left join label l on l.name_key = k.name_key
      and l.space_id in (select space_id from file where id = any(${sourceIds}::uuid[]))
    where c.job_id = ${jobId}::uuid and c.labels is not null order by k.name_key, l.color is null
    on conflict do nothing`.execute(tx)
}

/** Plans copies without labels and remarks, for those who do not see them. */
export async function dropAnnotations(tx: Tx, jobId: string): Promise<void> {
  await tx
    .updateTable('copy_row')
    .set({ labels: null, label_keys: null, remark: null })
    .where('job_id', '=', jobId)
    .where((eb) => eb.or([eb('labels', 'is not', null), eb('remark', 'is not', null)]))
    .execute()
}

/** Creates the planned rows after `done`, with the content that was planned. */
export async function buildRows(
  tx: Tx,
  job: { readonly id: string; readonly spaceId: string; readonly personId: string },
  done: number,
  limit: number,
): Promise<{ made: number /** Files whose content is gone by now. */; lost: number }> {
  const batch = sql`copy_row c where c.job_id = ${job.id} and c.no > ${done} and c.no <= ${done + limit}`
  // Locks the blobs first: serializes with purges of the sources.
  await sql`
    select from blob where id in (
      select v.blob_id from file_version v where v.id in (select c.source_version_id from ${batch})
    ) order by id for key share`.execute(tx)
  const { rows } = await sql<{ made: number; lost: number }>`
    with batch as materialized (select c.* from ${batch}), made as (
      insert into file (id, space_id, parent_id, is_folder, name, name_key, ext, pinyin, size, version_id, version_no,
        total_size, total_charge, total_files, created_by, updated_by, classification, labels, label_keys, remark)
      select id, ${job.spaceId}::uuid, parent_id, is_folder, name, name_key, ext, pinyin, size, version_id,
        case when is_folder then 0 else 1 end, size, size, case when is_folder then 0 else 1 end,
        ${job.personId}::uuid, ${job.personId}::uuid, classification, labels, label_keys, remark
      from batch returning is_folder
    ), versions as (
      insert into file_version (id, file_id, no, blob_id, size, modified_at, created_by)
      select b.version_id, b.id, 1, v.blob_id, v.size, v.modified_at, ${job.personId}::uuid
      from batch b join file_version v on v.id = b.source_version_id returning id
    )
    select (select count(*) from made) as made,
      (select count(*) from made where not is_folder) - (select count(*) from versions) as lost`.execute(tx)
  return rows[0] ?? { made: 0, lost: 0 }
}

export async function dropPlan(db: Reader, jobId: string): Promise<void> {
  await db.deleteFrom('copy_row').where('job_id', '=', jobId).execute()
}
