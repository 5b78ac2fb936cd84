import type { DatabaseSync } from 'node:sqlite'
import type { StorageChange, StoredItem, StoredQueue, UploadStorage } from '@clouddisk/client/uploads/ports'
import { transact } from '../database.ts'
import { type DiskHandle, unchangedFile } from './files.ts'

/** The upload queue in the client's database. The handle of a file is its path and modification time. */

export function databaseStorage(db: DatabaseSync): UploadStorage {
  const readQueue = db.prepare('select user_id, groups from upload_queue')
  const readItems = db.prepare('select position, item, path, modified from upload order by position')
  const writeQueue = db.prepare(
    `insert into upload_queue (only, user_id, groups) values (1, ?, coalesce(?, '[]'))
     on conflict do update set user_id = excluded.user_id, groups = coalesce(?, groups)`,
  )
  const writeItem = db.prepare(
    'insert into upload (uid, position, item) values (?, ?, ?) on conflict do update set item = excluded.item',
  )
  const writeHandle = db.prepare('update upload set path = ?, modified = ? where uid = ?')
  const writePosition = db.prepare('update upload set position = ? where uid = ?')
  const removeItem = db.prepare('delete from upload where uid = ?')
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
      const queue = readQueue.get()
      if (!queue) return null
      const files = new Map<string, Blob>()
      const items: StoredItem[] = []
      for (const { position, item, path, modified } of readItems.all()) {
        const stored: StoredItem = JSON.parse(String(item))
        items.push(stored)
        last = Number(position)
        positions.set(stored.uid, last)
        const handle = path === null ? null : { path: String(path), modified: Number(modified) }
        const file = handle && (await unchangedFile(handle, stored.fileSize))
        if (file) files.set(stored.uid, file)
      }
      const userId = queue.user_id === null ? null : String(queue.user_id)
      return { userId, items, groups: JSON.parse(String(queue.groups)), files }
    },

    async save({ userId, put, remove, groups, handles, order }: StorageChange): Promise<void> {
      transact(db, () => {
        const text = groups === null ? null : JSON.stringify(groups)
        writeQueue.run(userId, text, text)
        for (const item of put) {
          const position = positions.get(item.uid) ?? ++last
          positions.set(item.uid, position)
          writeItem.run(item.uid, position, JSON.stringify(item))
        }
        for (const [uid, handle] of handles) {
          const { path, modified } = handle as DiskHandle
          writeHandle.run(path, modified, uid)
        }
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
