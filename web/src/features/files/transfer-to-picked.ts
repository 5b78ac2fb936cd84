import type { Instance } from '@clouddisk/contract/files'
import { formatSize } from '@clouddisk/contract/format'
import { copyItems, moveItems } from './move-copy.ts'
import { folderPickerExtension } from './pick-folder.ts'
import { t } from './strings.ts'

/** `3 项 · 3.39 GB` */
const selectionSummary = (items: readonly Instance[]): string =>
  `${t('items', { count: items.length })} · ${formatSize(items.reduce((sum, item) => sum + item.fileSize, 0))}`

/** Ids from a tree's root down to the item's folder. */
const ancestorIds = ({ groupId, instancePathIds }: Instance): readonly string[] => [
  ...(groupId === null ? [] : ['groups']),
  ...instancePathIds.split('/'),
]

/** Opens the folder picker, then moves or copies. */
export async function transferToPicked(mode: 'move' | 'copy', items: readonly Instance[]): Promise<void> {
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
