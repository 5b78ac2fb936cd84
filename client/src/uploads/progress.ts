import { SECOND } from '@clouddisk/contract/time'
import { grantedSpeed, type UploadItem } from './state.ts'

/** Percentage, speed and remaining time of an item. Pure; times in ms, sizes in bytes. */

/** The speed is measured over five seconds, */
const WINDOW_MS = 5 * SECOND
/** or over this many parts at the granted rate: browsers buffer a part long before it is sent. */
const WINDOW_PARTS = 3
/** Number of samples kept for this time. */
const SAMPLES = 50
/** Minimum time span of a measurement. */
const MIN_SPAN_MS = 500

/** Confirmed bytes and bytes in flight. */
export function sentBytes(item: UploadItem): number {
  let sum = 0
  for (const receipt of Object.values(item.oSuccessPart)) sum += receipt.size
  for (const [part, bytes] of Object.entries(item.loadedChunks)) {
    if (!item.oSuccessPart[Number(part)]) sum += bytes
  }
  return Math.min(sum, item.fileSize)
}

/** The item with percentage, speed and remaining time as of `at`. */
export function withMeasuredProgress(item: UploadItem, at: number): UploadItem {
  const currentSize = item.work.stored ? item.fileSize : sentBytes(item)
  const granted = grantedSpeed(item) ?? Number.POSITIVE_INFINITY
  const window = Math.max(WINDOW_MS, (WINDOW_PARTS * item.partSize * 1000) / granted)
  const recent = item.work.samples.filter(([time]) => time > at - window && time <= at)
  const samples = [...thinned(recent, window / SAMPLES), [at, currentSize] as const]
  const speed = Math.min(granted, speedOf(samples) ?? item.uploadInfo.speed)
  return {
    ...item,
    percentage: item.fileSize === 0 ? 0 : (currentSize / item.fileSize) * 100,
    uploadInfo: {
      ...item.uploadInfo,
      currentSize,
      speed,
      left: speed > 0 ? (item.fileSize - currentSize) / speed : null,
    },
    work: { ...item.work, samples },
  }
}

/** The item after its transfers stopped: bytes in flight are dropped, confirmed ones stay. */
export function withStoppedTransfer(item: UploadItem): UploadItem {
  const stopped = { ...item, loadedChunks: {} }
  const currentSize = item.work.stored ? item.fileSize : sentBytes(stopped)
  return {
    ...stopped,
    percentage: item.fileSize === 0 ? 0 : (currentSize / item.fileSize) * 100,
    uploadInfo: { ...item.uploadInfo, currentSize, speed: 0, left: null },
    work: { ...item.work, samples: [] },
  }
}

type Sample = readonly [at: number, bytes: number]

/** Drops the last sample if it follows the one before too closely. */
function thinned(samples: readonly Sample[], apart: number): readonly Sample[] {
  const [before, last] = samples.slice(-2)
  return before && last && last[0] - before[0] < apart ? samples.slice(0, -1) : samples
}

function speedOf(samples: readonly Sample[]): number | undefined {
  const [first] = samples
  const last = samples.at(-1)
  if (!first || !last || last[0] - first[0] < MIN_SPAN_MS) return undefined
  return Math.max(0, ((last[1] - first[1]) * 1000) / (last[0] - first[0]))
}
