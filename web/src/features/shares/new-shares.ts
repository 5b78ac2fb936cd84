import { pageShares } from '@clouddisk/contract/shares'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call, callerName } from '../../lib/api.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import { createStore } from '../../lib/store.ts'

/** Whether something was shared with the person since it last looked; kept in this browser. */

const key = () => `clouddisk.shares.seen.${callerName() ?? ''}`
const seen = createStore<string | undefined>(undefined)

const newestQuery = queryOptions({
  queryKey: [...queryKeys.shares, 'newest'],
  queryFn: async ({ signal }) => {
    const { list } = await call(
      pageShares,
      { type: 'received', pageSize: 1, orderBy: 'createTime', orderType: 'desc' },
      { signal },
    )
    return list[0]?.createTime ?? null
  },
})

export function useNewShares(): boolean {
  const newest = useQuery(newestQuery).data
  const last = seen.use() ?? readStored(key())
  return newest != null && (last === undefined || newest > last)
}

/** The person has the list in front of it. */
export function markSharesSeen(newest: string | undefined): void {
  if (newest === undefined) return
  const last = readStored(key())
  if (last !== undefined && last >= newest) return
  writeStored(key(), newest)
  seen.set(newest)
}
