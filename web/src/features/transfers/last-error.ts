import { isFailed, type UploadItem } from '@clouddisk/client/uploads/state'
import { FEEDBACK_FACT_MAX } from '@clouddisk/contract/feedback'
import { lastUploadError } from '../../lib/last-upload-error.ts'
import { errorLine, transferErrorMessage } from './messages.ts'

/** Keeps the error of an upload that has just failed, with its numbers and without the name of the file. */
export function rememberError(before: readonly UploadItem[], items: readonly UploadItem[]): void {
  const known = new Set(before.filter(isFailed).map(keyOf))
  const failed = items.findLast((item) => isFailed(item) && item.error !== null && !known.has(keyOf(item)))
  if (!failed?.error) return
  const { code } = transferErrorMessage(failed.error, failed)
  const parts = [code && `[${code}]`, errorLine(failed.error, failed), failed.error.traceId]
  lastUploadError.text = parts.filter(Boolean).join(' ').slice(0, FEEDBACK_FACT_MAX)
}

const keyOf = ({ uid, error }: UploadItem): string => `${uid} ${error?.code} ${error?.traceId}`
