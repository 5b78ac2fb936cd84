import type { Input, Reply, Route } from '@clouddisk/contract/route'
import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { call } from './api.ts'

/** The query of one call. */
export const callQuery = <R extends Route>(queryKey: QueryKey, route: R, input: Input<R>) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }): Promise<Reply<R>> => call(route, input, { signal }),
  })
