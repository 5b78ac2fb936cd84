import { queryBelongings, queryLeaves } from '@clouddisk/contract/admin-leavers'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { DIRECTORY } from '../../lib/directory.ts'

const HANDOVER_POLL_MS = 2000

/** Leavers; polled while files are being handed over. */
export const leavesQuery = queryOptions({
  queryKey: [DIRECTORY, 'leaves'],
  queryFn: ({ signal }) => call(queryLeaves, {}, { signal }),
  refetchInterval: ({ state }) =>
    state.data?.list.some(({ status }) => status === 'handing') ? HANDOVER_POLL_MS : false,
})

export const belongingsQuery = (userId: string) =>
  queryOptions({
    queryKey: [DIRECTORY, 'belongings', userId],
    queryFn: ({ signal }) => call(queryBelongings, { userId }, { signal }),
  })
