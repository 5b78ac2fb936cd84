import type { StorageChange, StoredItem, StoredQueue, UploadStorage } from '@clouddisk/client/uploads/ports'
import type { QueueRow, TransferDatabase } from './database.ts'
import { readGrantedFiles } from './file-access.ts'

/** The queue in the browser's database. Writes are transactions, so a crash leaves a consistent state. */
export function dexieStorage(db: TransferDatabase): UploadStorage {
  return {
    load: () => load(db),
    save: (change) => db.transaction('rw', db.queue, db.items, db.handles, () => apply(db, change)),
  }
}

async function load(db: TransferDatabase): Promise<StoredQueue | null> {
  const queue = await db.queue.get('queue')
  if (!queue) return null
  const items = inOrder(await db.items.toArray(), queue.order)
  const handles = await db.handles.bulkGet(items.map((item) => item.uid))
  return { userId: queue.userId, items, groups: queue.groups, files: await readGrantedFiles(handles) }
}

function inOrder(items: readonly StoredItem[], order: readonly string[]): StoredItem[] {
  const place = new Map(order.map((uid, index) => [uid, index]))
  const placeOf = (item: StoredItem) => place.get(item.uid) ?? Number.POSITIVE_INFINITY
  return items.toSorted((a, b) => placeOf(a) - placeOf(b) || a.addedAt - b.addedAt)
}

const EMPTY: QueueRow = { key: 'queue', userId: null, order: [], groups: [] }

async function apply(db: TransferDatabase, change: StorageChange): Promise<void> {
  const before = (await db.queue.get('queue')) ?? EMPTY
  // Do not show another person's list (R114).
  const other = before.userId !== null && change.userId !== null && before.userId !== change.userId
  if (other) await Promise.all([db.items.clear(), db.handles.clear()])
  const kept = other ? EMPTY : before
  await db.queue.put({
    key: 'queue',
    userId: change.userId ?? kept.userId,
    order: change.order ?? kept.order,
    groups: change.groups ?? kept.groups,
  })
  await db.items.bulkPut([...change.put])
  await db.items.bulkDelete([...change.remove])
  await db.handles.bulkDelete([...change.remove])
  await db.handles.bulkPut([...change.handles].flatMap(([uid, handles]) => handleRow(uid, handles)))
}

const handleRow = (uid: string, handles: unknown) =>
  isHandles(handles) ? [{ uid, file: handles.file, root: handles.root }] : []

const isHandles = (
  value: unknown,
): value is { file: FileSystemFileHandle; root: FileSystemDirectoryHandle | null } =>
  typeof value === 'object' && value !== null && 'file' in value && 'root' in value
