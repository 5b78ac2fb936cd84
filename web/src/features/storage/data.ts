import { queryClouds } from '@clouddisk/contract/admin-clouds'
import {
  type AdminBucket,
  pageBucketHomes,
  queryBuckets,
  queryContentMove,
  queryContentReading,
} from '@clouddisk/contract/admin-storage'
import type { Input } from '@clouddisk/contract/route'
import { queryOptions } from '@tanstack/react-query'
import { callQuery, pageQuery } from '../../lib/call-query.ts'
import { queryClient } from '../../lib/query-client.ts'

/** Queries of storage; each change invalidates all of them. */

const STORAGE = 'admin-storage'
const REFRESH_MS = 60_000
/** While content is being moved. */
const MOVING_MS = 2000

export const refreshStorage = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [STORAGE] })

export const bucketsQuery = queryOptions({
  ...callQuery([STORAGE, 'buckets'], queryBuckets, {}),
  refetchInterval: REFRESH_MS,
})

export const cloudsQuery = callQuery([STORAGE, 'clouds'], queryClouds, {})

export const moveQuery = queryOptions({
  ...callQuery([STORAGE, 'move'], queryContentMove, {}),
  refetchInterval: (query) => (query.state.data?.move?.state === 'running' ? MOVING_MS : false),
})

export const scrubQuery = queryOptions({
  ...callQuery([STORAGE, 'reading'], queryContentReading, {}),
  refetchInterval: REFRESH_MS,
})

export const homesQuery = (filter: Input<typeof pageBucketHomes>) =>
  pageQuery([STORAGE, 'homes', filter], pageBucketHomes, filter)

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
