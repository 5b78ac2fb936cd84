import type { Instance } from '@clouddisk/contract/files'
import { formatSize } from '@clouddisk/contract/format'
import type { FolderPickerExtension, FolderPickerRequest, FolderTarget } from '../../lib/extension-points.ts'
import { createRequests } from '../../lib/requests.ts'
import { copyItems, moveItems } from './lazy-actions.ts'
import { t } from './strings.ts'

/** Requests to the folder picker (A§2), shown by folder-picker.tsx. */
export const folderPickerRequests = createRequests<FolderPickerRequest, FolderTarget | undefined>()

export const folderPickerExtension: FolderPickerExtension = {
  pick: (question) => folderPickerRequests.ask(question),
}

/** `3 项 · 3.39 GB` */
export const selectionSummary = (items: readonly Instance[]): string =>
  `${t('items', { count: items.length })} · ${formatSize(items.reduce((sum, item) => sum + item.fileSize, 0))}`

/** Ids from a tree's root down to the item's folder. */
const ancestorIds = ({ groupId, instancePathIds }: Instance): readonly string[] => [
  ...(groupId === null ? [] : ['groups']),
  ...instancePathIds.split('/'),
]

/** Opens the folder picker, then moves or copies. */
export async function pickFolderAndTransfer(
  mode: 'move' | 'copy',
  items: readonly Instance[],
): Promise<void> {
  const folders = items.filter((item) => item.classifierId === 'Folder').map((item) => item.instanceId)
  const [first] = items
  const together = first && items.every((item) => item.parentId === first.parentId)
  const target = await folderPickerExtension.pick({
    mode,
    subject: selectionSummary(items),
    without: folders,
    ...(together ? { from: first.parentId, near: ancestorIds(first) } : {}),
  })
  if (target) await (mode === 'move' ? moveItems : copyItems)(items, target)
}
