import type { Instance } from '@clouddisk/contract/files'
import { queryOptions } from '@tanstack/react-query'
import type { PreviewSource } from './source.ts'

/** Requests to an address may start for ten minutes; a new one is fetched earlier. */
const GOOD_MS = 8 * 60_000
const CONVERTING_POLL_MS = 2000

/** How a file, or an earlier version of it, can be shown, with the signed address of its content. */
export const previewQuery = (
  source: PreviewSource,
  { instanceId, versionNo }: Pick<Instance, 'instanceId' | 'versionNo'>,
  versionId?: string,
) =>
  queryOptions({
    queryKey: ['preview', instanceId, versionId ?? versionNo],
    queryFn: ({ signal }) => source.previewOf({ instanceId, versionId }, signal),
    staleTime: GOOD_MS,
    gcTime: GOOD_MS,
    refetchInterval: ({ state }) => (state.data?.state === 'converting' ? CONVERTING_POLL_MS : false),
    // A new address would restart playing media.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
