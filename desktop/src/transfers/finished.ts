import type { DatabaseSync } from 'node:sqlite'
import type { TransferRecord } from '@clouddisk/contract/desktop'
import { LIMITS } from '@clouddisk/contract/limits'
import { HOUR } from '@clouddisk/contract/time'

/** Finished transfers of each person, kept for 30 days (R77, R252). */
export interface FinishedRecords {
  add(userId: string, record: TransferRecord): void
  /** Newest first. @param pageNo from 1. */
  page(userId: string, pageNo: number, pageSize: number): TransferRecord[]
  count(userId: string): number
  get(userId: string, id: string): TransferRecord | undefined
  /** All of the person's without `ids`. */
  remove(userId: string, ids?: readonly string[]): void
}

export function finishedRecords(db: DatabaseSync, now: () => number): FinishedRecords {
  const write = db.prepare(
    'insert or replace into finished (id, user_id, finished_at, record) values (?, ?, ?, ?)',
  )
  const expire = db.prepare('delete from finished where finished_at <= ?')
  const read = db.prepare(
    `select record from finished where user_id = ? and finished_at > ?
     order by finished_at desc, rowid desc limit ? offset ?`,
  )
  const total = db.prepare('select count(*) as n from finished where user_id = ? and finished_at > ?')
  const one = db.prepare('select record from finished where user_id = ? and id = ?')
  const removeOne = db.prepare('delete from finished where user_id = ? and id = ?')
  const removeAll = db.prepare('delete from finished where user_id = ?')
  const since = () => now() - LIMITS.finishedRecordMs
  // At start-up (R117), and now and then in a client that runs for weeks.
  let expiredAt = 0
  const expireOld = () => {
    if (now() - expiredAt < HOUR) return
    expiredAt = now()
    expire.run(since())
  }
  expireOld()
  return {
    add(userId, record) {
      write.run(record.id, userId, record.finishedTime ?? now(), JSON.stringify(record))
      expireOld()
    },
    page: (userId, pageNo, pageSize) =>
      read
        .all(userId, since(), pageSize, (pageNo - 1) * pageSize)
        .map(({ record }) => JSON.parse(String(record))),
    count: (userId) => Number(total.get(userId, since())?.n ?? 0),
    get: (userId, id) => {
      const found = one.get(userId, id)
      return found && JSON.parse(String(found.record))
    },
    remove(userId, ids) {
      if (!ids) return void removeAll.run(userId)
      for (const id of ids) removeOne.run(userId, id)
    },
  }
}
