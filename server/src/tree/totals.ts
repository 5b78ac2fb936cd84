import { type RawBuilder, sql } from 'kysely'
import type { Reader, Tx } from '../db/database.ts'
import { ancestors, anyOf } from '../db/file-tree.ts'

/** Stored totals of a subtree: bytes of current content, bytes charged (all versions), files and folders. */
export interface Totals {
  readonly size: number
  readonly charge: number
  readonly files: number
  readonly folders: number
}

export const ZERO_TOTALS: Totals = { size: 0, charge: 0, files: 0, folders: 0 }

export const sumOfTotals = (a: Totals, b: Totals): Totals => ({
  size: a.size + b.size,
  charge: a.charge + b.charge,
  files: a.files + b.files,
  folders: a.folders + b.folders,
})

export const negate = (a: Totals): Totals => ({
  size: -a.size,
  charge: -a.charge,
  files: -a.files,
  folders: -a.folders,
})

/** Direct children that a folder gains. */
export interface ChildCounts {
  readonly files: number
  readonly folders: number
}

/** Adds to the totals of a folder and all folders above it; the caller holds the space lock. */
export async function addTotals(
  tx: Tx,
  folderId: string,
  totals: Totals,
  children: ChildCounts,
): Promise<void> {
  await sql`
    with recursive ${ancestors(sql`f.id = ${folderId}`)}
    update file f set
      total_size = total_size + ${totals.size}::bigint,
      total_charge = total_charge + ${totals.charge}::bigint,
      total_files = total_files + ${totals.files}::bigint,
      total_folders = total_folders + ${totals.folders}::bigint,
      child_files = child_files + case when f.id = ${folderId} then ${children.files}::int else 0 end,
      child_folders = child_folders + case when f.id = ${folderId} then ${children.folders}::int else 0 end
    where f.id = ${anyOf('up')}`.execute(tx)
}

/** A change of the totals of a folder and all folders above it. */
export interface TotalsDelta {
  readonly folderId: string
  readonly totals: Totals
  readonly children: ChildCounts
}

/**
 * `addTotals` for several folders as CTEs `up`, `net` and `summed` of another statement. Folders whose net
 * change is zero are not written.
 */
export function addTotalsSql(deltas: readonly TotalsDelta[]): RawBuilder<unknown> {
  const of = (pick: (gain: TotalsDelta) => number) => sql`${deltas.map(pick)}::bigint[]`
  return sql`up as (
      select f.id, f.parent_id, g.size, g.charge, g.files, g.folders, g.child_files, g.child_folders
      from unnest(${deltas.map(({ folderId }) => folderId)}::uuid[], ${of((g) => g.totals.size)},
        ${of((g) => g.totals.charge)}, ${of((g) => g.totals.files)}, ${of((g) => g.totals.folders)},
        ${of((g) => g.children.files)}, ${of((g) => g.children.folders)}
      ) as g(id, size, charge, files, folders, child_files, child_folders) join file f on f.id = g.id
      union all
      select f.id, f.parent_id, up.size, up.charge, up.files, up.folders, 0, 0
      from up join file f on f.id = up.parent_id
    ), net as (
      select id, sum(size)::bigint as size, sum(charge)::bigint as charge, sum(files)::bigint as files,
        sum(folders)::bigint as folders, sum(child_files)::int as child_files, sum(child_folders)::int as child_folders
      from up group by id
    ), summed as (
      update file f set total_size = total_size + net.size, total_charge = total_charge + net.charge,
        total_files = total_files + net.files, total_folders = total_folders + net.folders,
        child_files = f.child_files + net.child_files, child_folders = f.child_folders + net.child_folders
      from net where f.id = ${anyOf('net')} and f.id = net.id
        and (net.size, net.charge, net.files, net.folders, net.child_files, net.child_folders) <> (0, 0, 0, 0, 0, 0)
    )`
}

/** Computes totals and child counts of a newly built, detached subtree in one pass. */
export async function recomputeTotals(db: Reader, topId: string): Promise<void> {
  await sql`
    with recursive down as (
      select id, parent_id, is_folder, array[id] as path from file where id = ${topId}
      union all
      select f.id, f.parent_id, f.is_folder, down.path || f.id from down join file f on f.parent_id = down.id
    ), sums as (
      select anc as id, sum(f.size)::bigint as size, count(*) filter (where not d.is_folder) as files,
        count(*) filter (where d.is_folder and d.id <> anc) as folders,
        count(*) filter (where not d.is_folder and d.parent_id = anc) as child_files,
        count(*) filter (where d.is_folder and d.parent_id = anc) as child_folders
      from down d join file f on f.id = d.id, unnest(d.path) as anc
      group by anc
    )
    update file f set total_size = s.size, total_charge = s.size, total_files = s.files, total_folders = s.folders,
      child_files = s.child_files, child_folders = s.child_folders
    from sums s where s.id = f.id and f.is_folder`.execute(db)
}
