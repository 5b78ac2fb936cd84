import { ApiError, isUnauthorized } from '@clouddisk/client/http/errors'
import { currentUser, type SessionEnd } from '@clouddisk/contract/accounts'
import { BASE_PATH } from '@clouddisk/contract/route'
import { sessionQuery } from '../features/accounts/session.ts'
import { call, client } from '../lib/api.ts'
import { queryClient } from '../lib/query-client.ts'

/**
 * A 401 in the middle of work (C9): to the sign-in page with the way back. The page is not unloaded, so what is
 * being uploaded keeps its files and goes on after the sign-in.
 */

type GoToSignIn = (service: string, why: SessionEnd | undefined) => Promise<void>

/** How a session ended, as far as the refusal tells. */
export function sessionEndOf(error: unknown): SessionEnd | undefined {
  const reason = error instanceof ApiError ? error.details.reason : undefined
  return isSessionEnd(reason) ? reason : undefined
}

export const isSessionEnd = (value: unknown): value is SessionEnd =>
  value === 'timed_out' || value === 'signed_out'

/** @param goToSignIn shows the sign-in page, which says why and leads back to `service`. */
export function watchUnauthorized(goToSignIn: GoToSignIn): void {
  let asking = false
  client.setUnauthorizedHandler(() => {
    if (asking || onSignIn()) return
    asking = true
    void recover(goToSignIn).finally(() => {
      asking = false
    })
  })
}

async function recover(goToSignIn: GoToSignIn): Promise<void> {
  try {
    // One call refused although the session holds (another tab signed in anew): what is shown is asked again.
    await call(currentUser, {}, { quiet: true })
    await queryClient.invalidateQueries()
  } catch (error) {
    // A server that is busy or away says nothing about the session: the next call will tell.
    if (!isUnauthorized(error)) return
    queryClient.removeQueries({ queryKey: sessionQuery.queryKey })
    if (!onSignIn())
      await goToSignIn(location.pathname + location.search + location.hash, sessionEndOf(error))
  }
}

const onSignIn = () => location.pathname === `${BASE_PATH}login`
