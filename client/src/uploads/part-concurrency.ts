import type { Failure } from './messages.ts'
import { grantedSpeed, type PartConcurrency, type Task, type UploadItem, type UploadState } from './state.ts'
import type { Transition } from './transition.ts'

/**
 * How many parts of a file are sent at a time (R103). The number starts at the allowed maximum. It drops by one when a part
 * is lost on the way, and by half when a part times out. After several rounds without a loss it rises by one. On a line too
 * thin for the maximum, parts sent in parallel would all run into their time limit again and again.
 */

/** Rounds of sent parts before the number rises. */
const ROUNDS_PER_INCREASE = 4

/**
 * If a part takes longer than this at the granted rate, one part at a time reaches the rate, and a pause loses less.
 */
const LONG_MS = 2000

export const partConcurrencyOf = ({ partConcurrency: current, settings }: UploadState): number =>
  Math.min(current?.parts ?? settings.partsInFlight, settings.partsInFlight)

export function partConcurrencyFor(state: UploadState, item: UploadItem): number {
  const granted = grantedSpeed(item)
  return granted !== null && item.partSize * 1000 >= granted * LONG_MS ? 1 : partConcurrencyOf(state)
}

/** Called when a part was lost or timed out. */
export function reducePartConcurrency(transition: Transition, task: Task, failure: Failure): void {
  if (task.part === null || task.id < (transition.state.partConcurrency?.sinceTask ?? 0)) return
  const before = partConcurrencyOf(transition.state)
  const fewer = failure.kind === 'timeout' ? Math.floor(before / 2) : before - 1
  transition.updateState({
    partConcurrency: { parts: Math.max(1, fewer), sentParts: 0, sinceTask: transition.state.nextTask },
  })
}

/** Called when a part was sent. */
export function countSentPart(transition: Transition): void {
  const { partConcurrency: current, settings } = transition.state
  if (current)
    transition.updateState({
      partConcurrency: increased({ ...current, sentParts: current.sentParts + 1 }, settings.partsInFlight),
    })
}

function increased(current: PartConcurrency, max: number): PartConcurrency | null {
  if (current.sentParts < ROUNDS_PER_INCREASE * current.parts) return current
  return current.parts + 1 < max ? { ...current, parts: current.parts + 1, sentParts: 0 } : null
}
