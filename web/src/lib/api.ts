import { type CallOptions, createClient } from '@clouddisk/client/http/call'
import { ApiError, NetworkError, TimeoutError } from '@clouddisk/client/http/errors'
import { xhrSending } from '@clouddisk/client/http/sending'
import type { Input, Reply, Route } from '@clouddisk/contract/route'
import { language } from './i18n.ts'
import { watchedFetch } from './reachability.ts'
import { t } from './strings.ts'

/** The page's one door to the server: its own origin, the session cookie, the page's language. */

let signedInAs: string | null = null
/** The account name that every call carries for the server's log. */
export const setCallerName = (userName: string | null): void => {
  signedInAs = userName
}
/** Who is signed in, by account name: whose the things are that this browser keeps for a person. */
export const callerName = (): string | null => signedInAs

const quiet = createClient()
export const client = createClient({
  language: () => language,
  userName: () => signedInAs,
  fetch: watchedFetch(() => quiet.reachable()),
  sending: xhrSending,
})
export const call = <T extends Route>(route: T, input: Input<T>, options?: CallOptions): Promise<Reply<T>> =>
  client.call(route, input, options)

/** Words for a failed call, in the page's language, with cause and remedy; never raw server text of unknown origin. */
export function errorMessage(error: unknown): string {
  if (error instanceof TimeoutError) return t('timeout')
  if (error instanceof NetworkError) return t('network')
  if (!(error instanceof ApiError)) return t('unknown')
  return withoutErrorCode(error.message) || t('unknown')
}

/** A text of the server’s without the number in brackets that uploads know it by: that is for the details. */
export const withoutErrorCode = (text: string): string => text.replace(/^\[\w+\]\s*/, '')
