import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * What the client keeps about transfers, in the data folder. SQLite in WAL mode: what is written survives a kill, and a
 * loss of power leaves a consistent, perhaps slightly older list.
 */

const SCHEMA = `
  create table if not exists download (
    id text primary key,
    user_id text not null,
    added_at integer not null,
    item text not null
  ) strict;
  create table if not exists finished (
    id text primary key,
    user_id text not null,
    finished_at integer not null,
    record text not null
  ) strict;
  create index if not exists finished_of_user on finished (user_id, finished_at);
`

/** @param folder the client's own; created if it is missing. */
export function openTransferDatabase(folder: string): DatabaseSync {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const db = new DatabaseSync(join(folder, 'transfers.db'))
  db.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000;')
  db.exec(SCHEMA)
  return db
}

/** Runs `work` in a transaction. */
export function transact(db: DatabaseSync, work: () => void): void {
  db.exec('begin immediate')
  try {
    work()
    db.exec('commit')
  } catch (error) {
    db.exec('rollback')
    throw error
  }
}
