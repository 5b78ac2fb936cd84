import {
  grantedSpeed,
  isActive,
  isDeferred,
  isFailed,
  isStoreUnavailable,
  shownItems,
  type UploadItem,
  type UploadState,
  waitsForSpace,
} from '@clouddisk/client/uploads/state'

/** Totals of the queue, for the footer and the minimized bar. Pure. */
export interface UploadTotals {
  /** Files that are uploading or waiting. */
  readonly running: number
  readonly paused: number
  /** Without those that resume automatically. */
  readonly failed: number
  /** Resume automatically once there is space. */
  readonly waitingForSpace: number
  /** Paused by the user or after a restart. */
  readonly resumable: number
  /** Bytes per second of all running uploads. */
  readonly rate: number
  /** Seconds for all running, waiting and pending files; null if unknown. */
  readonly left: number | null
  /** The server's bandwidth limit in bytes per second, if reduced; else null. */
  readonly limit: number | null
  /** All active uploads are postponed and retried. */
  readonly postponed: boolean
  /** Postponed because the store is unavailable. */
  readonly storeUnavailable: boolean
  /** Uploaded share of the run's bytes, 0 to 1. */
  readonly share: number
}

/** Bytes of a run that are not in the list. */
interface UnlistedBytes {
  readonly uploaded: number
  readonly pending: number
}

export const isRunning = (item: UploadItem): boolean => isActive(item) || item.status === 'ready'

export function uploadTotals(
  state: UploadState,
  { uploaded, pending }: UnlistedBytes = { uploaded: 0, pending: 0 },
): UploadTotals {
  const items = shownItems(state)
  const running = items.filter(isRunning)
  const limit = speedLimitOf(running)
  const speed = running.reduce((sum, item) => sum + item.uploadInfo.speed, 0)
  const rate = Math.min(speed, limit ?? speed)
  const sent = uploaded + running.reduce((sum, item) => sum + item.uploadInfo.currentSize, 0)
  const size = uploaded + pending + running.reduce((sum, item) => sum + item.fileSize, 0)
  const paused = items.filter((item) => item.status === 'pause')
  const failed = items.filter(isFailed)
  const waitingForSpace = failed.filter(waitsForSpace).length
  return {
    running: running.length,
    paused: paused.length,
    failed: failed.length - waitingForSpace,
    waitingForSpace,
    resumable: paused.filter(isResumable).length,
    rate,
    left: rate > 0 ? (size - sent) / rate : null,
    limit,
    ...postponedBy(running),
    share: size > 0 ? sent / size : 0,
  }
}

/** Uploads that would stop without this page or its session. */
export function countUnfinished(state: UploadState): number {
  const { running, waitingForSpace } = uploadTotals(state)
  return running + waitingForSpace
}

export function postponedBy(
  running: readonly UploadItem[],
): Pick<UploadTotals, 'postponed' | 'storeUnavailable'> {
  const active = running.filter(isActive)
  const postponed = active.length > 0 && active.every(isDeferred)
  return { postponed, storeUnavailable: postponed && active.every(isStoreUnavailable) }
}

function speedLimitOf(running: readonly UploadItem[]): number | null {
  const granted = running.map(grantedSpeed).filter((speed) => speed !== null)
  return granted.length > 0 ? Math.min(...granted) : null
}

const isResumable = ({ status, pauseReason }: UploadItem): boolean =>
  status === 'pause' && (pauseReason === 'user' || pauseReason === 'restored')

/** Paused uploads that the user can resume, and how many of them need their file chosen again. */
export function resumableUploads(state: UploadState): { items: UploadItem[]; lost: number } {
  const items = shownItems(state).filter(isResumable)
  return { items, lost: items.filter((item) => item.needsFile).length }
}
