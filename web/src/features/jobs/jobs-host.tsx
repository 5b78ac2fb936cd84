import { type ReactElement, Suspense, useEffect } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { resumeJobs, useWatchedJobs } from './jobs.ts'

const JobCards = lazyPart(() => import('./job-cards.tsx'), 'JobCards')

/** Shows the running background jobs; mounted once in the page. */
export function JobsHost(): ReactElement {
  const jobs = useWatchedJobs()
  useEffect(() => void resumeJobs(), [])
  return <Suspense>{jobs.length > 0 && <JobCards jobs={jobs} />}</Suspense>
}
