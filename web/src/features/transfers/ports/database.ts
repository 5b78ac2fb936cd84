import type { FinishedRecord, StoredItem, StoredQueue } from '@clouddisk/client/uploads/ports'
import Dexie, { type EntityTable } from 'dexie'
import type { FileHandles } from '../sources/walk.ts'

/** The browser's database of transfers. */

export interface QueueRow {
  readonly key: 'queue'
  readonly userId: string | null
  readonly order: readonly string[]
  readonly groups: StoredQueue['groups']
}
export interface HandleRow extends FileHandles {
  readonly uid: string
}
export interface FinishedRow extends FinishedRecord {
  readonly userId: string
  /** Several items as one ZIP: which they were is not kept. */
  readonly zip: boolean
}

export type TransferDatabase = Dexie & {
  queue: EntityTable<QueueRow, 'key'>
  items: EntityTable<StoredItem, 'uid'>
  handles: EntityTable<HandleRow, 'uid'>
  finished: EntityTable<FinishedRow, 'id'>
}

export function openDatabase(name = 'clouddisk-transfers'): TransferDatabase {
  const db = new Dexie(name) as TransferDatabase
  db.version(1).stores({
    queue: 'key',
    items: 'uid',
    handles: 'uid',
    finished: 'id, [userId+finishedTime], finishedTime',
  })
  return db
}
