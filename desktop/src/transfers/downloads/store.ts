import type { DatabaseSync } from 'node:sqlite'
import { transact } from '../database.ts'
import type { Download } from './download.ts'

/** Downloads that are not finished, in the client's database. */
export interface DownloadStore {
  load(userId: string): Download[]
  save(downloads: readonly Download[]): void
  remove(ids: readonly string[]): void
}

export function downloadStore(db: DatabaseSync): DownloadStore {
  const read = db.prepare('select item from download where user_id = ? order by added_at, rowid')
  const write = db.prepare(
    `insert into download (id, user_id, added_at, item) values (?, ?, ?, ?)
     on conflict do update set item = excluded.item`,
  )
  const removeOne = db.prepare('delete from download where id = ?')
  return {
    load: (userId) => read.all(userId).map(({ item }) => JSON.parse(String(item))),
    save: (downloads) =>
      transact(db, () => {
        for (const one of downloads) write.run(one.id, one.userId, one.addedAt, JSON.stringify(one))
      }),
    remove: (ids) =>
      transact(db, () => {
        for (const id of ids) removeOne.run(id)
      }),
  }
}
