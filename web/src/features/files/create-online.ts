import { createOnline as createOnlineCall, type NewDocument } from '@clouddisk/contract/coediting'
import { call } from '../../lib/api.ts'
import type { FolderTarget } from '../../lib/extension-points.ts'
import { texts } from '../../lib/i18n.ts'
import { onlineAddress } from '../../lib/online.ts'
import { withErrorMessage } from '../../ui/with-error-message.ts'
import { refreshAround, refreshFolders } from './refresh.ts'

const t = texts('create-online', {
  docx: ['新建文档.docx', 'New document.docx'],
  xlsx: ['新建表格.xlsx', 'New spreadsheet.xlsx'],
  pptx: ['新建演示文稿.pptx', 'New presentation.pptx'],
  notCreated: ['新建失败', 'Couldn’t create the file'],
})

/** Makes an empty document in the folder, under a free name, and opens its editor. */
export async function createOnline(folder: FolderTarget, kind: NewDocument): Promise<void> {
  // Opened within the click: later the browser would block it.
  const tab = window.open('about:blank')
  let isOpen = false
  await withErrorMessage(t('notCreated'), async () => {
    const { instanceId: parentId, fileSharingId } = folder
    const sharing = fileSharingId === undefined ? {} : { fileSharingId }
    const file = await call(createOnlineCall, { parentId, kind, instanceName: t(kind), ...sharing })
    tab?.location.assign(onlineAddress(file.instanceId, 'edit'))
    isOpen = true
    refreshAround('capacity')
    await refreshFolders([parentId, file.parentId])
  })
  if (!isOpen) tab?.close()
}
