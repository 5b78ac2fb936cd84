import { ApiError } from '@clouddisk/client/http/errors'
import { FILES_TYPE, smallFilesHead, uploadFiles } from '@clouddisk/contract/uploads'
import { call } from '../../lib/api.ts'
import type { FolderTarget } from '../../lib/extension-points.ts'
import { extensionFor } from '../../lib/extension-points.ts'
import { texts } from '../../lib/i18n.ts'
import { withErrorMessage } from '../../ui/with-error-message.ts'
import { refreshAround, refreshFolders } from './refresh.ts'

const t = texts('create-text', {
  txt: ['新建文本文件.txt', 'New text file.txt'],
  md: ['新建 Markdown 文件.md', 'New Markdown file.md'],
  notCreated: ['新建失败', 'Couldn’t create the file'],
})

const SHA256_OF_NOTHING = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** Creates an empty text file in the folder, under a free name, and opens its editor. */
export async function createText(folder: FolderTarget, ext: 'txt' | 'md'): Promise<void> {
  await withErrorMessage(t('notCreated'), async () => {
    const { instanceId: parentId, fileSharingId } = folder
    const head = smallFilesHead({
      batchId: crypto.randomUUID(),
      ...(fileSharingId !== undefined && { fileSharingId }),
      files: [{ instanceName: t(ext), fSize: 0, sha256: SHA256_OF_NOTHING, parentId, conflict: 'keepBoth' }],
    })
    const content = new Blob([new Uint8Array(head)])
    const { list } = await call(uploadFiles, {}, { file: { type: FILES_TYPE, content } })
    const { file, errcode = 0, errmsg = '' } = list[0] ?? {}
    if (!file) throw new ApiError({ code: errcode, message: errmsg, httpStatus: 200 })
    refreshAround('capacity')
    await refreshFolders([parentId, file.parentId])
    extensionFor('preview')?.open(file, [file], undefined, { edit: true })
  })
}
