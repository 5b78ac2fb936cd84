import { isActive, type UploadItem } from '@clouddisk/client/uploads/state'
import type { Uploads } from '../transfers/uploads/uploads.ts'

/** Notices that uploads get no further: the server is away, or says that it is not available. */

const CHECK_MS = 1000

/** Work that may take long without a sign of progress. */
const SILENT: ReadonlySet<string> = new Set(['complete', 'save', 'hash', 'second'])

/** Calls `onStalled` once. @returns what ends the watch. */
export function watchForStall(uploads: Uploads, timeoutMs: number, onStalled: () => void): () => void {
  let [last, since] = ['', performance.now()]
  const timer = setInterval(() => {
    const items = uploads.items()
    const now = performance.now()
    const seen = progressOf(items)
    if (seen !== last || items.some(isBusy)) [last, since] = [seen, now]
    if (!items.some(isOpen)) since = now
    if (now - since < timeoutMs) return
    clearInterval(timer)
    onStalled()
  }, CHECK_MS)
  return () => clearInterval(timer)
}

const progressOf = (items: readonly UploadItem[]): string =>
  items.map(({ uid, hashedBytes, uploadInfo }) => `${uid} ${hashedBytes} ${uploadInfo.currentSize}`).join()

const isBusy = ({ work }: UploadItem): boolean =>
  work.tasks.some(({ kind, waiting }) => waiting === null && SILENT.has(kind))

const isOpen = (item: UploadItem): boolean =>
  isActive(item) || item.status === 'ready' || (item.status === 'pause' && item.pauseReason === 'offline')
