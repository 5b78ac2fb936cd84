import { ApiError, NetworkError, TimeoutError } from '@clouddisk/client/http/errors'
import { t } from './strings.ts'

/** The trace id of the error that was shown last; a person may send it with feedback. */
export const shownTrace = { id: '' }

/**
 * The message for a failed call, in the page's language, with cause and remedy; never raw text of unknown
 * origin.
 */
export function errorMessage(error: unknown): string {
  if (error instanceof TimeoutError) return t('timeout')
  if (error instanceof NetworkError) return t('network')
  if (!(error instanceof ApiError)) return t('unknown')
  shownTrace.id = error.traceId ?? ''
  return withoutErrorCode(error.message) || t('unknown')
}

/** A server message without the error number in brackets, which belongs in the details. */
export const withoutErrorCode = (text: string): string => text.replace(/^\[\w+\]\s*/, '')
