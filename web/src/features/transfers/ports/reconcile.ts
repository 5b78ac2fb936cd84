import type { StoredItem, StoredQueue, UploadStorage } from '@clouddisk/client/uploads/ports'
import type { OpenUpload } from '@clouddisk/contract/uploads'

/** Reconciles the stored queue with the server's sessions (G27). Unchanged if the server does not answer. */
export const reconcileWithServer = (
  storage: UploadStorage,
  openUploads: () => Promise<readonly OpenUpload[]>,
): UploadStorage => ({
  save: storage.save,
  load: async () => {
    const stored = await storage.load()
    if (!stored?.items.some((item) => item.objectKey !== null)) return stored
    const open = await openUploads().catch(() => undefined)
    return open ? withSessions(stored, open) : stored
  },
})

function withSessions(stored: StoredQueue, open: readonly OpenUpload[]): StoredQueue {
  const sessions = new Map(open.map((session) => [session.objectKey, session]))
  return {
    ...stored,
    items: stored.items.map((item) => {
      if (item.objectKey === null) return item
      const session = sessions.get(item.objectKey)
      if (session) return asReceived(item, session)
      // Without a session the upload may be complete, also by another device; resuming finds out.
      return isOver(item) ? withoutProgress(item) : item
    }),
  }
}

function asReceived(item: StoredItem, { receivedSize, expireTime }: OpenUpload): StoredItem {
  const known = { ...item, resumableUntil: expireTime }
  if (receivedSize === null) return known
  return {
    ...known,
    percentage: item.fileSize === 0 ? 0 : (receivedSize / item.fileSize) * 100,
    uploadInfo: { ...item.uploadInfo, currentSize: receivedSize },
  }
}

const isOver = ({ resumableUntil, work }: StoredItem): boolean =>
  resumableUntil !== null && Date.parse(resumableUntil) < Date.now() && !work.completing && !work.stored

/** The server has discarded the received parts, unless the upload was completed elsewhere. */
const withoutProgress = (item: StoredItem): StoredItem => ({
  ...item,
  uploadId: null,
  resumableUntil: null,
  percentage: 0,
  uploadInfo: { ...item.uploadInfo, currentSize: 0 },
})
