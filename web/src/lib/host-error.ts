import { ApiError, NetworkError, TimeoutError } from '@clouddisk/client/http/errors'
import { errorMessage, withoutErrorCode } from './api.ts'

/** The client's errors have its own words, in the person's language. */
export function failureText(error: unknown): string {
  const isOfServer =
    error instanceof ApiError || error instanceof NetworkError || error instanceof TimeoutError
  return isOfServer || !(error instanceof Error) ? errorMessage(error) : withoutErrorCode(error.message)
}
