import type { Failure } from './messages.ts'
import { grantedSpeed, type Task, type UploadItem, type UploadState } from './state.ts'
import type { Turn } from './turn.ts'

/**
 * How many parts of a file go up at a time (R103): as many as are allowed, one less after some were lost on the way, half of
 * them after some took too long, and one more again after as many rounds as show that the line bears it. On a line that
 * is too thin for three at once each would end at its time limit, over and over.
 */
export interface Width {
  readonly parts: number
  /** Parts since it last changed. */
  readonly arrived: number
  /** Tasks from this number on were begun since: what was under way before says nothing new. */
  readonly since: number
}

/** Each part that goes up at a time must have arrived so often before there is one more. */
const ROUNDS = 4

/** Where a part takes so long at the rate that is granted, one at a time keeps to that rate, and a pause loses less. */
const LONG_MS = 2000

export const widthOf = ({ width, settings }: UploadState): number =>
  Math.min(width?.parts ?? settings.partsInFlight, settings.partsInFlight)

export function widthFor(state: UploadState, item: UploadItem): number {
  const granted = grantedSpeed(item)
  return granted !== null && item.partSize * 1000 >= granted * LONG_MS ? 1 : widthOf(state)
}

/** A part was lost, or took too long. */
export function narrow(turn: Turn, task: Task, failure: Failure): void {
  if (task.part === null || task.id < (turn.state.width?.since ?? 0)) return
  const now = widthOf(turn.state)
  const fewer = failure.kind === 'timeout' ? Math.floor(now / 2) : now - 1
  turn.change({ width: { parts: Math.max(1, fewer), arrived: 0, since: turn.state.nextTask } })
}

/** A part has arrived. */
export function widen(turn: Turn): void {
  const { width, settings } = turn.state
  if (width) turn.change({ width: grown({ ...width, arrived: width.arrived + 1 }, settings.partsInFlight) })
}

function grown(width: Width, most: number): Width | null {
  if (width.arrived < ROUNDS * width.parts) return width
  return width.parts + 1 < most ? { ...width, parts: width.parts + 1, arrived: 0 } : null
}
