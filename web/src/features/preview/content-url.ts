import { getDownloadUrl } from '@clouddisk/contract/downloads'
import type { Instance } from '@clouddisk/contract/files'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

/** Requests to an address may start for ten minutes; a new one is fetched earlier. */
const GOOD_MS = 8 * 60_000

/** The signed address that shows a file's content, sandboxed by the server. */
export const contentUrlQuery = ({ instanceId, versionNo }: Pick<Instance, 'instanceId' | 'versionNo'>) =>
  queryOptions({
    queryKey: ['content-url', instanceId, versionNo],
    queryFn: ({ signal }) => call(getDownloadUrl, { instanceId, mode: 'preview' }, { signal }),
    staleTime: GOOD_MS,
    gcTime: GOOD_MS,
    // A new address would restart playing media.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
