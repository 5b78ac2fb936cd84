import { ApiError } from '@clouddisk/client/http/errors'
import {
  type AdminOutboundRequest,
  decideOutboundRequests,
  OUTBOUND_STATES,
  type OutboundDecision,
  type OutboundState,
  pageOutboundRequests,
} from '@clouddisk/contract/outbound'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { nonEmpty, pageQuery } from '../../../lib/call-query.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import {
  cleared,
  type PageNumber,
  readChoice,
  readPageNumber,
  type Search,
} from '../../../ui/list/address.ts'
import { toast } from '../../../ui/toast.tsx'
import { t } from './request-strings.ts'

/** Lists requests for the permission to share outside, and decides about them. */

const KEY = [...queryKeys.links, 'everybody', 'requests'] as const
const REFRESH_MS = 30_000

export interface RequestsView extends PageNumber {
  readonly keyword: string
  readonly state: OutboundState | ''
}

export const readRequests = (search: Search): RequestsView => ({
  keyword: search.q ?? '',
  state: readChoice(OUTBOUND_STATES, search.state),
  ...readPageNumber(search),
})
export const CLEARED = cleared(['q', 'state'])

export const requestsQuery = ({ keyword, state, page: pageNo, pageSize }: RequestsView) => {
  const input = { ...nonEmpty({ keyword, state }), pageNo, pageSize }
  return queryOptions({
    ...pageQuery([...KEY, input], pageOutboundRequests, input),
    refetchInterval: REFRESH_MS,
  })
}

const DONE = { approve: 'approvedDone', refuse: 'refusedDone', revoke: 'revokedDone' } as const

/** Rejects with the call's error, or with that of the request. */
export async function decideRequest(
  { requestId }: AdminOutboundRequest,
  decision: OutboundDecision,
  note: string,
): Promise<void> {
  try {
    const input = { requestIds: [requestId], decision, ...(note && { note }) }
    const failed = (await call(decideOutboundRequests, input)).list.find(({ errcode }) => errcode !== 0)
    if (failed) throw new ApiError({ code: failed.errcode, message: failed.errmsg, httpStatus: 200 })
    toast.ok(t(DONE[decision]))
  } finally {
    void queryClient.invalidateQueries({ queryKey: KEY })
  }
}
