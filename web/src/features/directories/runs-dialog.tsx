import type { AdminDirectory } from '@clouddisk/contract/directories'
import type { DirectoryRun } from '@clouddisk/contract/directory-runs'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, ChevronRight } from 'lucide-react'
import { type ReactElement, useEffect, useState } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { formatDateTime } from '../../lib/format-date-time.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import type { DialogControl } from '../../ui/overlay-props.ts'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { isOpen, refreshDirectories, runsQuery } from './data.ts'
import { RunDetail } from './run-detail.tsx'
import { countsText, kindText, RunState } from './run-state.tsx'
import { t as ofScim } from './scim-strings.ts'
import { t } from './strings.ts'

export interface RunsDialogProps extends DialogControl {
  directory: AdminDirectory
  /** The run that is shown first. */
  runId: string | undefined
  change: boolean
}

const RUNS_SHOWN = 50

/** What each run of a directory did, and whom it waits for. */
export function RunsDialog({ directory, runId, change, ...dialog }: RunsDialogProps): ReactElement {
  const query = useQuery(runsQuery({ directoryId: directory.directoryId, pageSize: RUNS_SHOWN }))
  const [chosen, setChosen] = useState(runId)
  const runs = query.data?.list ?? []
  const run = runs.find((one) => one.runId === chosen)
  const running = runs.some(isOpen)
  // People and departments are others once a run has ended.
  useEffect(() => {
    if (!running) void refreshDirectories()
  }, [running])
  return (
    <Dialog
      {...dialog}
      width={860}
      title={t('runsTitle', { name: directory.name })}
      footerStart={
        run && (
          <Button icon={ArrowLeft} onClick={() => setChosen(undefined)}>
            {t('backToRuns')}
          </Button>
        )
      }
      footer={<Button onClick={() => dialog.onOpenChange(false)}>{t('close')}</Button>}
    >
      <div className="min-h-[min(50vh,420px)]">
        {run ? (
          <RunDetail key={run.runId} run={run} change={change} onNext={setChosen} />
        ) : query.error && !query.data ? (
          <ErrorState
            title={t('runsFailed')}
            text={errorMessage(query.error)}
            onRetry={() => void query.refetch()}
          />
        ) : query.isPending ? (
          <SkeletonRows rows={6} />
        ) : runs.length === 0 ? (
          <EmptyState
            title={t('runsEmpty')}
            text={directory.protocol === 'scim' ? ofScim('runsEmptyText') : t('runsEmptyText')}
          />
        ) : (
          <ul className="flex flex-col">
            {runs.map((one) => (
              <li key={one.runId}>
                <RunRow run={one} onOpen={() => setChosen(one.runId)} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}

const RunRow = ({ run, onOpen }: { run: DirectoryRun; onOpen: () => void }): ReactElement => (
  <button
    type="button"
    onClick={onOpen}
    className="flex min-h-14 w-full items-center gap-3 rounded-m border-b border-line px-2 py-2 text-left hover:bg-hover"
  >
    <span className="min-w-0 flex-1">
      <span className="flex flex-wrap items-center gap-2 text-body">
        {kindText(run)}
        <RunState run={run} />
      </span>
      <span className="block text-caption text-mut">
        {run.errmsg ||
          (run.endTime === null && run.kind !== 'push'
            ? (run.startedBy ?? t('bySchedule'))
            : countsText(run))}
      </span>
    </span>
    <span className="tabular shrink-0 text-secondary text-mut max-sm:hidden">
      {formatDateTime(run.createTime)}
    </span>
    <ChevronRight size={16} aria-hidden className="shrink-0 text-mut" />
  </button>
)
