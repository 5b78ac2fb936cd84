import { downloadCounts } from '@clouddisk/client/downloads/state'
import type { UploadState } from '@clouddisk/client/uploads/state'
import { CircleAlert, CircleCheck, CirclePause, Hourglass, Maximize2, X } from 'lucide-react'
import { type ReactElement, useEffect, useState } from 'react'
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
import { type UploadTotals, uploadTotals } from './upload-totals.ts'
import { WaitingLine } from './waiting-line.tsx'

/** Long enough to be read; then nothing is left to say. */
const DONE_SHOWN_MS = 8000
/** Above and below it, px. */
const DOCK_GAP = 24

/** The panel made small: what goes up and how fast; else one line about everything. */
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
  const good = completions.use()
  useEffect(() => {
    if (!done || held) return
    const timer = setTimeout(told, DONE_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [done, held])
  // What was begun may take a moment to be listed, so it stays without a word rather than closing.
  if (done && !good.uploads && !good.downloads) return null
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
                ? t(good.uploads ? 'minimisedDone' : 'minimisedHandedOver')
                : wordsFor(totals, loading, down.failed) || t('pending', { count: pending.files })}
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
          onClick={done ? told : closePanel}
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
  /** Files that wait for their portion. */
  pending: number
}

/** The file that goes up, of how many, and how fast. */
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

/** The page ends above the bar while it is shown, so that it covers no row and no panel. */
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

/** Which of the two failed: a download of before is not what was just sent. */
function wordsFor(
  { failed, waitingForSpace, paused }: UploadTotals,
  loading: number,
  notLoaded: number,
): string {
  if (loading > 0) return t('minimisedDownloading', { count: loading })
  const words = [
    ...(failed > 0 ? [t('minimisedFailed', { count: failed })] : []),
    ...(notLoaded > 0 ? [t('minimisedDownloadsFailed', { count: notLoaded })] : []),
    ...(waitingForSpace > 0 ? [t('minimisedRoomless', { count: waitingForSpace })] : []),
    ...(paused > 0 ? [t('minimisedPaused', { count: paused })] : []),
  ]
  return words.join(' · ')
}

function told(): void {
  clearCompletions()
  closePanel()
}
