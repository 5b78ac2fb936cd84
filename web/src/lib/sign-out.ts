import { logout } from '@clouddisk/contract/accounts'
import { client } from './api.ts'
import { extensionFor } from './extension-points.ts'

/** Ends the session at the server, which leads to the sign-in page and back here afterwards (R38). */
export async function signOut(): Promise<void> {
  const sure = (await extensionFor('signOut')?.confirmSignOut()) ?? true
  if (sure) location.assign(client.urlOf(logout, { service: location.href }))
}
