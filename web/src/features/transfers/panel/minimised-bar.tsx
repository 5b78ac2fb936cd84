import { CircleAlert, CircleCheck, CirclePause, Maximize2, X } from 'lucide-react'
import type { ReactElement } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import type { Engine } from '../engine.ts'
import { t } from '../strings.ts'
import { useUploads } from '../use-transfers.ts'
import { percentOf } from '../words.ts'
import { closePanel, openPanel } from './panel-state.ts'
import { type UploadTotals, uploadTotals } from './upload-totals.ts'

/** The panel made small: one line about everything. */
export function MinimisedBar({ engine }: { engine: Engine }): ReactElement {
  const totals = uploadTotals(useUploads(engine))
  return (
    <section
      aria-label={t('title')}
      className="fixed right-5 bottom-5 z-[900] w-[320px] max-w-[calc(100vw-40px)] overflow-hidden rounded-l border border-line bg-pop shadow-2"
    >
      <div className="flex h-12 items-center gap-2.5 pr-2 pl-4">
        <Sign totals={totals} />
        <button
          type="button"
          onClick={() => openPanel()}
          className="min-w-0 flex-1 truncate text-left text-secondary"
        >
          {wordsFor(totals)}
        </button>
        {totals.running > 0 && (
          <span className="tabular text-secondary text-mut">{percentOf(totals.share * 100)}</span>
        )}
        <IconButton
          size="small"
          icon={Maximize2}
          label={t('open')}
          onClick={() => openPanel()}
          tooltipSide="top"
        />
        <IconButton size="small" icon={X} label={t('close')} onClick={closePanel} tooltipSide="top" />
      </div>
      {totals.running > 0 && (
        <ProgressBar value={totals.share} label={t('title')} className="!h-0.5 rounded-none" />
      )}
    </section>
  )
}

function Sign({ totals }: { totals: UploadTotals }): ReactElement {
  if (totals.running > 0) return <Spinner size={16} className="text-info" />
  if (totals.failed > 0) return <CircleAlert size={16} aria-hidden className="text-danger" />
  if (totals.paused > 0) return <CirclePause size={16} aria-hidden className="text-warn" />
  return <CircleCheck size={16} aria-hidden className="text-ok" />
}

function wordsFor({ running, failed, paused }: UploadTotals): string {
  if (running > 0) return t('minimisedUploading', { count: running })
  if (failed > 0) return t('minimisedFailed', { count: failed })
  return paused > 0 ? t('minimisedPaused', { count: paused }) : t('minimisedDone')
}
