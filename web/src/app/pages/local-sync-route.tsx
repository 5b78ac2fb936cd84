import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { settingsQuery } from '../../features/accounts/session.ts'
import { LocalSyncPage } from '../../features/local-sync/local-sync-page.tsx'
import { host } from '../../lib/host.ts'
import { Loading } from '../../ui/skeleton.tsx'

/** /localSyncPage: where the client syncs folders and the setting is on; turning it off leads away (R30). */
export function LocalSyncRoute(): ReactElement {
  const { data } = useQuery(settingsQuery)
  if (!data) return <Loading />
  if (!host()?.syncsFolders || !data.localSync) return <Navigate to="/personalFile" replace />
  return <LocalSyncPage />
}
