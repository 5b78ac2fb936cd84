import { type UploadItem, waitsForRoom } from '@clouddisk/client/uploads/state'
import { formatSize } from '@clouddisk/contract/format'
import { type ErrorWords, percentOf, sizeProgress, wordsOfError } from '../messages.ts'
import { t } from '../strings.ts'
import { BASE, brokenLook, placeWords, putOffLook, type RowLook, rateWords } from './row-display.ts'
import { type GroupRow, groupSent, groupStatus } from './upload-rows.ts'
import { putOffOf } from './upload-totals.ts'

/** How a folder upload shows its state as one row. Pure. */

interface Progress {
  readonly row: GroupRow
  /** Bytes. */
  readonly sent: number
  /** 0 to 1. */
  readonly value: number
}

export function lookOfGroup(row: GroupRow): RowLook {
  const sent = groupSent(row)
  const progress: Progress = { row, sent, value: row.totals.size > 0 ? sent / row.totals.size : 0 }
  switch (groupStatus(row)) {
    case 'creating':
      return still(row, t('creatingFolders'))
    case 'waiting':
      return waiting(progress)
    case 'uploading':
      return uploading(progress)
    case 'pause':
      return paused(progress)
    case 'error':
      return failed(progress)
    case 'success':
      return { ...still(row, t('done')), head: 'done', headTone: 'ok' }
  }
}

function still({ totals }: GroupRow, caption: string): RowLook {
  const amount = t('filesSize', { count: totals.count, size: formatSize(totals.size) })
  return { ...BASE, head: t('waiting'), headTone: 'muted', caption, amount }
}

function waiting(progress: Progress): RowLook {
  const { row, sent } = progress
  const caption = row.place === null ? t('creatingFolders') : placeWords(row.place)
  return sent === 0 ? still(row, caption) : moving(progress, caption)
}

const moving = (progress: Progress, caption: string): RowLook => ({
  ...BASE,
  bar: { tone: 'info', value: progress.value },
  head: percentOf(progress.value * 100),
  caption,
  amount: amountOf(progress),
})

function uploading(progress: Progress): RowLook {
  const { putOff, storeAway } = putOffOf(progress.row.items)
  return { ...moving(progress, rateOf(progress)), ...(putOff && putOffLook(storeAway)) }
}

function rateOf({ row, sent }: Progress): string {
  const speed = row.items.reduce((sum, item) => sum + item.uploadInfo.speed, 0)
  return rateWords(speed, speed > 0 ? (row.totals.size - sent) / speed : null)
}

function paused(progress: Progress): RowLook {
  const count = progress.row.items.filter((item) => item.status === 'pause').length
  return {
    ...moving(progress, t('groupPaused', { count })),
    bar: { tone: 'warn', value: progress.value },
    headTone: 'warn',
    captionTone: 'warn',
  }
}

function failed({ row, value }: Progress): RowLook {
  const broken = row.items.filter((item) => item.error)
  const forRoom = !row.group.error && broken.length > 0 && broken.every(waitsForRoom)
  return brokenLook(value, errorOf(row, broken, forRoom), forRoom)
}

const amountOf = ({ row: { totals }, sent }: Progress): string =>
  t('filesDone', { count: totals.count, done: totals.doneCount, size: sizeProgress(sent, totals.size) })

/** The one file's own error, with its name; of several how many. Room is missing for all of them alike. */
function errorOf({ group }: GroupRow, broken: readonly UploadItem[], forRoom: boolean): ErrorWords {
  if (group.error) return wordsOfError(group.error, { percentage: 0 })
  const [only] = broken
  if (forRoom && only?.error) return wordsOfError(only.error, only)
  if (broken.length === 1 && only?.error) return errorOfOne(only, only.error)
  return { code: null, cause: t('groupFailed', { count: broken.length }), remedy: t('groupSeeFailed') }
}

function errorOfOne(item: UploadItem, error: NonNullable<UploadItem['error']>): ErrorWords {
  const words = wordsOfError(error, item)
  return { ...words, cause: `${item.name}: ${words.cause}` }
}
