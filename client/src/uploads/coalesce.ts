import { LIMITS } from '@clouddisk/contract/limits'
import type { Clock } from './ports.ts'

/** Many small happenings become few. */

/** At most ten events of progress a second reach the machine. */
const PROGRESS_MS = 100

export interface Sent {
  readonly uid: string
  readonly task: number
  readonly bytes: number
}

/** Collects the newest figure of each task; `drop` forgets a task that has ended. */
export function createProgress(clock: Clock, tell: (sent: Sent[]) => void) {
  const newest = new Map<number, Sent>()
  let due = false
  const flush = () => {
    due = false
    const sent = [...newest.values()]
    newest.clear()
    if (sent.length > 0) tell(sent)
  }
  return {
    note(sent: Sent) {
      newest.set(sent.task, sent)
      if (!due) clock.after(PROGRESS_MS, flush)
      due = true
    },
    drop: (task: number) => void newest.delete(task),
  }
}

/** Many files of one folder refresh its list once. */
export function createRefresher(clock: Clock, refresh: (parentIds: readonly string[]) => void) {
  const due = new Set<string>()
  return (parentId: string, ms: number) => {
    const key = `${parentId} ${ms}`
    if (due.has(key)) return
    due.add(key)
    clock.after(Math.max(ms, LIMITS.refreshFlagResetMs), () => {
      due.delete(key)
      refresh([parentId])
    })
  }
}
