import { ApiError } from '@clouddisk/client/http/errors'
import { errorMessage } from '../../lib/api.ts'

/** What a refused sign-in means for the form. */
export interface SignInError {
  field: 'userName' | 'password'
  text: string
  /** Seconds until another try is answered. */
  wait?: number
}

export function signInError(error: unknown): SignInError {
  const text = errorMessage(error)
  if (!(error instanceof ApiError)) return { field: 'password', text }
  const { retryAfter } = error.details
  const wait = typeof retryAfter === 'number' && retryAfter > 0 ? { wait: retryAfter } : {}
  if (error.name === 'account_frozen' || error.name === 'account_expired') return { field: 'userName', text }
  return { field: 'password', text, ...wait }
}

/** Whether the chosen region or platform is not offered any more. */
export const isOfferGone = (error: unknown): boolean =>
  error instanceof ApiError && (error.details.field === 'region' || error.details.field === 'platform')
