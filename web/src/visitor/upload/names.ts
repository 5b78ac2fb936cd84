import { createLinkFolder, renameLinkInstance } from '@clouddisk/contract/link-uploads'
import { toast } from '../../ui/toast.tsx'
import { linkPath } from '../address.ts'
import { client, refreshLists } from '../calls.ts'
import { t } from './strings.ts'

/** New folders and new names by a visitor who may change the folder. */

export async function createFolderIn(parentId: string, instanceName: string): Promise<void> {
  const made = await client.call(createLinkFolder, { linkPath, parentId, instanceName })
  await refreshLists()
  toast.ok(t('created', { name: made.instanceName }))
}

export async function renameItem(instanceId: string, instanceName: string): Promise<void> {
  const renamed = await client.call(renameLinkInstance, { linkPath, instanceId, instanceName })
  await refreshLists()
  toast.ok(t('renamed', { name: renamed.instanceName }))
}
