import { publicConfig, querySettings } from '@clouddisk/contract/accounts'
import { pageLogs, queryLog, queryLogExports } from '@clouddisk/contract/audit'
import type { Input } from '@clouddisk/contract/route'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { queryKeys } from '../../lib/query-keys.ts'

/** What the audit log's page asks for. */

const LOGS = 'admin-logs'
const EXPORTS_MS = 1500

export const logsQuery = (filter: Input<typeof pageLogs>) =>
  queryOptions({
    queryKey: [LOGS, 'page', filter],
    queryFn: ({ signal }) => call(pageLogs, filter, { signal }),
    placeholderData: keepPreviousData,
  })

export const entryQuery = (seq: number) =>
  queryOptions({
    queryKey: [LOGS, 'entry', seq],
    queryFn: ({ signal }) => call(queryLog, { seq }, { signal }),
  })

/** Asked again while one of them is made. */
export const exportsQuery = queryOptions({
  queryKey: [LOGS, 'exports'],
  queryFn: ({ signal }) => call(queryLogExports, {}, { signal }),
  refetchInterval: ({ state }) =>
    state.data?.some((one) => one.state === 'queued' || one.state === 'running') ? EXPORTS_MS : false,
})

export const viewsQuery = queryOptions({
  queryKey: [LOGS, 'views'],
  queryFn: async ({ signal }) => (await call(querySettings, {}, { signal })).logViews ?? [],
})

export const regionsQuery = queryOptions({
  queryKey: [...queryKeys.publicConfig, 'regions'],
  queryFn: async ({ signal }) => (await call(publicConfig, {}, { signal })).regions,
  staleTime: Number.POSITIVE_INFINITY,
})
