import { type Instance, queryInstanceDetail } from '@clouddisk/contract/files'
import { call } from '../../lib/api.ts'
import { extensionFor } from '../../lib/extension-points.ts'
import { showError } from '../../ui/failures.ts'
import { forgetFile, type RecentFile, rememberFile } from './recent.ts'
import { t } from './strings.ts'

/** What choosing a found item does. */

type Located = Pick<Instance, 'groupId' | 'instanceFullPathId'>

export const isFolder = (item: Pick<Instance, 'classifierId'>): boolean => item.classifierId === 'Folder'

async function openFolder(item: Located, folderId: string, select?: string): Promise<void> {
  const navigation = extensionFor('navigation')
  await navigation?.openFolder(folderId, select, navigation.areaOf(item))
}

/** Opens the item's folder with the item selected. */
export async function openLocation(item: Instance): Promise<void> {
  rememberFile(item)
  await openFolder(item, item.parentId, item.instanceId)
}

/** Opens a folder; shows a file over its folder. */
export async function openFound(item: Instance): Promise<void> {
  if (isFolder(item)) {
    rememberFile(item)
    return openFolder(item, item.instanceId)
  }
  await openLocation(item)
  const preview = extensionFor('preview')
  if (preview?.canPreview(item)) preview.open(item)
}

/** Opens a folder; shows a file over the list, in which one walks on. */
export function openInList(item: Instance, list: readonly Instance[]): void {
  rememberFile(item)
  const files = list.filter((one) => !isFolder(one))
  if (isFolder(item)) void openFolder(item, item.instanceId)
  else extensionFor('preview')?.open(item, files)
}

/** Opens what was opened before, as it is now. */
export async function openRecent({ instanceId }: RecentFile, location: boolean): Promise<void> {
  try {
    const item = await call(queryInstanceDetail, { instanceId })
    await (location ? openLocation(item) : openFound(item))
  } catch (error) {
    forgetFile(instanceId)
    showError(t('gone'), error)
  }
}
