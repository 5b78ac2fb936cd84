import type { Job } from '@clouddisk/contract/jobs'
import { createStore } from '../../lib/store.ts'

/** The running background jobs that are shown. */

export interface WatchedJob {
  readonly jobId: string
  readonly title: string
  /** Undefined until the first answer. */
  readonly job: Job | undefined
  readonly unreachable: boolean
  readonly cancelling: boolean
}

export const watchedJobs = createStore<readonly WatchedJob[]>([])
export const useWatchedJobs = watchedJobs.use
