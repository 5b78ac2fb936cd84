import { publicConfig } from '@clouddisk/contract/accounts'
import { queryOptions } from '@tanstack/react-query'
import { call } from './api.ts'

/** Public server configuration, available before sign-in: title, regions, platforms. */
export const publicConfigQuery = queryOptions({
  queryKey: ['public-config'],
  queryFn: () => call(publicConfig, {}, { quiet: true }),
  staleTime: Number.POSITIVE_INFINITY,
})
