import { ApiError } from '@clouddisk/client/http/errors'
import { cancelJob, type Job, queryJob } from '@clouddisk/contract/jobs'
import { call, errorMessage, withoutErrorCode } from '../../lib/api.ts'
import { extensionFor, type JobsExtension } from '../../lib/extension-points.ts'
import { toast } from '../../ui/toast.tsx'
import { t } from './strings.ts'
import { watchedJobs as store, type WatchedJob } from './watched-jobs.ts'

/** Background jobs, polled until they end. */

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

const CANCELLED = {
  copy: 'cancelled',
  move: 'cancelled',
  extract: 'extractCancelled',
  import: 'importCancelled',
} as const

/** Success is shown by whoever started the job. */
function showJobFailure({ kind, state, list }: Job): void {
  if (state === 'cancelled') toast.info(t(CANCELLED[kind]))
  // Otherwise whoever started it says why.
  const isExplained = (kind === 'extract' || kind === 'import') && list.length > 0
  if (state === 'failed' && !isExplained) toast.error(t('failed'))
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

/** Nobody else shows why, after a reload. */
function showResumed({ kind, state, list, importId }: Job): void {
  const reason = list.find(({ errcode }) => errcode !== 0)?.errmsg
  const action =
    importId === undefined
      ? undefined
      : { label: t('report'), run: () => void extensionFor('imports')?.openReport(importId) }
  if (action && state === 'done') toast.ok(t('imported'), { action })
  if ((kind === 'extract' || kind === 'import') && state === 'failed' && reason)
    toast.error(withoutErrorCode(reason), action && { action })
}

const titleOf = ({ kind, total }: Job): string =>
  kind === 'extract' ? t('extracting') : kind === 'import' ? t('importing') : t('copying', { count: total })

/** After a reload: what still runs is shown again. */
export function resume(jobs: readonly Job[]): void {
  for (const job of jobs) void watch(job.jobId, titleOf(job)).then(showResumed, () => undefined)
}
