import {
  type AdminBucket,
  pageBucketHomes,
  queryBuckets,
  queryContentMove,
  queryContentReading,
} from '@clouddisk/contract/admin-storage'
import type { Input } from '@clouddisk/contract/route'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'

/** What the administration asks of storage; one change makes all of it be asked again. */

const STORAGE = 'admin-storage'
const REFRESH_MS = 60_000
/** While content is being moved. */
const MOVING_MS = 2000

export const refreshStorage = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [STORAGE] })

export const bucketsQuery = queryOptions({
  queryKey: [STORAGE, 'buckets'],
  queryFn: ({ signal }) => call(queryBuckets, {}, { signal }),
  refetchInterval: REFRESH_MS,
})

export const moveQuery = queryOptions({
  queryKey: [STORAGE, 'move'],
  queryFn: ({ signal }) => call(queryContentMove, {}, { signal }),
  refetchInterval: (query) => (query.state.data?.move?.state === 'running' ? MOVING_MS : false),
})

export const readingQuery = queryOptions({
  queryKey: [STORAGE, 'reading'],
  queryFn: ({ signal }) => call(queryContentReading, {}, { signal }),
  refetchInterval: REFRESH_MS,
})

export const homesQuery = (asked: Input<typeof pageBucketHomes>) =>
  queryOptions({
    queryKey: [STORAGE, 'homes', asked],
    queryFn: ({ signal }) => call(pageBucketHomes, asked, { signal }),
    placeholderData: keepPreviousData,
  })

/** It did not answer just now. */
export const isAway = ({ answers }: AdminBucket): boolean => answers === false

/** What needs somebody first. */
export const urgentFirst = (buckets: readonly AdminBucket[]): AdminBucket[] =>
  buckets.toSorted((a, b) => Number(isAway(b)) - Number(isAway(a)))

/** Those that take what comes. */
export const openOnes = (buckets: readonly AdminBucket[]): AdminBucket[] =>
  buckets.filter(({ source, state }) => source !== 'unknown' && state === 'active')
