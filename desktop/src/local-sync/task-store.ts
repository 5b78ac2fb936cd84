import type { DatabaseSync } from 'node:sqlite'
import { LOCAL_SYNC_STATUSES, type LocalSyncTask } from '@clouddisk/contract/desktop'

/** Tasks of the local sync and what they have sent, in the client's database (B§3). */

const SCHEMA = `
  create table if not exists local_sync_task (
    id integer primary key autoincrement,
    user_id text not null,
    key text not null,
    local_path text not null,
    disk_path text not null,
    disk_path_ids text not null,
    in_group integer not null,
    sync_time text not null,
    sync_status text not null,
    last_sync_at integer,
    next_sync_at integer,
    errmsg text,
    report text
  ) strict;
  create table if not exists local_sync_file (
    task_id integer not null references local_sync_task on delete cascade,
    path text not null,
    size integer not null,
    modified real not null,
    sha256 text not null,
    primary key (task_id, path)
  ) strict, without rowid;
`

export type SyncReport = NonNullable<LocalSyncTask['report']>

/** Times are ms since the epoch. */
export interface SyncTask {
  readonly id: number
  readonly userId: string
  readonly key: string
  readonly localPath: string
  readonly diskPath: string
  readonly diskPathIds: string
  readonly inGroup: boolean
  readonly syncTime: string
  readonly syncStatus: LocalSyncTask['syncStatus']
  readonly lastSyncAt: number | null
  /** When the next run is due; kept, so that a run that was missed is caught up. Null while local sync is off. */
  readonly nextSyncAt: number | null
  readonly errmsg: string | null
  readonly report: SyncReport | null
}

/** A file as it was sent. */
export interface SentFile {
  readonly size: number
  /** ms. */
  readonly modified: number
  readonly sha256: string
}

type Row = Readonly<Record<string, unknown>>

export class TaskStore {
  readonly #db: DatabaseSync

  constructor(db: DatabaseSync) {
    this.#db = db
    db.exec('pragma foreign_keys = on')
    db.exec(SCHEMA)
  }

  list(userId: string): SyncTask[] {
    return this.#db
      .prepare('select * from local_sync_task where user_id = ? order by id')
      .all(userId)
      .map(taskOf)
  }

  get(id: number): SyncTask | undefined {
    const row = this.#db.prepare('select * from local_sync_task where id = ?').get(id)
    return row && taskOf(row)
  }

  create(task: Omit<SyncTask, 'id'>): SyncTask {
    const { lastInsertRowid } = this.#db
      .prepare(
        `insert into local_sync_task (user_id, key, local_path, disk_path, disk_path_ids, in_group, sync_time,
           sync_status, last_sync_at, next_sync_at, errmsg, report)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(...columnsOf(task))
    return { ...task, id: Number(lastInsertRowid) }
  }

  update(id: number, change: Partial<Omit<SyncTask, 'id'>>): SyncTask | undefined {
    const task = this.get(id)
    if (!task) return undefined
    const next = { ...task, ...change }
    this.#db
      .prepare(
        `update local_sync_task set user_id = ?, key = ?, local_path = ?, disk_path = ?, disk_path_ids = ?, in_group = ?,
           sync_time = ?, sync_status = ?, last_sync_at = ?, next_sync_at = ?, errmsg = ?, report = ? where id = ?`,
      )
      .run(...columnsOf(next), id)
    return next
  }

  remove(id: number): void {
    this.#db.prepare('delete from local_sync_task where id = ?').run(id)
  }

  sentFiles(taskId: number): Map<string, SentFile> {
    const rows = this.#db.prepare(
      'select path, size, modified, sha256 from local_sync_file where task_id = ?',
    )
    return new Map(
      rows
        .all(taskId)
        .map(({ path, size, modified, sha256 }) => [
          String(path),
          { size: Number(size), modified: Number(modified), sha256: String(sha256) },
        ]),
    )
  }

  keepSent(taskId: number, path: string, { size, modified, sha256 }: SentFile): void {
    this.#db
      .prepare(
        `insert into local_sync_file (task_id, path, size, modified, sha256)
         select id, ?, ?, ?, ? from local_sync_task where id = ?
         on conflict do update set size = excluded.size, modified = excluded.modified, sha256 = excluded.sha256`,
      )
      .run(path, size, modified, sha256, taskId)
  }
}

const columnsOf = (task: Omit<SyncTask, 'id'>) =>
  [
    ...[task.userId, task.key, task.localPath, task.diskPath, task.diskPathIds, task.inGroup ? 1 : 0],
    ...[task.syncTime, task.syncStatus, task.lastSyncAt, task.nextSyncAt, task.errmsg],
    task.report && JSON.stringify(task.report),
  ] as const

const numberOrNull = (value: unknown): number | null => (value === null ? null : Number(value))

/** 24:00 is read as 00:00 (C18). */
const timeOf = (stored: string): string => (stored === '24:00' ? '00:00' : stored)

/** Other names of an error are read as one (C19). */
const statusOf = (stored: unknown): SyncTask['syncStatus'] =>
  LOCAL_SYNC_STATUSES.find((status) => status === stored) ?? 'error'

const taskOf = (row: Row): SyncTask => ({
  id: Number(row.id),
  userId: String(row.user_id),
  key: String(row.key),
  localPath: String(row.local_path),
  diskPath: String(row.disk_path),
  diskPathIds: String(row.disk_path_ids),
  inGroup: row.in_group === 1,
  syncTime: timeOf(String(row.sync_time)),
  syncStatus: statusOf(row.sync_status),
  lastSyncAt: numberOrNull(row.last_sync_at),
  nextSyncAt: numberOrNull(row.next_sync_at),
  errmsg: row.errmsg === null ? null : String(row.errmsg),
  report: row.report === null ? null : JSON.parse(String(row.report)),
})
