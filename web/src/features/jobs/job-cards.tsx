import { CopyPlus, X } from 'lucide-react'
import type { ReactElement } from 'react'
import { extensionFor } from '../../lib/extension-points.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { stopJob } from './jobs.ts'
import { t } from './strings.ts'
import type { WatchedJob } from './watched-jobs.ts'

/** At the lower left while something runs in the background. */
export const JobCards = ({ jobs }: { jobs: readonly WatchedJob[] }): ReactElement => (
  // On a phone, above the button that uploads.
  <section
    aria-label={t('running')}
    className="fixed bottom-14 left-5 z-[900] md:left-[84px] xl:left-[252px] w-[340px] max-w-[calc(100vw-40px)] max-md:bottom-24"
  >
    <ul aria-label={t('running')} className="flex flex-col gap-3">
      {jobs.map((job) => (
        <JobCard key={job.jobId} watched={job} />
      ))}
    </ul>
  </section>
)

function JobCard({ watched }: { watched: WatchedJob }): ReactElement {
  const { jobId, title, job, unreachable, cancelling } = watched
  const running = job?.state === 'running' && job.total > 0
  return (
    <li className="flex items-start gap-3 rounded-l border border-line bg-pop p-3.5 pr-2 shadow-2">
      <span className="flex size-8 shrink-0 items-center justify-center rounded-full bg-info-soft text-info">
        <CopyPlus size={17} aria-hidden />
      </span>
      <div className="min-w-0 flex-1">
        <p className="truncate text-secondary font-medium" title={title}>
          {title}
        </p>
        <ProgressBar
          label={title}
          value={running ? job.done / job.total : 0}
          tone={running ? 'info' : 'striped'}
          className="my-1.5"
        />
        <p className="tabular text-caption text-mut" role="status">
          {statusText(watched)}
        </p>
        {job?.importId !== undefined && <ReportLink importId={job.importId} />}
      </div>
      <IconButton
        size="small"
        icon={X}
        label={t('cancel')}
        busy={cancelling}
        disabledReason={unreachable ? t('unreachable') : undefined}
        onClick={() => void stopJob(jobId)}
      />
    </li>
  )
}

const ReportLink = ({ importId }: { importId: string }): ReactElement => (
  <button
    type="button"
    onClick={() => extensionFor('imports')?.openReport(importId)}
    className="finger mt-1 rounded-s text-caption font-medium text-accent-text hover:underline"
  >
    {t('report')}
  </button>
)

function statusText({ job, unreachable, cancelling }: WatchedJob): string {
  if (cancelling) return t('cancelling')
  if (unreachable) return t('unreachable')
  if (!job || job.state === 'queued') return t('waiting')
  if (job.total === 0) return t('preparing')
  return t('progress', { done: job.done, total: job.total })
}
