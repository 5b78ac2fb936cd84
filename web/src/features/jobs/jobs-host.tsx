import { queryJobs } from '@clouddisk/contract/jobs'
import { type ReactElement, Suspense, useEffect } from 'react'
import { call } from '../../lib/api.ts'
import { lazyPart, loadWithTimeout } from '../../lib/lazy-part.ts'
import { useWatchedJobs } from './watched-jobs.ts'

const JobCards = lazyPart(() => import('./job-cards.tsx'), 'JobCards')

/** Shows the running background jobs; mounted once in the page. */
export function JobsHost(): ReactElement {
  const jobs = useWatchedJobs()
  useEffect(() => void resumeJobs().catch(() => undefined), [])
  return <Suspense>{jobs.length > 0 && <JobCards jobs={jobs} />}</Suspense>
}

/** After a reload; what follows them comes only if some still run. */
async function resumeJobs(): Promise<void> {
  const open = (await call(queryJobs, {})).filter(({ endTime }) => endTime === null)
  if (open.length === 0) return
  const { resume } = await loadWithTimeout(() => import('./jobs.ts'))
  resume(open)
}
