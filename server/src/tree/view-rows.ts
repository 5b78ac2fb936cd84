import type { ShownVirusState } from '@clouddisk/contract/antivirus'
import type { LabelColor } from '@clouddisk/contract/label-names'
import type { SyncState } from '@clouddisk/contract/node-sync'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../access/actor.ts'
import type { Reader } from '../db/database.ts'
import { type InstantText, instantText } from '../db/instant-text.ts'
import { compiledStatement, type ValueOrSql } from '../db/statement.ts'

/** A file row with the names of its creator and updater and the viewer's favorite mark. */
export interface ViewRow {
  id: string
  is_folder: boolean
  name: string
  ext: string
  size: number
  version_no: number
  child_files: number
  child_folders: number
  total_size: number
  created_at: InstantText
  updated_at: InstantText
  creator: string
  updater: string
  is_favorite: boolean
  is_shared: boolean
  is_linked: boolean
  /** Of its own sync to other clusters; null without one. */
  sync_state: SyncState | null
  /** Of its current content; null where that is clean, or was not scanned. */
  virus_state: ShownVirusState | null
  /** Its own. */
  classification: number | null
  labels: string[] | null
  /** Of each label; null where nobody has chosen one. */
  label_colors: (LabelColor | null)[] | null
  remark: string | null
}

/** A row with the viewer's entries on it. */
export interface ChildViewRow extends ViewRow {
  readonly entries: { principalId: string; role: string }[]
}

const FILE_COLUMNS = [
  'id',
  'is_folder',
  'name',
  'ext',
  'size',
  'version_no',
  'child_files',
  'child_folders',
  'total_size',
  'classification',
  'labels',
  'remark',
]
const INSTANTS = ['created_at', 'updated_at']

export const VIEW_FILE_COLUMNS: RawBuilder<unknown> = sql.join(
  [...FILE_COLUMNS, ...INSTANTS, 'created_by', 'updated_by', 'space_id', 'label_keys', 'version_id'].map(
    (name) => sql.ref(name),
  ),
)

/**
 * Columns of a file `f` joined by `viewJoins`. A share whose entries have all expired does not count, nor does a link of the
 * viewer that was stopped, or whose time or visits are over.
 */
export const viewColumns = (asOf: ValueOrSql<Date>, personId: ValueOrSql<string>): RawBuilder<ViewRow> => sql`
  ${sql.join(FILE_COLUMNS.map((name) => sql.ref(`f.${name}`)))},
  ${sql.join(INSTANTS.map((name) => sql`${instantText(`f.${name}`)} as ${sql.ref(name)}`))},
  c.real_name as creator, u.real_name as updater, v.id is not null as is_favorite,
  case when sh.id is null then false else exists (select from file_grant e where e.file_id = sh.file_id
    and e.source = 'share' and (e.expires_at is null or e.expires_at > ${asOf}::timestamptz)) end as is_shared,
  exists (select from link_target lt join link l on l.id = lt.link_id where lt.file_id = f.id
    and l.created_by = ${personId} and l.ended_at is null and (l.expires_at is null or l.expires_at > ${asOf}::timestamptz)
    and (l.max_visits is null or l.visits < l.max_visits)) as is_linked,
  (select case when bool_or(t.state = 'failed') then 'failed' when bool_or(t.state = 'syncing') then 'syncing'
      when bool_or(t.state = 'waiting') then 'waiting' when count(*) > 0 then 'finished' end
    from sync_rule r join sync_target t on t.rule_id = r.id where r.file_id = f.id) as sync_state,
  case when (select exists (select from virus_scan)) then (select scan.state from file_version fv
    join virus_scan scan on scan.blob_id = fv.blob_id and scan.state <> 'clean' where fv.id = f.version_id) end as virus_state,
  case when f.labels is not null then array(select l.color from unnest(f.label_keys) with ordinality k (name_key, no)
    left join label l on l.space_id = f.space_id and l.name_key = k.name_key order by k.no) end as label_colors`

export const viewJoins = (personId: ValueOrSql<string>): RawBuilder<unknown> => sql`
  join person c on c.id = f.created_by
  join person u on u.id = f.updated_by
  left join favorite v on v.file_id = f.id and v.person_id = ${personId}
  left join share sh on sh.file_id = f.id`

const byIds = compiledStatement<{ ids: readonly string[]; personId: string; asOf: Date }, ViewRow>(
  (slot) => sql`
    select ${viewColumns(slot('asOf'), slot('personId'))} from file f ${viewJoins(slot('personId'))} where f.id = any(${slot('ids')}::uuid[])`,
)

export async function viewRowsById(
  db: Reader,
  actor: Actor,
  ids: readonly string[],
): Promise<Map<string, ViewRow>> {
  if (ids.length === 0) return new Map()
  const rows = await byIds(db, { ids, personId: actor.personId, asOf: actor.asOf })
  return new Map(rows.map((row) => [row.id, row]))
}
