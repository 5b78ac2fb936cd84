import type { LocalSyncTask } from '@clouddisk/contract/desktop'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { desktopHost } from '../../lib/host.ts'

/** Tasks of the local sync, which the desktop client keeps (B§3). */

const KEY = ['local-syncs']

interface LocalSyncs {
  readonly query: UseQueryResult<{ readonly list: LocalSyncTask[] }>
  refresh(): Promise<void>
}

/** After these messages a task is another. */
const CHANGES: ReadonlySet<string> = new Set(['localSyncStart', 'localSyncFinish', 'localSyncChanged'])

/** Read again whenever a run begins or ends, or a task waits again. */
export function useLocalSyncs(): LocalSyncs {
  const cache = useQueryClient()
  useEffect(
    () =>
      desktopHost().onMessage(({ myType }) => {
        if (CHANGES.has(myType)) void cache.invalidateQueries({ queryKey: KEY })
      }),
    [cache],
  )
  const query = useQuery({
    queryKey: KEY,
    queryFn: async () => ({ list: await desktopHost().queryLocalSyncs({}) }),
    staleTime: 0,
    retry: false,
    networkMode: 'always',
  })
  return { query, refresh: () => cache.invalidateQueries({ queryKey: KEY }) }
}
