import type { Instance } from '@clouddisk/contract/files'
import { pageVersions, type Version } from '@clouddisk/contract/versions'
import { callQuery } from '../../lib/call-query.ts'
import { queryClient } from '../../lib/query-client.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { createRequests } from '../../lib/requests.ts'

/** The file whose versions are asked for; the dialog stands once in the page. */
export const versionRequests = createRequests<Instance, void>()

/** More than a space keeps. */
const PAGE = 1000

/** Below the file's details: whatever changes these changes the versions too. */
export const versionsQuery = (instanceId: string) =>
  callQuery([...queryKeys.detail(instanceId), 'versions'], pageVersions, { instanceId, pageSize: PAGE })

/** After a change of versions: live refresh does the same in other windows. */
export async function refreshVersions(item: Instance): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: queryKeys.detail(item.instanceId) }),
    queryClient.invalidateQueries({ queryKey: queryKeys.folders }),
    queryClient.invalidateQueries({ queryKey: queryKeys.favorites }),
    queryClient.invalidateQueries({ queryKey: queryKeys.capacity }),
  ])
}

/** The item as it was in a version. */
export const itemOf = (item: Instance, version: Version): Instance => ({
  ...item,
  fileSize: version.fileSize,
  versionNo: version.versionNo,
  updateUser: version.updateUser,
  updateTime: version.updateTime,
})
