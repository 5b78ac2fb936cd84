import { type CallOptions, createClient } from '@clouddisk/client/http/call'
import { xhrFetch } from '@clouddisk/client/http/xhr-fetch'
import type { Input, Reply, Route } from '@clouddisk/contract/route'
import { fetchEarly } from './early-answers.ts'
import { hostToken } from './host-session.ts'
import { language } from './i18n.ts'
import { watchedFetch } from './reachability.ts'

/** The page's only HTTP client: its own origin, the session, the page's language. */

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
  token: hostToken,
  cookieBesideToken: true,
  fetch: watchedFetch(() => quiet.reachable(), fetchEarly),
  fetchWithProgress: xhrFetch,
})
export const call = <T extends Route>(route: T, input: Input<T>, options?: CallOptions): Promise<Reply<T>> =>
  client.call(route, input, options)

export { errorMessage, withoutErrorCode } from './error-message.ts'
