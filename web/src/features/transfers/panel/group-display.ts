import { type UploadItem, waitsForSpace } from '@clouddisk/client/uploads/state'
import { formatSize } from '@clouddisk/contract/format'
import { type ErrorMessage, percentOf, sizeProgress, transferErrorMessage } from '../messages.ts'
import { t } from '../strings.ts'
import {
  BASE_DISPLAY,
  errorDisplay,
  postponedDisplay,
  queuePositionText,
  type RowDisplay,
  rateText,
} from './row-display.ts'
import { groupSentBytes, groupStatus, type UploadGroupRow } from './upload-rows.ts'
import { postponedBy } from './upload-totals.ts'

/** How a folder upload shows its state as one row. Pure. */

interface GroupProgress {
  readonly row: UploadGroupRow
  /** Bytes. */
  readonly sent: number
  /** 0 to 1. */
  readonly value: number
}

export function groupDisplay(row: UploadGroupRow): RowDisplay {
  const sent = groupSentBytes(row)
  const progress: GroupProgress = { row, sent, value: row.totals.size > 0 ? sent / row.totals.size : 0 }
  switch (groupStatus(row)) {
    case 'creating':
      return idleDisplay(row, t('creatingFolders'))
    case 'waiting':
      return waitingDisplay(progress)
    case 'uploading':
      return uploadingDisplay(progress)
    case 'pause':
      return pausedDisplay(progress)
    case 'error':
      return failedDisplay(progress)
    case 'success':
      return { ...idleDisplay(row, t('done')), head: 'done', headTone: 'ok' }
  }
}

function idleDisplay({ totals }: UploadGroupRow, caption: string): RowDisplay {
  const amount = t('filesSize', { count: totals.count, size: formatSize(totals.size) })
  return { ...BASE_DISPLAY, head: t('waiting'), headTone: 'muted', caption, amount }
}

function waitingDisplay(progress: GroupProgress): RowDisplay {
  const { row, sent } = progress
  const caption = row.place === null ? t('creatingFolders') : queuePositionText(row.place)
  return sent === 0 ? idleDisplay(row, caption) : movingDisplay(progress, caption)
}

const movingDisplay = (progress: GroupProgress, caption: string): RowDisplay => ({
  ...BASE_DISPLAY,
  bar: { tone: 'info', value: progress.value },
  head: percentOf(progress.value * 100),
  caption,
  amount: amountOf(progress),
})

function uploadingDisplay(progress: GroupProgress): RowDisplay {
  const { postponed, storeUnavailable } = postponedBy(progress.row.items)
  return {
    ...movingDisplay(progress, rateOf(progress)),
    ...(postponed && postponedDisplay(storeUnavailable)),
  }
}

function rateOf({ row, sent }: GroupProgress): string {
  const speed = row.items.reduce((sum, item) => sum + item.uploadInfo.speed, 0)
  return rateText(speed, speed > 0 ? (row.totals.size - sent) / speed : null)
}

function pausedDisplay(progress: GroupProgress): RowDisplay {
  const count = progress.row.items.filter((item) => item.status === 'pause').length
  return {
    ...movingDisplay(progress, t('groupPaused', { count })),
    bar: { tone: 'warn', value: progress.value },
    headTone: 'warn',
    captionTone: 'warn',
  }
}

function failedDisplay({ row, value }: GroupProgress): RowDisplay {
  const failed = row.items.filter((item) => item.error)
  const forSpace = !row.group.error && failed.length > 0 && failed.every(waitsForSpace)
  return errorDisplay(value, errorOf(row, failed, forSpace), forSpace)
}

const amountOf = ({ row: { totals }, sent }: GroupProgress): string =>
  t('filesDone', { count: totals.count, done: totals.doneCount, size: sizeProgress(sent, totals.size) })

/** The error of a single failed file, with its name; otherwise the number of failed files. Missing space affects all. */
function errorOf({ group }: UploadGroupRow, failed: readonly UploadItem[], forSpace: boolean): ErrorMessage {
  if (group.error) return transferErrorMessage(group.error, { percentage: 0 })
  const [only] = failed
  if (forSpace && only?.error) return transferErrorMessage(only.error, only)
  if (failed.length === 1 && only?.error) return errorOfOne(only, only.error)
  return { code: null, cause: t('groupFailed', { count: failed.length }), remedy: t('groupSeeFailed') }
}

function errorOfOne(item: UploadItem, error: NonNullable<UploadItem['error']>): ErrorMessage {
  const message = transferErrorMessage(error, item)
  return { ...message, cause: `${item.name}: ${message.cause}` }
}
