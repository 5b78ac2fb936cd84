import { publicConfig } from '@clouddisk/contract/accounts'
import { queryOptions } from '@tanstack/react-query'
import { call } from './api.ts'

/** What the server tells everybody, also before signing in: the product's title, regions, platforms. */
export const publicConfigQuery = queryOptions({
  queryKey: ['public-config'],
  queryFn: () => call(publicConfig, {}, { quiet: true }),
  staleTime: Number.POSITIVE_INFINITY,
})
