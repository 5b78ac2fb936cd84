import { isFailed, shownItems, type UploadState } from '@clouddisk/client/uploads/state'
import { formatSize } from '@clouddisk/contract/format'
import { CloudUpload, Gauge, Info, Layers } from 'lucide-react'
import type { ReactElement } from 'react'
import { Button } from '../../../ui/button.tsx'
import type { Engine } from '../engine.ts'
import { t as q } from '../question-strings.ts'
import { unfinishedDialog } from '../recovery/unfinished-dialog-state.ts'
import type { PendingTotals } from '../sources/pending-uploads.ts'
import { t } from '../strings.ts'
import { usePending, useUnfinished } from '../use-transfers.ts'
import { progressText } from './progress-messages.ts'
import { uploadTotals } from './upload-totals.ts'

/** Lines below the upload list. */

/** Files of a large selection that are not queued yet, or that were lost when the page was left. */
export function PendingLine({ engine }: { engine: Engine }): ReactElement | null {
  const { files, lost } = usePending(engine)
  if (files + lost === 0) return null
  return (
    <div
      role="status"
      className="flex shrink-0 items-center gap-2 border-t border-line px-4 py-1.5 text-caption text-fg-2"
    >
      <Layers size={14} aria-hidden className="text-mut" />
      <span className="min-w-0 flex-1">
        {files > 0 ? t('pending', { count: files }) : t('pendingLost', { count: lost })}
      </span>
      <Button
        variant="bare"
        size="small"
        onClick={files > 0 ? engine.pending.cancel : engine.pending.forgetLost}
      >
        {t(files > 0 ? 'pendingCancel' : 'pendingDismiss')}
      </Button>
    </div>
  )
}

/** Uploads of other browsers that reserve space, with a button that lists them. */
export function UnfinishedLine({ engine }: { engine: Engine }): ReactElement | null {
  const sessions = useUnfinished(engine)
  if (sessions.length === 0) return null
  const size = sessions.reduce((sum, { fileSize }) => sum + fileSize, 0)
  return (
    <div className="flex items-center gap-2 border-t border-line px-4 py-1.5 text-caption text-fg-2">
      <CloudUpload size={14} aria-hidden className="text-mut" />
      <span className="min-w-0 flex-1">
        {q('unfinishedElsewhere', { count: sessions.length, size: formatSize(size) })}
      </span>
      <Button variant="bare" size="small" onClick={unfinishedDialog.open}>
        {t('view')}
      </Button>
    </div>
  )
}

/** Shown on plain http, where browsers lack features. */
export function InsecureNotice(): ReactElement | null {
  if (isSecureContext) return null
  return (
    <p className="flex gap-2 border-t border-info-line bg-info-soft px-4 py-2 text-caption text-info">
      <Info size={14} aria-hidden className="mt-px" />
      <span>{t('insecure')}</span>
    </p>
  )
}

interface FooterProps {
  state: UploadState
  /** Whether this tab transfers; otherwise another one does. */
  works: boolean
  pending: PendingTotals
}

/** Rate and time left of the queue, and what happens when the page is closed. */
export function Footer({ state, works, pending }: FooterProps): ReactElement {
  return (
    <div className="tabular flex min-h-9 shrink-0 flex-wrap items-center gap-x-3 gap-y-0.5 border-t border-line bg-canvas px-4 py-2 text-caption text-mut max-md:pb-[max(8px,env(safe-area-inset-bottom))]">
      <span className="flex min-w-0 items-center gap-2">
        <Gauge size={14} aria-hidden />
        {progressText(state, uploadTotals(state, { uploaded: 0, pending: pending.bytes }))}
      </span>
      <span className="ml-auto max-md:ml-[22px]">
        {pending.files > 0 ? t('pendingOpen') : works ? afterClosing(state) : t('otherTab')}
      </span>
    </div>
  )
}

/** The browser can read dropped files again after a restart, but not those of the file picker. */
function afterClosing(state: UploadState): string {
  const open = shownItems(state).filter((item) => !isFailed(item) && item.status !== 'success')
  if (open.length === 0) return ''
  return open.every((item) => item.hasHandle && !item.needsFile) ? t('afterClosing') : t('afterClosingPick')
}
