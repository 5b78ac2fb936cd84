import { currentUser } from '@clouddisk/contract/accounts'
import { BASE_PATH } from '@clouddisk/contract/route'
import { sessionQuery } from '../features/accounts/session.ts'
import { call, client } from '../lib/api.ts'
import { queryClient } from '../lib/query-client.ts'

/**
 * A 401 in the middle of work (C9): to the sign-in page with the way back. The page is not unloaded, so what is
 * being uploaded keeps its files and goes on after the sign-in.
 */

/** @param goToSignIn shows the sign-in page, which leads back to `service`. */
export function watchUnauthorized(goToSignIn: (service: string) => Promise<void>): void {
  let asking = false
  client.setUnauthorizedHandler(() => {
    if (asking || onSignIn()) return
    asking = true
    void recover(goToSignIn).finally(() => {
      asking = false
    })
  })
}

async function recover(goToSignIn: (service: string) => Promise<void>): Promise<void> {
  try {
    // One call refused although the session holds (another tab signed in anew): what is shown is asked again.
    await call(currentUser, {}, { quiet: true })
    await queryClient.invalidateQueries()
  } catch {
    queryClient.removeQueries({ queryKey: sessionQuery.queryKey })
    if (!onSignIn()) await goToSignIn(location.pathname + location.search + location.hash)
  }
}

const onSignIn = () => location.pathname === `${BASE_PATH}login`
