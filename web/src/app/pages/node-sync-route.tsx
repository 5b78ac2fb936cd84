import { useSuspenseQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { sessionQuery } from '../../features/accounts/session.ts'
import { NodeSyncPage } from '../../features/node-sync/node-sync-page.tsx'

/** Node sync; no such address where there are no two clusters (C28). */
export function NodeSyncRoute(): ReactElement {
  const { clusterSync } = useSuspenseQuery(sessionQuery).data
  return clusterSync ? <NodeSyncPage /> : <Navigate to="/personalFile" replace />
}
