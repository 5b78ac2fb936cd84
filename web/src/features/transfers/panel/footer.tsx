import { isFailed, shownItems, type UploadState } from '@clouddisk/client/uploads/state'
import { formatSize } from '@clouddisk/contract/format'
import { formatSizeFromKb } from '@clouddisk/contract/format-pace'
import { Gauge } from 'lucide-react'
import type { ReactElement } from 'react'
import { t } from '../strings.ts'
import { aboutDuration } from '../words.ts'
import { putOffWords } from './row-look.ts'
import { type UploadTotals, uploadTotals } from './upload-totals.ts'

/** @param works this tab transfers; otherwise another one does. */
export function Footer({ state, works }: { state: UploadState; works: boolean }): ReactElement {
  const totals = uploadTotals(state)
  return (
    <div className="tabular flex min-h-9 shrink-0 flex-wrap items-center gap-x-3 gap-y-0.5 border-t border-line bg-canvas px-4 py-2 text-caption text-mut max-md:pb-[max(8px,env(safe-area-inset-bottom))]">
      <span className="flex min-w-0 items-center gap-2">
        <Gauge size={14} aria-hidden />
        {totalWords(state, totals)}
      </span>
      <span className="ml-auto max-md:ml-[22px]">{works ? afterClosing(state) : t('otherTab')}</span>
    </div>
  )
}

function totalWords(state: UploadState, totals: UploadTotals): string {
  if (!state.online) return t(state.browserOnline ? 'noServer' : 'offline')
  if (totals.running === 0) return totals.paused > 0 ? t('allPaused') : t('idle')
  if (totals.putOff) return putOffWords(totals.storeAway)
  if (totals.rate <= 0) return t('uploading')
  const rate = formatSizeFromKb(totals.rate)
  const going =
    totals.left === null ? t('totalRate', { rate }) : t('total', { rate, time: aboutDuration(totals.left) })
  return totals.limit === null ? going : `${going} · ${t('limit', { rate: formatSize(totals.limit) })}`
}

/** Only what was dropped is found again by the browser: what was picked is picked again. */
function afterClosing(state: UploadState): string {
  const open = shownItems(state).filter((item) => !isFailed(item) && item.status !== 'success')
  if (open.length === 0) return ''
  return open.every((item) => item.hasHandle && !item.needsFile) ? t('afterClosing') : t('afterClosingPick')
}
