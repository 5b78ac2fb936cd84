import { ApiError } from '@clouddisk/client/http/errors'
import { cancelJob, type Job, queryJob, queryJobs } from '@clouddisk/contract/jobs'
import { call, errorMessage } from '../../lib/api.ts'
import type { JobsExtension } from '../../lib/extension-points.ts'
import { createStore } from '../../lib/store.ts'
import { toast } from '../../ui/toast.tsx'
import { t } from './strings.ts'

/** Background jobs, polled until they end. */

export interface WatchedJob {
  readonly jobId: string
  readonly title: string
  /** Undefined until the first answer. */
  readonly job: Job | undefined
  readonly unreachable: boolean
  readonly cancelling: boolean
}

const store = createStore<readonly WatchedJob[]>([])
export const useWatchedJobs = store.use

const POLL_MS = 700
const RETRY_MS = 3000
const isOver = ({ state }: Job): boolean => state === 'done' || state === 'cancelled' || state === 'failed'

const update = (jobId: string, change: Partial<WatchedJob>) =>
  store.set(store.get().map((one) => (one.jobId === jobId ? { ...one, ...change } : one)))
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const ends = new Map<string, Promise<Job>>()

async function follow(jobId: string, title: string): Promise<Job> {
  store.set([...store.get(), { jobId, title, job: undefined, unreachable: false, cancelling: false }])
  try {
    for (;;) {
      const job = await pollJob(jobId)
      if (job && isOver(job)) {
        showJobFailure(job)
        return job
      }
      await pause(job ? POLL_MS : RETRY_MS)
    }
  } finally {
    ends.delete(jobId)
    store.set(store.get().filter((one) => one.jobId !== jobId))
  }
}

/** Undefined if the server could not be reached: the job continues. */
async function pollJob(jobId: string): Promise<Job | undefined> {
  try {
    const job = await call(queryJob, { jobId })
    update(jobId, { job, unreachable: false })
    return job
  } catch (error) {
    if (error instanceof ApiError && !error.retryable) throw error
    update(jobId, { unreachable: true })
    return undefined
  }
}

/** Success is shown by whoever started the job. */
function showJobFailure({ state }: Job): void {
  if (state === 'cancelled') toast.info(t('cancelled'))
  if (state === 'failed') toast.error(t('failed'))
}

function watch(jobId: string, title: string): Promise<Job> {
  const known = ends.get(jobId)
  if (known) return known
  const end = follow(jobId, title)
  ends.set(jobId, end)
  return end
}

export const jobsExtension: JobsExtension = { watch }

/** Cancels a job, which leaves no partial result. */
export async function stopJob(jobId: string): Promise<void> {
  update(jobId, { cancelling: true })
  try {
    await call(cancelJob, { jobId })
  } catch (error) {
    update(jobId, { cancelling: false })
    if (!(error instanceof ApiError && error.name === 'job_over')) {
      toast.error(t('notCancelled', { reason: errorMessage(error) }))
    }
  }
}

/** After a reload: what still runs is shown again. */
export async function resumeJobs(): Promise<void> {
  const jobs = await call(queryJobs, {}).catch(() => [])
  for (const job of jobs) {
    if (!isOver(job)) void watch(job.jobId, t('copying', { count: job.total })).catch(() => undefined)
  }
}
