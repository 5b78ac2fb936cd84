import { ApiError, isUnauthorized } from '@clouddisk/client/http/errors'
import { currentUser, type SessionEnd } from '@clouddisk/contract/accounts'
import { BASE_PATH } from '@clouddisk/contract/route'
import { sessionQuery } from '../features/accounts/session.ts'
import { call, client } from '../lib/api.ts'
import { forgetHostToken, handOverSession } from '../lib/host-session.ts'
import { queryClient } from '../lib/query-client.ts'

/**
 * Handles a 401 (C9): shows the sign-in page with a return address. The page is not unloaded, so that uploads
 * keep their files and resume after the sign-in.
 */

type GoToSignIn = (service: string, why: SessionEnd | undefined) => Promise<void>

/** The reason why a session ended, if the error has it. */
export function sessionEndOf(error: unknown): SessionEnd | undefined {
  const reason = error instanceof ApiError ? error.details.reason : undefined
  return isSessionEnd(reason) ? reason : undefined
}

export const isSessionEnd = (value: unknown): value is SessionEnd =>
  value === 'timed_out' || value === 'signed_out'

/** @param goToSignIn shows the sign-in page with the reason; it returns to `service`. */
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
  forgetHostToken()
  try {
    const user = await call(currentUser, {}, { quiet: true })
    // Another tab has begun a sign-in, which is to be finished.
    if (user.nextStep) return await leave(goToSignIn, undefined)
    // The session is still valid (another tab has signed in): refetch the shown queries.
    await handOverSession(user)
    await queryClient.invalidateQueries()
  } catch (error) {
    // A busy or unreachable server says nothing about the session.
    if (isUnauthorized(error)) await leave(goToSignIn, sessionEndOf(error))
  }
}

async function leave(goToSignIn: GoToSignIn, why: SessionEnd | undefined): Promise<void> {
  queryClient.removeQueries({ queryKey: sessionQuery.queryKey })
  if (!onSignIn()) await goToSignIn(location.pathname + location.search + location.hash, why)
}

const onSignIn = () => [`${BASE_PATH}login`, `${BASE_PATH}ADlogin`].includes(location.pathname)
