import type { FileToUpload, UploadRequest } from '@clouddisk/client/uploads/state'
import { LIMITS } from '@clouddisk/contract/limits'
import { desktopHost } from '../../../lib/host.ts'

/**
 * Hands a selection over to the desktop client, in as many calls as it takes; what its list has no room for waits there
 * (C42).
 * @throws what the client answers; the files of the calls before are taken.
 */
export async function handOver(request: UploadRequest<File>): Promise<void> {
  const { files } = request
  for (let at = 0; at < files.length; at += LIMITS.uploadFilesClient)
    await add(request, files.slice(at, at + LIMITS.uploadFilesClient))
}

async function add(
  { parentId, uploadTo, inGroup = false, fileSharingId }: UploadRequest<File>,
  files: readonly FileToUpload<File>[],
): Promise<void> {
  await desktopHost().addTask(
    {
      tasks: files.map(({ name, path, conflict, file: { name: own } }, file) => ({
        type: 'uploadFile' as const,
        file,
        path: [...path],
        parentId,
        position: uploadTo,
        inGroup,
        ...(fileSharingId !== undefined && { fileSharingId }),
        ...(name !== own && { name }),
        ...(conflict && { conflict }),
      })),
      wait: true,
    },
    files.map(({ file }) => file),
  )
}
