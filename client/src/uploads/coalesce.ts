import { LIMITS } from '@clouddisk/contract/limits'
import type { Clock } from './ports.ts'

/** Merges frequent events. */

/** Limits progress events to ten per second. */
const PROGRESS_MS = 100

export interface TaskProgress {
  readonly uid: string
  readonly task: number
  readonly bytes: number
}

/** Reports the latest progress of each task. `drop` discards that of a finished task. */
export function coalesceProgress(clock: Clock, report: (sent: TaskProgress[]) => void) {
  const newest = new Map<number, TaskProgress>()
  let isScheduled = false
  const flush = () => {
    isScheduled = false
    const sent = [...newest.values()]
    newest.clear()
    if (sent.length > 0) report(sent)
  }
  return {
    note(sent: TaskProgress) {
      newest.set(sent.task, sent)
      if (!isScheduled) clock.after(PROGRESS_MS, flush)
      isScheduled = true
    },
    drop: (task: number) => void newest.delete(task),
  }
}

/** Merges refreshes of the same folder. */
export function coalesceRefreshes(clock: Clock, refresh: (parentIds: readonly string[]) => void) {
  const scheduled = new Set<string>()
  return (parentId: string, ms: number) => {
    const key = `${parentId} ${ms}`
    if (scheduled.has(key)) return
    scheduled.add(key)
    clock.after(Math.max(ms, LIMITS.refreshFlagResetMs), () => {
      scheduled.delete(key)
      refresh([parentId])
    })
  }
}
