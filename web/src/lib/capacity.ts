import { type Capacity, queryUserCapacity } from '@clouddisk/contract/accounts'
import { queryOptions } from '@tanstack/react-query'
import { call } from './api.ts'
import { queryKeys } from './query-keys.ts'

/** Used and total space; refetched 300 ms after a change (A§9). */
export const capacityQuery = queryOptions({
  queryKey: queryKeys.capacity,
  queryFn: ({ signal }): Promise<Capacity> => call(queryUserCapacity, {}, { signal }),
})

/** Bytes still free; undefined where space is unlimited (isLimist "0"). */
export const freeBytes = (capacity: Capacity): number | undefined =>
  capacity.isLimist === '0' ? undefined : Math.max(0, capacity.totalSize - capacity.usedSize)
