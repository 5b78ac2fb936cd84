import type { Client } from '@clouddisk/client/http/call'
import type { DesktopTask } from '@clouddisk/contract/desktop'
import { queryFolderDownload } from '@clouddisk/contract/downloads'
import type { DownloadRequest } from './download.ts'
import { makeFolders } from './local-names.ts'

/** The files that the page's tasks ask for, those below folders included. */

export type DownloadTask = Extract<DesktopTask, { type: 'downloadFile' }>

/** @param folder where they go. @throws what the server answers for a folder. */
export async function requestsOf(
  tasks: readonly DownloadTask[],
  folder: string,
  client: Client,
): Promise<DownloadRequest[]> {
  const requests: DownloadRequest[] = []
  for (const task of tasks) {
    const { instanceId, fileName, fileSize, versionId = null, fileSharingId = null, linkPath = null } = task
    if (task.classifierId === 'File')
      requests.push({ instanceId, versionId, fileName, fileSize, folder, fileSharingId, linkPath })
    else requests.push(...(await filesBelow(task, folder, client)))
  }
  return requests
}

/** Of a folder; the folders below it are made at once, also those without files. */
async function filesBelow(
  { instanceId, fileName, fileSharingId }: DownloadTask,
  folder: string,
  client: Client,
): Promise<DownloadRequest[]> {
  const input = {
    parentId: instanceId,
    ...(fileSharingId !== undefined && { innerSharingId: fileSharingId }),
  }
  const { list } = await client.call(queryFolderDownload, input)
  const folders = list.filter(({ classifierId }) => classifierId === 'Folder')
  const made = (async () => {
    await makeFolders(folder, [fileName])
    for (const { folderPath, instanceName } of folders)
      await makeFolders(folder, [fileName, ...namesIn(folderPath), instanceName])
  })()
  await made.catch((error: unknown) => {
    // The files fail in the list.
    if (list.length === folders.length) throw error
  })
  return list
    .filter(({ classifierId }) => classifierId === 'File')
    .map((item) => ({
      instanceId: item.instanceId,
      fileName: item.instanceName,
      fileSize: item.fileSize,
      folder,
      path: [fileName, ...namesIn(item.folderPath)],
      fileSharingId: item.fileSharingId ?? fileSharingId ?? null,
    }))
}

const namesIn = (path: string): string[] => path.split('/').filter(Boolean)
