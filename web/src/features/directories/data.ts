import { queryDirectories } from '@clouddisk/contract/directories'
import {
  type DirectoryRun,
  pageDirectoryChanges,
  pageDirectoryRuns,
} from '@clouddisk/contract/directory-runs'
import type { Input } from '@clouddisk/contract/route'
import { queryOptions } from '@tanstack/react-query'
import { callQuery, pageQuery } from '../../lib/call-query.ts'
import { refreshDirectory } from '../../lib/directory.ts'
import { queryClient } from '../../lib/query-client.ts'

/** Queries of directories; while a run is open they are asked again. */

const RUNNING_MS = 1500

export const isOpen = (run: Pick<DirectoryRun, 'state'> | null | undefined): boolean =>
  run?.state === 'queued' || run?.state === 'reading' || run?.state === 'applying'

export const directoriesQuery = queryOptions({
  ...callQuery(['directories', 'list'], queryDirectories, {}),
  refetchInterval: ({ state }) =>
    state.data?.list.some(({ lastRun }) => isOpen(lastRun)) ? RUNNING_MS : false,
})

export const runsQuery = (input: Input<typeof pageDirectoryRuns>) =>
  queryOptions({
    ...pageQuery(['directories', 'runs', input], pageDirectoryRuns, input),
    refetchInterval: ({ state }) => (state.data?.list.some(isOpen) ? RUNNING_MS : false),
  })

export const changesQuery = (input: Input<typeof pageDirectoryChanges>) =>
  pageQuery(['directories', 'changes', input], pageDirectoryChanges, input)

/** With people and departments, which a run changes. */
export async function refreshDirectories(): Promise<void> {
  await Promise.all([queryClient.invalidateQueries({ queryKey: ['directories'] }), refreshDirectory()])
}
