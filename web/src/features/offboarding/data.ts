import { queryBelongings, queryLeaves } from '@clouddisk/contract/admin-offboarding'
import { queryOptions } from '@tanstack/react-query'
import { callQuery } from '../../lib/call-query.ts'
import { DIRECTORY } from '../../lib/directory.ts'

const HANDOVER_POLL_MS = 2000

/** Accounts being offboarded; polled while files are being handed over. */
export const leavesQuery = queryOptions({
  ...callQuery([DIRECTORY, 'leaves'], queryLeaves, {}),
  refetchInterval: ({ state }) =>
    state.data?.list.some(({ status }) => status === 'handing') ? HANDOVER_POLL_MS : false,
})

export const belongingsQuery = (userId: string) =>
  callQuery([DIRECTORY, 'belongings', userId], queryBelongings, { userId })
