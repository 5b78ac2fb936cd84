import type { DatabaseSync } from 'node:sqlite'
import type { StorageChange, StoredItem, StoredQueue, UploadStorage } from '@clouddisk/client/uploads/ports'
import { transact } from '../database.ts'
import type { Links } from './disk-file.ts'
import { type DiskHandle, unchangedFile } from './files.ts'

/** Each person's upload queue in the client's database. The handle of a file is its path and modification time. */

/** The tables of a queue: transfers of the person, or what local syncs send. */
export type QueueName = 'upload' | 'sync_upload'

/** A person chooses files, links too. What a local sync sends was found without them. */
export const linksIn = (name: QueueName): Links => (name === 'sync_upload' ? 'refused' : 'followed')

const schemaOf = (name: QueueName): string => `
  create table if not exists ${name}_queue (
    user_id text primary key,
    groups text not null
  ) strict;
  create table if not exists ${name} (
    uid text primary key,
    user_id text not null,
    position integer not null,
    item text not null,
    path text,
    modified real
  ) strict;
`

/** Creates the tables of a queue. Those of an older client hold the queue of whoever signed in last. */
export function createQueueTables(db: DatabaseSync, name: QueueName): void {
  const columns = db.prepare('select name from pragma_table_info(?)').all(name)
  if (columns.length > 0 && !columns.some((column) => column.name === 'user_id'))
    transact(db, () =>
      db.exec(`
        alter table ${name} add column user_id text not null default '';
        update ${name} set user_id = coalesce((select user_id from ${name}_queue), '');
        alter table ${name}_queue rename to ${name}_queue_before;
        create table ${name}_queue (user_id text primary key, groups text not null) strict;
        insert into ${name}_queue select user_id, groups from ${name}_queue_before where user_id is not null;
        drop table ${name}_queue_before;
      `),
    )
  db.exec(schemaOf(name))
}

/** Paths of the files in a person's queue, by the ids of their uploads. */
export function storedPaths(db: DatabaseSync, name: QueueName, userId: string): Map<string, string> {
  const rows = db.prepare(`select uid, path from ${name} where user_id = ? and path is not null`).all(userId)
  return new Map(rows.map(({ uid, path }) => [String(uid), String(path)]))
}

/** @param onStored is called in the transaction that stores these items. */
export function databaseStorage(
  db: DatabaseSync,
  name: QueueName,
  userId: string,
  onStored: (uids: readonly string[]) => void = () => undefined,
): UploadStorage {
  const readQueue = db.prepare(`select groups from ${name}_queue where user_id = ?`)
  const readItems = db.prepare(
    `select position, item, path, modified from ${name} where user_id = ? order by position`,
  )
  const writeQueue = db.prepare(
    `insert into ${name}_queue (user_id, groups) values (?, coalesce(?, '[]'))
     on conflict do update set groups = coalesce(?, groups)`,
  )
  const writeItem = db.prepare(
    `insert into ${name} (uid, user_id, position, item) values (?, ?, ?, ?)
     on conflict do update set item = excluded.item`,
  )
  const writeHandle = db.prepare(`update ${name} set path = ?, modified = ? where uid = ?`)
  const writePosition = db.prepare(`update ${name} set position = ? where uid = ?`)
  const removeItem = db.prepare(`delete from ${name} where uid = ?`)
  /** As stored: the list is written anew only if an item has moved. */
  const positions = new Map<string, number>()
  let last = 0

  const isOrdered = (order: readonly string[]): boolean => {
    let before = 0
    return order.every((uid) => {
      const position = positions.get(uid) ?? 0
      const follows = position > before
      before = position
      return follows
    })
  }

  return {
    async load(): Promise<StoredQueue | null> {
      const queue = readQueue.get(userId)
      if (!queue) return null
      const files = new Map<string, Blob>()
      const items: StoredItem[] = []
      for (const { position, item, path, modified } of readItems.all(userId)) {
        const stored: StoredItem = JSON.parse(String(item))
        items.push(stored)
        last = Number(position)
        positions.set(stored.uid, last)
        const handle = path === null ? null : { path: String(path), modified: Number(modified) }
        const file = handle && (await unchangedFile(handle, stored.fileSize, linksIn(name)))
        if (file) files.set(stored.uid, file)
      }
      return { userId, items, groups: JSON.parse(String(queue.groups)), files }
    },

    async save({ put, remove, groups, handles, order }: StorageChange): Promise<void> {
      transact(db, () => {
        const text = groups === null ? null : JSON.stringify(groups)
        writeQueue.run(userId, text, text)
        for (const item of put) {
          const position = positions.get(item.uid) ?? ++last
          positions.set(item.uid, position)
          writeItem.run(item.uid, userId, position, JSON.stringify(item))
        }
        for (const [uid, handle] of handles) {
          const { path, modified } = handle as DiskHandle
          writeHandle.run(path, modified, uid)
        }
        onStored(put.map(({ uid }) => uid))
        for (const uid of remove) {
          positions.delete(uid)
          removeItem.run(uid)
        }
        if (order === null || isOrdered(order)) return
        for (const uid of order) {
          last += 1
          positions.set(uid, last)
          writePosition.run(last, uid)
        }
      })
    },
  }
}
