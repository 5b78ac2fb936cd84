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

/** The whole queue in a line, for the footer, the badge and the bar of the minimised panel. Pure. */
export interface UploadTotals {
  /** Files that are going up or in line. */
  readonly running: number
  readonly paused: number
  /** Those alone that do not go on by themselves. */
  readonly failed: number
  /** They go on once others have made room. */
  readonly waitingForSpace: number
  /** Paused by hand or after a restart: they go on when someone says so. */
  readonly resumable: number
  /** Bytes a second, of all that are going up. */
  readonly rate: number
  /** Seconds for all that are going up, in line or pending; null while nothing can be said. */
  readonly left: number | null
  /** Bytes a second that are granted where that is less than usual; else null. */
  readonly limit: number | null
  /** There is no time for any of it, and it is asked for again. */
  readonly postponed: boolean
  /** So it is, and it is the store alone that is away. */
  readonly storeUnavailable: boolean
  /** 0 to 1 of the bytes of this run: uploaded, running or pending. */
  readonly share: number
}

/** Bytes of a run that the list does not show. */
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
  const broken = items.filter(isFailed)
  const waitingForSpace = broken.filter(waitsForSpace).length
  return {
    running: running.length,
    paused: paused.length,
    failed: broken.length - waitingForSpace,
    waitingForSpace,
    resumable: paused.filter(isResumable).length,
    rate,
    left: rate > 0 ? (size - sent) / rate : null,
    limit,
    ...postponedBy(running),
    share: size > 0 ? sent / size : 0,
  }
}

/** What would not go on without this page and its person: also what waits for room. */
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

/** Paused uploads that go on when someone says so, and how many of them have lost their file. */
export function resumableUploads(state: UploadState): { items: UploadItem[]; lost: number } {
  const items = shownItems(state).filter(isResumable)
  return { items, lost: items.filter((item) => item.needsFile).length }
}
