import { UPLOAD_ERROR_CODES, type UploadError } from '@clouddisk/client/uploads/state'
import type { TransferRecord } from '@clouddisk/contract/desktop'
import { formatSize } from '@clouddisk/contract/format'
import { formatSizeFromKb } from '@clouddisk/contract/format-pace'
import { language } from '../../../lib/i18n.ts'
import { isShownCode, percentOf, sizeProgress, transferErrorMessage } from '../messages.ts'
import { t } from './strings.ts'

/** How a record of the desktop client shows itself (R63). */

/** A record while its bytes move: `reading` is hashed, which its messages alone tell. */
export interface ShownTransfer extends TransferRecord {
  readonly reading?: boolean
}

export const isFinished = ({ status }: TransferRecord): boolean => status === 'finished'

/** Transferred of total; the total alone once all is there. */
export const sizeText = (row: ShownTransfer): string =>
  isFinished(row)
    ? formatSize(row.fileSize)
    : sizeProgress(row.reading ? 0 : row.finishedPartsSize, row.fileSize)

export interface StatusText {
  /** At the start: percentage. */
  readonly percent: string | null
  /** Rate, state or reason. */
  readonly text: string
  readonly tone: 'plain' | 'warn' | 'danger'
}

export function statusText(row: ShownTransfer): StatusText {
  const percent = percentOf(row.progress)
  switch (row.status) {
    case 'finished':
      return { percent: null, text: t('done'), tone: 'plain' }
    case 'error':
      return { percent: null, text: errorText(row), tone: 'danger' }
    case 'pause':
      return { percent, text: t('paused'), tone: 'warn' }
    case 'waiting':
      return { percent: row.progress > 0 ? percent : null, text: t('waiting'), tone: 'plain' }
    default:
      return { percent, text: runningText(row), tone: 'plain' }
  }
}

function runningText({ reading, rate }: ShownTransfer): string {
  if (reading) return t('checking')
  return t('rate', { rate: formatSizeFromKb(rate) })
}

const isUploadError = (error: unknown): error is UploadError =>
  typeof error === 'object' &&
  error !== null &&
  (UPLOAD_ERROR_CODES as readonly unknown[]).includes((error as { code?: unknown }).code)

/** In the page's words where it has some, else in the client's. */
function errorText({ error, errmsg, progress }: TransferRecord): string {
  if (!isUploadError(error)) return errmsg || t('failed')
  const { code, cause, remedy } = transferErrorMessage(error, { percentage: progress })
  const text = [cause, remedy].filter(Boolean).join(language === 'zh-CN' ? '' : ' ')
  return isShownCode(code) ? `[${code}] ${text}` : text
}
