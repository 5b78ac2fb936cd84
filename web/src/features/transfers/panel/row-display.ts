import {
  isDeferred,
  isHashing,
  isStoreUnavailable,
  type UploadItem,
  waitsForSpace,
} from '@clouddisk/client/uploads/state'
import { formatSize } from '@clouddisk/contract/format'
import { formatDuration, formatSizeFromKb } from '@clouddisk/contract/format-pace'
import { language } from '../../../lib/i18n.ts'
import type { ProgressTone } from '../../../ui/progress-bar.tsx'
import { t as e } from '../error-strings.ts'
import {
  type ErrorMessage,
  isNetworkUp,
  percentOf,
  shortDate,
  sizeProgress,
  transferErrorMessage,
} from '../messages.ts'
import { t } from '../strings.ts'
import type { QueuePosition } from './upload-rows.ts'

/** How a file's row shows its state (DESIGN.md section 4). */

export type RowTone = 'plain' | 'muted' | 'warn' | 'danger' | 'ok'

export interface RowDisplay {
  /** `value` from 0 to 1. */
  readonly bar: { readonly tone: ProgressTone; readonly value: number } | null
  /** At the end of the first line: progress or status; `done` is a green tick. */
  readonly head: string | 'done'
  readonly headTone: RowTone
  readonly caption: string
  readonly captionTone: RowTone
  /** At the end of the last line. */
  readonly amount: string
  readonly error: ErrorMessage | null
}

export const BASE_DISPLAY: Omit<RowDisplay, 'head' | 'caption' | 'amount'> = {
  bar: null,
  headTone: 'plain',
  captionTone: 'muted',
  error: null,
}

/** @param place the position in the queue, if the item waits. */
export function itemDisplay(item: UploadItem, place: QueuePosition | null): RowDisplay {
  const size = formatSize(item.fileSize)
  switch (item.status) {
    case 'ready':
      return {
        ...BASE_DISPLAY,
        head: t('waiting'),
        headTone: 'muted',
        caption: waitingText(item, place),
        amount: size,
      }
    case 'checking':
      return { ...BASE_DISPLAY, ...checkingDisplay(item), amount: size }
    case 'uploading':
      return { ...BASE_DISPLAY, ...uploadingDisplay(item) }
    case 'merging':
      return {
        ...BASE_DISPLAY,
        bar: { tone: 'striped', value: 1 },
        head: t('merge'),
        headTone: 'muted',
        ...captionOf(item, mergingText(item)),
        amount: size,
      }
    case 'pause':
      return { ...BASE_DISPLAY, ...pausedDisplay(item) }
    case 'error':
    case 'onTimeout':
      return failedDisplay(item)
    default:
      return { ...BASE_DISPLAY, head: 'done', headTone: 'ok', caption: doneText(item), amount: size }
  }
}

/** Says first what the item waits for, such as another upload in progress (R108). */
function waitingText(item: UploadItem, place: QueuePosition | null): string {
  if (item.parentId === null) return t('creatingFolders')
  const { at, behind } = place ?? FIRST
  if (isHashing(item))
    return t(behind ? 'waitingForOthersHashing' : 'waitingHashing', {
      percent: Math.floor(item.checkProcess),
    })
  if (item.sha256 === null) return queuePositionText({ at, behind })
  return t(behind ? 'waitingForOthersHashed' : 'waitingHashed', { place: at })
}

const FIRST: QueuePosition = { at: 1, behind: false }

export const queuePositionText = ({ at, behind }: QueuePosition): string =>
  t(behind ? 'waitingForOthers' : 'waitingAt', { place: at })

const checkingDisplay = (item: UploadItem) =>
  item.sha256 === null
    ? {
        bar: { tone: 'neutral' as const, value: item.checkProcess / 100 },
        head: percentOf(item.checkProcess),
        ...captionOf(item, t('checking')),
      }
    : {
        bar: { tone: 'neutral' as const, value: 1 },
        head: percentOf(100),
        ...captionOf(item, t('preparing')),
      }

const uploadingDisplay = (item: UploadItem) => ({
  bar: { tone: 'info' as const, value: item.percentage / 100 },
  head: percentOf(item.percentage),
  ...captionOf(item, rateText(item.uploadInfo.speed, item.uploadInfo.left)),
  amount: sizeProgress(item.uploadInfo.currentSize, item.fileSize),
})

const captionOf = (item: UploadItem, caption: string) =>
  isDeferred(item) ? postponedDisplay(isStoreUnavailable(item)) : { caption }

/** @param storeUnavailable the store is unavailable, not the server. */
export const postponedDisplay = (storeUnavailable: boolean) => ({
  caption: postponedText(storeUnavailable),
  captionTone: 'warn' as const,
})
export const postponedText = (storeUnavailable: boolean): string =>
  t(storeUnavailable ? 'storageUnresponsive' : 'serverUnresponsive')

/** `18.40 MB/s · 剩余 68 秒` */
export function rateText(speed: number, left: number | null): string {
  if (speed <= 0) return t('uploading')
  const rate = t('rate', { rate: formatSizeFromKb(speed) })
  return left === null ? rate : `${rate} · ${t('left', { time: formatDuration(Math.ceil(left), language) })}`
}

const mergingText = (item: UploadItem): string =>
  item.partCount > 1 && !item.work.stored
    ? t('merging', { parts: item.iMaxSuccessNum, count: item.partCount })
    : t('storing')

const pausedDisplay = (item: UploadItem) => ({
  bar: { tone: 'warn' as const, value: item.percentage / 100 },
  head: percentOf(item.percentage),
  headTone: 'warn' as const,
  caption: pausedText(item),
  captionTone: 'warn' as const,
  amount: sizeProgress(item.uploadInfo.currentSize, item.fileSize),
})

function pausedText(item: UploadItem): string {
  const date = item.objectKey !== null && item.resumableUntil ? shortDate(item.resumableUntil) : null
  if (item.needsFile) return date ? t('pausedNeedsFileUntil', { date }) : t('pausedNeedsFile')
  if (item.pauseReason === 'offline') return t(isNetworkUp() ? 'pausedServerUnreachable' : 'pausedOffline')
  if (item.pauseReason === 'signedOut') return t('pausedSignedOut')
  return date ? t('pausedUntil', { date }) : t('paused')
}

function failedDisplay(item: UploadItem): RowDisplay {
  const error = item.error
    ? transferErrorMessage(item.error, item)
    : { code: null, cause: e('eRefused'), remedy: e('eRefusedDo') }
  return errorDisplay(item.percentage / 100, error, waitsForSpace(item))
}

/** @param forSpace waits for space and resumes automatically: amber, like a paused item. */
export function errorDisplay(value: number, error: ErrorMessage, forSpace: boolean): RowDisplay {
  const tone = forSpace ? 'warn' : 'danger'
  return {
    ...BASE_DISPLAY,
    bar: value > 0 ? { tone, value } : null,
    head: t(forSpace ? 'waitingForSpace' : 'failed'),
    headTone: tone,
    caption: '',
    amount: '',
    error,
  }
}

function doneText(item: UploadItem): string {
  if (item.outcome === 'skipped') return t('doneSkipped')
  if (item.outcome === 'renamed') return t('doneRenamed', { name: item.savedName ?? item.name })
  if (item.outcome === 'newVersion') return t('doneVersion')
  return item.instant ? t('doneInstant') : t('done')
}
