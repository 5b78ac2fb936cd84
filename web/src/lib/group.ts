import { queryGroup } from '@clouddisk/contract/groups'
import { queryOptions } from '@tanstack/react-query'
import { call } from './api.ts'
import { queryKeys } from './query-keys.ts'

/** One group: its name, space and the caller's role. */
export const groupQuery = (groupId: string) =>
  queryOptions({
    queryKey: [...queryKeys.groups, 'one', groupId],
    queryFn: ({ signal }) => call(queryGroup, { groupId }, { signal }),
  })
