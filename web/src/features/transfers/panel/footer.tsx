import { isFailed, shownItems, type UploadState } from '@clouddisk/client/uploads/state'
import { Gauge } from 'lucide-react'
import type { ReactElement } from 'react'
import type { PendingTotals } from '../sources/pending-uploads.ts'
import { t } from '../strings.ts'
import { progressText } from './progress-messages.ts'
import { uploadTotals } from './upload-totals.ts'

interface FooterProps {
  state: UploadState
  /** This tab transfers; otherwise another one does. */
  works: boolean
  pending: PendingTotals
}

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

/** Only what was dropped is found again by the browser: what was picked is picked again. */
function afterClosing(state: UploadState): string {
  const open = shownItems(state).filter((item) => !isFailed(item) && item.status !== 'success')
  if (open.length === 0) return ''
  return open.every((item) => item.hasHandle && !item.needsFile) ? t('afterClosing') : t('afterClosingPick')
}
