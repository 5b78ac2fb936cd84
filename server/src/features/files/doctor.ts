import { nameKey } from '@clouddisk/contract/names'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../db/database.ts'
import { CORRUPTED_CONTENT } from '../../objects/scrub.ts'
import { ACCESS_CHECKS } from './doctor-access.ts'
import { GROUP_CHECKS } from './doctor-groups.ts'

/**
 * Checks of the tree and its ledgers for `doctor`. Every row returned is a fault; a healthy database returns
 * none.
 */

export interface ConsistencyFault {
  readonly check: string
  readonly id: string
  readonly says: string
}

interface Check {
  readonly name: string
  readonly query: RawBuilder<{ id: string; says: string }>
}

/**
 * Missing rows are found with "not exists", which is planned as a join; "not in" may scan the whole list for
 * each row.
 */
const CHECKS: readonly Check[] = [
  {
    name: 'every item is in a folder, a recycle bin, a running copy or extraction',
    query: sql`
      select f.id, 'is in none of these' as says from file f
      where f.parent_id is null
        and not exists (select from space s where s.root_id = f.id)
        and not exists (select from trash t where t.file_id = f.id)
        and not exists (
          select from job, jsonb_array_elements(job.input -> 'items') item
          where job.kind in ('copy', 'extract') and item ->> 'copyId' = f.id::text
        )`,
  },
  {
    name: 'no folder contains itself',
    query: sql`
      with recursive down as (
        select id from file where parent_id is null
        union all
        select f.id from down join file f on f.parent_id = down.id
      )
      select id, 'is not below any root' as says from file
      where not exists (select from down where down.id = file.id)`,
  },
  {
    name: 'every item is in the same space as its parent folder',
    query: sql`
      select c.id, 'is in another space than its parent, or its parent is a file' as says
      from file c join file p on p.id = c.parent_id where c.space_id <> p.space_id or not p.is_folder`,
  },
  {
    name: 'items in the recycle bin are nowhere else',
    query: sql`
      select t.id, 'is in the recycle bin and in a folder, or in another space' as says from trash t join file f on f.id = t.file_id
      where f.parent_id is not null or t.space_id <> f.space_id`,
  },
  {
    name: 'folder totals match their contents',
    query: sql`
      with recursive unfinished as (
        (
          select f.id from job, jsonb_array_elements(job.input -> 'items') item join file f on f.id::text = item ->> 'copyId'
          where job.kind in ('copy', 'extract') and f.parent_id is null
          union
          select f.id from purge join file f on f.id = purge.top_id where f.parent_id is null
        )
        union all
        select x.id from unfinished join file x on x.parent_id = unfinished.id
      )
      select f.id, format('has totals %s/%s/%s/%s/%s/%s, contents %s/%s/%s/%s/%s/%s', f.total_size, f.total_charge, f.total_files,
          f.total_folders, f.child_files, f.child_folders, coalesce(c.size, 0), coalesce(c.charge, 0), coalesce(c.files, 0),
          coalesce(c.folders, 0), coalesce(c.child_files, 0), coalesce(c.child_folders, 0)) as says
      from file f left join (
        select parent_id, sum(total_size) as size, sum(total_charge) as charge, sum(total_files) as files,
          sum(total_folders) + count(*) filter (where is_folder) as folders,
          count(*) filter (where not is_folder) as child_files, count(*) filter (where is_folder) as child_folders
        from file where parent_id is not null group by parent_id
      ) c on c.parent_id = f.id
      where f.is_folder
        and (f.total_size, f.total_charge, f.total_files, f.total_folders, f.child_files, f.child_folders)
          is distinct from (coalesce(c.size, 0), coalesce(c.charge, 0), coalesce(c.files, 0), coalesce(c.folders, 0),
            coalesce(c.child_files, 0), coalesce(c.child_folders, 0))
        and not exists (select from unfinished where unfinished.id = f.id)`,
  },
  {
    name: 'file totals match their versions',
    query: sql`
      select f.id, 'size, charge or current version do not match its versions' as says
      from file f left join (
        select file_id, sum(size) as charge, max(no) as no from file_version group by file_id
      ) v on v.file_id = f.id left join file_version c on c.id = f.version_id
      where not f.is_folder and (f.size <> c.size or f.total_size <> f.size or f.total_charge <> v.charge or f.version_no <> v.no
        or f.total_files <> 1 or f.total_folders <> 0 or c.file_id <> f.id or v.file_id is null)`,
  },
  {
    name: 'versions match their content',
    query: sql`
      select v.id, 'refers to content of another size or state' as says from file_version v join blob b on b.id = v.blob_id
      where v.size <> b.size
        or b.state in ('pending', 'redundant', 'deleting', 'derived', 'copy') or (b.state = 'unverified' and b.sent_by is null)`,
  },
  {
    name: CORRUPTED_CONTENT,
    query: sql`
      select b.id, case when exists (select from corruption f where f.blob_id = b.id and f.repaired_at is null)
          then ${'cannot be opened; `scrub --repair-from PLACE` repairs it'}::text
          else ${'cannot be opened: it was lost, or differs from what was announced at upload; its sender can upload it again'}::text end as says from blob b
      where b.state = 'quarantined' and exists (select from file_version v where v.blob_id = b.id)`,
  },
  {
    name: 'only unused content is marked for removal',
    query: sql`
      select b.id, 'is marked wrongly' as says from blob b
      where b.state not in ('pending', 'redundant') and b.sha256 is not null
        and (b.state in ('unverified', 'live', 'quarantined')) <> exists (select from file_version v where v.blob_id = b.id)`,
  },
  {
    name: 'what is made from content belongs to it',
    query: sql`
      select b.id, 'is made from no content' as says from blob b
      where b.state = 'derived' and not exists (select from rendition r where r.blob_id = b.id)
      union all
      select r.id, 'names an object that was not made for it' from rendition r join blob b on b.id = r.blob_id
      where b.state <> 'derived'`,
  },
  {
    name: 'used space matches the files',
    query: sql`
      select s.id, format('used %s, files take %s', s.used, r.total_charge + coalesce(t.charge, 0)) as says
      from space s join file r on r.id = s.root_id left join (
        select t.space_id, sum(f.total_charge) as charge from trash t join file f on f.id = t.file_id
        where t.stage = 'person' group by t.space_id
      ) t on t.space_id = s.id
      where s.used <> r.total_charge + coalesce(t.charge, 0)`,
  },
  {
    name: 'reserved space matches open uploads, copies and extractions',
    query: sql`
      select s.id, format('reserved %s, needed %s', s.reserved, coalesce(u.size, 0) + coalesce(j.size, 0)) as says
      from space s
      left join (select space_id, sum(size) as size from upload where state = 'open' group by space_id) u on u.space_id = s.id
      left join (
        select input ->> 'spaceId' as space_id, sum((input ->> 'reserved')::bigint) as size from job
        where kind in ('copy', 'extract') and state in ('queued', 'running') group by 1
      ) j on j.space_id = s.id::text
      where s.reserved <> coalesce(u.size, 0) + coalesce(j.size, 0)`,
  },
  {
    name: 'recycle bin totals are correct',
    query: sql`
      select s.id, 'recycle bin totals differ from its items' as says from space s left join (
        select space_id, count(*) as n, sum(size) as bytes from trash where stage = 'person' group by space_id
      ) t on t.space_id = s.id
      where s.trash_entries <> coalesce(t.n, 0) or s.trash_size <> coalesce(t.bytes, 0)`,
  },
]

/**
 * All faults of the tree and the ledgers. Run it while nothing is written: a write in progress may look like
 * a fault.
 */
export async function checkFileConsistency(db: Reader): Promise<ConsistencyFault[]> {
  const faults: ConsistencyFault[] = []
  for (const check of [...CHECKS, ...GROUP_CHECKS, ...ACCESS_CHECKS]) {
    const { rows } = await check.query.execute(db)
    faults.push(...rows.map((row) => ({ check: check.name, ...row })))
  }
  faults.push(...(await wrongKeys(db)))
  return faults
}

const ROWS_A_STEP = 10_000

/**
 * Rows whose name key does not match their name, so that two items in a folder could have the same name. Keys used to
 * contain invisible characters; where removing them made two siblings equal, one kept its old key, which is accepted.
 */
async function wrongKeys(db: Reader): Promise<ConsistencyFault[]> {
  const faults: ConsistencyFault[] = []
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = await db
      .selectFrom('file')
      .select(['id', 'name', 'name_key'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_A_STEP)
      .execute()
    for (const row of rows) {
      if (!isValidKey(row.name, row.name_key))
        faults.push({ check: 'name keys match names', id: row.id, says: `has the key ${row.name_key}` })
    }
    const last = rows.at(-1)
    if (!last) return faults
    after = last.id
  }
}

/** The key that early versions gave a name, with all its characters; still in use where the name's own key was taken. */
const legacyNameKey = (name: string): string =>
  name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC')

function isValidKey(name: string, key: string): boolean {
  const own = nameKey(name)
  return key === own || (key === legacyNameKey(name) && nameKey(key) === own)
}
