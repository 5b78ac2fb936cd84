import type { SyncDirection, SyncFailure, SyncMode, SyncState } from '@clouddisk/contract/node-sync'
import { type RawBuilder, sql } from 'kysely'
import { virusStateOf } from '../../content/antivirus/state-sql.ts'
import { neededForRepair } from '../../content/copies/store.ts'
import type { Reader, Tx } from '../../db/database.ts'
import { descendants } from '../../db/file-tree.ts'

/** SQL of node sync: rules (which item) and targets (to which cluster). */

export interface SyncCluster {
  readonly id: string
  readonly name: string
  readonly siteName: string | null
  readonly direction: SyncDirection
  readonly mode: SyncMode
  readonly bytesPerSecond: number | null
  readonly nodes: number
}

export async function clusters(db: Reader): Promise<SyncCluster[]> {
  const { rows } = await sql<SyncCluster>`
    select c.id, c.name, s.name as "siteName", c.sync_direction as direction, c.sync_mode as mode,
      c.bytes_per_second as "bytesPerSecond", (select count(*)::int from node n where n.cluster_id = c.id) as nodes
    from cluster c left join site s on s.id = c.site_id order by lower(c.name)`.execute(db)
  return rows
}

export interface NewRule {
  readonly id: string
  readonly fileId: string
  readonly direction: SyncDirection
  readonly mode: SyncMode
  readonly personId: string
  readonly clusterIds: readonly string[]
}

/** Inserts the rule of a file, or changes it; targets that stay keep what they know. All are due. */
export async function saveRule(tx: Tx, rule: NewRule, now: Date): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    insert into sync_rule (id, file_id, direction, mode, created_by, created_at, updated_at, next_run_at)
    values (${rule.id}, ${rule.fileId}, ${rule.direction}, ${rule.mode}, ${rule.personId}, ${now}, ${now}, ${now})
    on conflict (file_id) do update set direction = excluded.direction, mode = excluded.mode,
      updated_at = excluded.updated_at, next_run_at = excluded.next_run_at
    returning id`.execute(tx)
  const [saved] = rows
  if (!saved) throw new Error('the rule was not saved')
  const ids = [...rule.clusterIds]
  await sql`delete from sync_target where rule_id = ${saved.id} and cluster_id <> all(${ids}::uuid[])`.execute(
    tx,
  )
  await sql`
    insert into sync_target (rule_id, cluster_id) select ${saved.id}, unnest(${ids}::uuid[])
    on conflict (rule_id, cluster_id) do update set state = 'waiting', reason = null, retry_at = null
      where sync_target.state <> 'syncing'`.execute(tx)
}

/** @returns the ids of files that were synced. */
export async function deleteRules(tx: Tx, fileIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ file_id: string }>`
    delete from sync_rule where file_id = any(${fileIds}::uuid[]) returning file_id`.execute(tx)
  return rows.map(({ file_id }) => file_id)
}

/** Makes rules due; those that run go on, and run again after that. */
export async function makeDue(tx: Tx, fileIds: readonly string[], now: Date): Promise<void> {
  await sql`update sync_rule set next_run_at = ${now} where file_id = any(${fileIds}::uuid[])`.execute(tx)
}

export interface DueTarget {
  readonly ruleId: string
  readonly clusterId: string
}

/**
 * Sets the targets of due rules, and failed ones whose time has come, to `waiting`, and returns all that wait. Rules are due again
 * `every` later.
 */
export async function takeDue(tx: Tx, now: Date, every: Date): Promise<DueTarget[]> {
  await sql`
    with due as (
      update sync_rule set next_run_at = ${every} where next_run_at <= ${now} returning id)
    update sync_target t set state = 'waiting', reason = null, retry_at = null
    where t.state in ('finished', 'failed') and (t.rule_id in (select id from due) or t.retry_at <= ${now})`.execute(
    tx,
  )
  const { rows } = await sql<DueTarget>`
    select rule_id as "ruleId", cluster_id as "clusterId" from sync_target where state in ('waiting', 'syncing')
    order by started_at nulls first`.execute(tx)
  return rows
}

export interface SyncRun extends DueTarget {
  readonly fileId: string
  readonly direction: SyncDirection
  readonly mode: SyncMode
  readonly clusterIds: readonly string[]
  readonly bytesPerSecond: number | null
  /** Days that copies of the mode "sync only" are kept: the least of the cluster's buckets. */
  readonly storageCycle: number
}

/** Marks a target as running; undefined if the rule is gone. */
export async function beginRun(
  db: Reader,
  { ruleId, clusterId }: DueTarget,
  { now, defaultDays }: { now: Date; defaultDays: number },
): Promise<SyncRun | undefined> {
  const { rows } = await sql<SyncRun>`
    update sync_target t set state = 'syncing', reason = null, retry_at = null, started_at = ${now},
      files = 0, files_done = 0, bytes = 0, bytes_done = 0
    from sync_rule r, cluster c
    where t.rule_id = ${ruleId} and t.cluster_id = ${clusterId} and r.id = t.rule_id and c.id = t.cluster_id
    returning t.rule_id as "ruleId", t.cluster_id as "clusterId", r.file_id as "fileId", r.direction, r.mode,
      c.bytes_per_second as "bytesPerSecond",
      (select coalesce(min(coalesce(b.storage_cycle, ${defaultDays})), ${defaultDays})::int from cluster_bucket b
        where b.cluster_id = c.id) as "storageCycle",
      array(select o.cluster_id from sync_target o where o.rule_id = r.id) as "clusterIds"`.execute(db)
  return rows[0]
}

export interface Amount {
  readonly files: number
  readonly bytes: number
}

/** Notes what a run has to copy. */
export async function reportTotal(db: Reader, { ruleId, clusterId }: DueTarget, { files, bytes }: Amount) {
  await sql`update sync_target set files = ${files}, bytes = ${bytes}
    where rule_id = ${ruleId} and cluster_id = ${clusterId}`.execute(db)
}

/** False if the target is gone: the sync was ended. */
export async function reportDone(db: Reader, { ruleId, clusterId }: DueTarget, { files, bytes }: Amount) {
  const { numAffectedRows } = await sql`
    update sync_target set files_done = files_done + ${files}, bytes_done = bytes_done + ${bytes}
    where rule_id = ${ruleId} and cluster_id = ${clusterId}`.execute(db)
  return numAffectedRows === 1n
}

export async function endRun(
  db: Reader,
  { ruleId, clusterId }: DueTarget,
  { now, reason, retryAt }: { now: Date; reason: SyncFailure | null; retryAt: Date | null },
): Promise<void> {
  const state: SyncState = reason === null ? 'finished' : 'failed'
  await sql`update sync_target set state = ${state}, reason = ${reason}, retry_at = ${retryAt},
      finished_at = case when ${reason}::text is null then ${now} else finished_at end
    where rule_id = ${ruleId} and cluster_id = ${clusterId}`.execute(db)
}

/** What is missing at a cluster: current content of a file, or of all files below a folder. */
export interface Missing {
  readonly fileId: string
  /** Of the cluster. */
  readonly buckets: readonly string[]
  /** Buckets whose content stays where it is. */
  readonly except: readonly string[]
  /** Content that was added before stays where it is; null: all. */
  readonly since: Date | null
}

const missing = ({ buckets, except, since }: Missing): RawBuilder<unknown> => sql`
  from down join file f on f.id = down.id join file_version v on v.id = f.version_id join blob b on b.id = v.blob_id
  where b.state = 'live' and coalesce(${virusStateOf('b.id')} <> 'infected', true) and b.bucket <> all(${[...buckets, ...except]}::text[])
    and not exists (select from blob c where c.duplicate_of = b.id and c.state = 'copy' and c.bucket = any(${[...buckets]}::text[]))
    and (${since}::timestamptz is null or v.created_at > ${since})`

export async function countMissing(db: Reader, which: Missing): Promise<Amount> {
  const { rows } = await sql<Amount>`with recursive ${descendants([which.fileId])}
    select count(*)::int as files, coalesce(sum(size), 0)::bigint as bytes
    from (select distinct b.id, b.size ${missing(which)}) m`.execute(db)
  return rows[0] ?? { files: 0, bytes: 0 }
}

/** Ids of missing content above `after`, in order. */
export async function missingIds(
  db: Reader,
  which: Missing,
  after: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`with recursive ${descendants([which.fileId])}
    select distinct b.id ${missing(which)} and b.id > ${after} order by b.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Copies that the storage cycle of their bucket has ended for, of content that nothing keeps for longer and that is whole. */
export async function expiredCopies(
  db: Reader,
  now: Date,
  defaultDays: number,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from blob c join cluster_bucket o on o.bucket = c.bucket
    where c.state = 'copy' and c.state_since < ${now}::timestamptz - make_interval(days => coalesce(o.storage_cycle, ${defaultDays}))
      and not exists (${keepers(sql`and r.mode = 'syncAndSave'`)}) and not ${isRequested(now)}
      and not ${neededForRepair}
    limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Copies, and whether a rule, a request or a repair still wants them at their cluster. */
export async function unwantedCopies(
  db: Reader,
  now: Date,
  after: string,
  limit: number,
): Promise<{ id: string; isWanted: boolean }[]> {
  const { rows } = await sql<{ id: string; isWanted: boolean }>`
    select c.id, exists (${keepers(sql``)}) or ${isRequested(now)} or ${neededForRepair} as "isWanted"
    from blob c join cluster_bucket o on o.bucket = c.bucket
    where c.state = 'copy' and c.id > ${after} order by c.id limit ${limit}`.execute(db)
  return rows
}

/** Whether somebody asked for the copy `c` at the cluster `o` of its bucket, and its time has not ended. */
const isRequested = (now: Date): RawBuilder<unknown> => sql`
  exists (select from requested_copy q where q.blob_id = c.duplicate_of and q.cluster_id = o.cluster_id and q.keep_until > ${now})`

/** Rules of files with the content of the copy `c`, and of folders above them, to the cluster `o` of its bucket. */
const keepers = (which: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  with recursive up as (
    select f.id, f.parent_id from file_version v join file f on f.version_id = v.id where v.blob_id = c.duplicate_of
    union
    select f.id, f.parent_id from up join file f on f.id = up.parent_id)
  select from up join sync_rule r on r.file_id = up.id join sync_target t on t.rule_id = r.id
  where t.cluster_id = o.cluster_id ${which}`

export interface RuleRow {
  readonly ruleId: string
  readonly fileId: string
  readonly direction: SyncDirection
  readonly mode: SyncMode
  readonly nextRunAt: Date
  readonly targets: readonly TargetRow[]
}
export interface TargetRow {
  readonly clusterId: string
  readonly clusterName: string
  readonly state: SyncState
  readonly reason: SyncFailure | null
  readonly files: number
  readonly filesDone: number
  readonly bytes: number
  readonly bytesDone: number
  readonly finishedAt: string | null
  readonly retryAt: string | null
}

const RULE = sql<RuleRow>`
  select r.id as "ruleId", r.file_id as "fileId", r.direction, r.mode, r.next_run_at as "nextRunAt",
    (select coalesce(json_agg(json_build_object('clusterId', t.cluster_id, 'clusterName', c.name, 'state', t.state,
        'reason', t.reason, 'files', t.files, 'filesDone', t.files_done, 'bytes', t.bytes, 'bytesDone', t.bytes_done,
        'finishedAt', t.finished_at, 'retryAt', t.retry_at) order by lower(c.name)), '[]')
      from sync_target t join cluster c on c.id = t.cluster_id where t.rule_id = r.id) as targets
  from sync_rule r join file f on f.id = r.file_id`

export async function ruleOf(db: Reader, fileId: string): Promise<RuleRow | undefined> {
  return (await sql<RuleRow>`${RULE} where r.file_id = ${fileId}`.execute(db)).rows[0]
}

/** Rules of files in these spaces, or made by the person; latest first. */
export async function rulesOf(
  db: Reader,
  { spaceIds, personId, keyword }: { spaceIds: readonly string[]; personId: string; keyword: string },
): Promise<RuleRow[]> {
  const { rows } = await sql<RuleRow>`
    ${RULE}
    where (f.space_id = any(${[...spaceIds]}::uuid[]) or r.created_by = ${personId})
      and (${keyword} = '' or position(lower(${keyword}) in lower(f.name)) > 0)
    order by r.created_at desc, r.id`.execute(db)
  return rows
}
