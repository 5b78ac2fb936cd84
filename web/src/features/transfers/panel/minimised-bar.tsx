import { downloadCounts } from '@clouddisk/client/downloads/state'
import type { UploadState } from '@clouddisk/client/uploads/state'
import {
  CircleAlert,
  CircleCheck,
  CirclePause,
  FolderSearch,
  Hourglass,
  Maximize2,
  Play,
  X,
} from 'lucide-react'
import { type ReactElement, useEffect, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { FileName } from '../../../ui/file-name.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import type { Engine } from '../engine.ts'
import { percentOf } from '../messages.ts'
import { t } from '../strings.ts'
import { useDownloads, usePending, useUploads } from '../use-transfers.ts'
import { clearCompletions, completions } from './completions.ts'
import { openPanel } from './panel-actions.ts'
import { closePanel } from './panel-state.ts'
import { currentItem, isSaving, progressText } from './progress-messages.ts'
import { resumableUploads, type UploadTotals, uploadTotals } from './upload-totals.ts'

/** The bar of a finished queue closes after this time. */
const DONE_SHOWN_MS = 8000
/** Space above and below the bar, px. */
const DOCK_GAP = 24

/** The minimized panel: the running upload and its rate; otherwise one line about all transfers. */
export function MinimisedBar({ engine }: { engine: Engine }): ReactElement | null {
  const state = useUploads(engine)
  const pending = usePending(engine)
  const totals = uploadTotals(state, { uploaded: engine.runTotals.bytes, pending: pending.bytes })
  const down = downloadCounts(useDownloads(engine))
  const loading = down.waiting + down.started
  const failed = totals.failed + down.failed
  const [held, setHeld] = useState(false)
  const busy = totals.running + loading > 0
  const done = !busy && totals.paused + totals.waitingForSpace + failed + pending.files === 0
  const completed = completions.use()
  useEffect(() => {
    if (!done || held) return
    const timer = setTimeout(dismiss, DONE_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [done, held])
  // A started transfer may not be listed yet, so the bar renders nothing but does not close the panel.
  if (done && !completed.uploads && !completed.downloads) return null
  return (
    <section
      ref={dock}
      aria-label={t('title')}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="fixed right-5 bottom-3 z-[900] w-[360px] overflow-hidden rounded-l border border-line bg-pop shadow-2 max-md:inset-x-4 max-md:w-auto"
    >
      <div className="flex min-h-13 items-center gap-2.5 py-1.5 pr-2 pl-4">
        <StatusIcon totals={{ ...totals, failed }} loading={loading} pending={pending.files} />
        <button type="button" onClick={() => openPanel()} className="min-w-0 flex-1 text-left text-secondary">
          {totals.running > 0 ? (
            <Running state={state} totals={totals} pending={pending.files} />
          ) : (
            <span className="block truncate">
              {done
                ? t(completed.uploads ? 'minimisedDone' : 'minimisedDownloadStarted')
                : summaryText(totals, loading, down.failed) || t('pending', { count: pending.files })}
            </span>
          )}
        </button>
        {totals.running > 0 && !isSaving(state) && (
          <span className="tabular text-secondary text-mut">{percentOf(totals.share * 100)}</span>
        )}
        <IconButton
          size="small"
          icon={Maximize2}
          label={t('open')}
          onClick={() => openPanel()}
          tooltipSide="top"
        />
        <IconButton
          size="small"
          icon={X}
          label={t('close')}
          onClick={done ? dismiss : closePanel}
          tooltipSide="top"
        />
      </div>
      {!busy && <WaitingLine engine={engine} state={state} />}
      {totals.running > 0 && (
        <ProgressBar value={totals.share} label={t('title')} className="!h-0.5 rounded-none" />
      )}
    </section>
  )
}

interface RunningProps {
  state: UploadState
  totals: UploadTotals
  /** Files that are not queued yet. */
  pending: number
}

/** The file being uploaded, the number of files, and the rate. */
function Running({ state, totals, pending }: RunningProps): ReactElement {
  const files = totals.running + pending
  const count = files > 1 ? [t('files', { count: files })] : []
  return (
    <>
      <FileName name={currentItem(state)?.name ?? ''} className="[--name-spread:start]" />
      <span className="tabular block truncate text-caption text-mut">
        {[...count, progressText(state, totals)].join(' · ')}
      </span>
    </>
  )
}

/** Reserves space at the bottom of the page while the bar is shown, so that it covers nothing. */
function dock(bar: HTMLElement): () => void {
  const { style } = document.documentElement
  const observer = new ResizeObserver(() =>
    style.setProperty('--dock-height', `${bar.offsetHeight + DOCK_GAP}px`),
  )
  observer.observe(bar)
  return () => {
    observer.disconnect()
    style.removeProperty('--dock-height')
  }
}

interface StatusIconProps {
  totals: UploadTotals
  loading: number
  pending: number
}

function StatusIcon({ totals, loading, pending }: StatusIconProps): ReactElement {
  if (totals.running + loading > 0) return <Spinner size={16} className="text-info" />
  if (totals.failed > 0) return <CircleAlert size={16} aria-hidden className="text-danger" />
  if (totals.waitingForSpace > 0) return <Hourglass size={16} aria-hidden className="text-warn" />
  if (totals.paused > 0) return <CirclePause size={16} aria-hidden className="text-warn" />
  if (pending > 0) return <Spinner size={16} className="text-info" />
  return <CircleCheck size={16} aria-hidden className="text-ok" />
}

/** Uploads and downloads that failed are counted separately. */
function summaryText(
  { failed, waitingForSpace, paused }: UploadTotals,
  loading: number,
  failedDownloads: number,
): string {
  if (loading > 0) return t('minimisedDownloading', { count: loading })
  const parts = [
    ...(failed > 0 ? [t('minimisedFailed', { count: failed })] : []),
    ...(failedDownloads > 0 ? [t('minimisedDownloadsFailed', { count: failedDownloads })] : []),
    ...(waitingForSpace > 0 ? [t('minimisedWaitingForSpace', { count: waitingForSpace })] : []),
    ...(paused > 0 ? [t('minimisedPaused', { count: paused })] : []),
  ]
  return parts.join(' · ')
}

function dismiss(): void {
  clearCompletions()
  closePanel()
}

/** Below the minimised line: why uploads are paused, with a button that resumes them. */
function WaitingLine({ engine, state }: { engine: Engine; state: UploadState }): ReactElement | null {
  const { items, lost } = resumableUploads(state)
  if (items.length === 0) return null
  const all = lost === items.length
  return (
    <div className="flex items-center gap-2.5 border-t border-line py-2 pr-3 pl-4">
      <p className="min-w-0 flex-1 text-caption text-mut">
        {lost === 0
          ? t('waitResume', { count: items.length })
          : all
            ? t('waitFiles')
            : t('waitSomeFiles', { count: lost })}
      </p>
      <Button size="small" icon={all ? FolderSearch : Play} onClick={() => void engine.resume(items)}>
        {all ? t('chooseFiles', { count: lost }) : t('resume')}
      </Button>
    </div>
  )
}
