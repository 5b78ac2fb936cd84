import type { Input, Reply, Route } from '@clouddisk/contract/route'
import { keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query'
import { call } from './api.ts'

/** The query of one call. */
export const callQuery = <R extends Route>(queryKey: QueryKey, route: R, input: Input<R>) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }): Promise<Reply<R>> => call(route, input, { signal }),
  })

/** The same for a page of a list: the previous page is shown until the next one is here. */
export const pageQuery = <R extends Route>(queryKey: QueryKey, route: R, input: Input<R>) =>
  queryOptions({ ...callQuery(queryKey, route, input), placeholderData: keepPreviousData })

type NonEmpty<T> = { [K in keyof T]?: Exclude<T[K], '' | undefined> }

/** The fields that are set: calls take neither empty nor undefined ones. */
export const nonEmpty = <const T extends object>(fields: T): NonEmpty<T> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== '' && value !== undefined),
  ) as NonEmpty<T>
