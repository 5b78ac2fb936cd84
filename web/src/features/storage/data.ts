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

export const scrubQuery = queryOptions({
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

/** It could not be worked with just now. */
export const isUnreachable = ({ answers }: AdminBucket): boolean => answers === false

/** In a word. */
export const unreachableReason = ({ whyNot }: AdminBucket): NonNullable<AdminBucket['whyNot']> =>
  whyNot ?? 'away'

/** Content or homes name it, and nobody says where it is. */
export const isLost = ({ source }: AdminBucket): boolean => source === 'unknown'

const urgency = (bucket: AdminBucket): number => (isLost(bucket) ? 2 : isUnreachable(bucket) ? 1 : 0)

/** What needs somebody first: what does not come back by itself, then what may. */
export const urgentFirst = (buckets: readonly AdminBucket[]): AdminBucket[] =>
  buckets.toSorted((a, b) => urgency(b) - urgency(a))

/** Those that take what comes. */
export const writableBuckets = (buckets: readonly AdminBucket[]): AdminBucket[] =>
  buckets.filter((bucket) => !isLost(bucket) && bucket.state === 'active')
