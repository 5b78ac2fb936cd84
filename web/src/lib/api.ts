import { type CallOptions, createClient } from '@clouddisk/client/http/call'
import { ApiError, NetworkError, TimeoutError } from '@clouddisk/client/http/errors'
import { xhrFetch } from '@clouddisk/client/http/xhr-fetch'
import type { Input, Reply, Route } from '@clouddisk/contract/route'
import { language } from './i18n.ts'
import { watchedFetch } from './reachability.ts'
import { t } from './strings.ts'

/** The page's only HTTP client: its own origin, the session cookie, the page's language. */

let signedInAs: string | null = null
/** The account name that every call carries for the server's log. */
export const setCallerName = (userName: string | null): void => {
  signedInAs = userName
}
/** The signed-in account's name; keys data that this browser stores per person. */
export const callerName = (): string | null => signedInAs

const quiet = createClient()
export const client = createClient({
  language: () => language,
  userName: () => signedInAs,
  fetch: watchedFetch(() => quiet.reachable()),
  fetchWithProgress: xhrFetch,
})
export const call = <T extends Route>(route: T, input: Input<T>, options?: CallOptions): Promise<Reply<T>> =>
  client.call(route, input, options)

/**
 * The message for a failed call, in the page's language, with cause and remedy; never raw text of unknown
 * origin.
 */
export function errorMessage(error: unknown): string {
  if (error instanceof TimeoutError) return t('timeout')
  if (error instanceof NetworkError) return t('network')
  if (!(error instanceof ApiError)) return t('unknown')
  return withoutErrorCode(error.message) || t('unknown')
}

/** A server message without the error number in brackets, which belongs in the details. */
export const withoutErrorCode = (text: string): string => text.replace(/^\[\w+\]\s*/, '')
