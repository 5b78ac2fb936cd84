import { logout, type User } from '@clouddisk/contract/accounts'
import { client } from './api.ts'
import { extensionFor } from './extension-points.ts'
import { endHostSession } from './host-session.ts'
import { queryClient } from './query-client.ts'
import { queryKeys } from './query-keys.ts'

/** Ends the session at the server, which leads to the sign-in page and back here afterwards (R38). */
export async function signOut(): Promise<void> {
  const sure = (await extensionFor('signOut')?.confirmSignOut()) ?? true
  if (!sure) return
  const user = queryClient.getQueryData<User>(queryKeys.session)
  const fromAD = user?.signInMethod === 'directory' ? { fromAD: '1' } : {}
  await endHostSession()
  location.assign(client.urlOf(logout, { service: location.href, ...fromAD }))
}
