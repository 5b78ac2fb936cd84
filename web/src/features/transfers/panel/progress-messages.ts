import { isActive, shownItems, type UploadItem, type UploadState } from '@clouddisk/client/uploads/state'
import { formatSize } from '@clouddisk/contract/format'
import { formatSizeFromKb } from '@clouddisk/contract/format-pace'
import { aboutDuration } from '../messages.ts'
import { t } from '../strings.ts'
import { postponedText } from './row-display.ts'
import { isRunning, type UploadTotals } from './upload-totals.ts'

/** Rate and time left of the queue, or why there are none. */
export function progressText(state: UploadState, totals: UploadTotals): string {
  if (!state.online) return t(state.browserOnline ? 'serverUnreachable' : 'offline')
  if (totals.running === 0) return totals.paused > 0 ? t('allPaused') : t('idle')
  if (totals.postponed) return postponedText(totals.storeUnavailable)
  if (isSaving(state)) return t('storing')
  if (totals.rate <= 0) return t('uploading')
  const rate = formatSizeFromKb(totals.rate)
  const progress =
    totals.left === null ? t('totalRate', { rate }) : t('total', { rate, time: aboutDuration(totals.left) })
  return totals.limit === null ? progress : `${progress} · ${t('limit', { rate: formatSize(totals.limit) })}`
}

/** Whether all running uploads are being merged, and none waits. */
export function isSaving(state: UploadState): boolean {
  const running = shownItems(state).filter(isRunning)
  return running.length > 0 && running.every(({ status }) => status === 'merging')
}

/** The item being uploaded, else the next one. */
export function currentItem(state: UploadState): UploadItem | undefined {
  const running = shownItems(state).filter(isRunning)
  return running.find(isActive) ?? running[0]
}
