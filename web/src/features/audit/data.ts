import { publicConfig } from '@clouddisk/contract/accounts'
import { pageLogs, queryLog, queryLogExports } from '@clouddisk/contract/audit'
import type { Input } from '@clouddisk/contract/route'
import { querySettings } from '@clouddisk/contract/settings'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { callQuery, pageQuery } from '../../lib/call-query.ts'
import { queryKeys } from '../../lib/query-keys.ts'

/** Queries of the audit log. */

const LOGS = 'admin-logs'
const EXPORTS_MS = 1500

export const logsQuery = (filter: Input<typeof pageLogs>) =>
  pageQuery([LOGS, 'page', filter], pageLogs, filter)

export const entryQuery = (seq: number) => callQuery([LOGS, 'entry', seq], queryLog, { seq })

/** Polled while an export is queued or running. */
export const exportsQuery = queryOptions({
  ...callQuery([LOGS, 'exports'], queryLogExports, {}),
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
