import { jobsExtension } from './jobs.ts'

/** What the page of visitors of links uses of the jobs. */
export { JobCards } from './job-cards.tsx'
export { useWatchedJobs } from './watched-jobs.ts'
export const watchJob = jobsExtension.watch
