import { createFolder, type Instance } from '@clouddisk/contract/files'
import { call } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { refreshFolders } from './refresh.ts'

/** Creates a folder; resolves when the list shows it. Rethrows the call's error. */
export async function createFolderIn(
  parentId: string,
  instanceName: string,
  fileSharingId?: string,
): Promise<Instance> {
  const folder = await call(createFolder, {
    parentId,
    instanceName: instanceName.trim(),
    ...(fileSharingId !== undefined && { fileSharingId }),
  })
  void queryClient.invalidateQueries({ queryKey: queryKeys.subfolders })
  await refreshFolders([parentId, folder.parentId])
  return folder
}
