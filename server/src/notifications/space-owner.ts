import type { NoticeData } from '@clouddisk/contract/notifications'
import type { Tx } from '../db/database.ts'
import type { NotificationRecipient } from './notify.ts'

/** Owner and description of a folder: who owns and manages the group, or who shared the folder. */
export async function describeOwnedFolder(
  tx: Tx,
  sharedRootId: string,
): Promise<{ to: NotificationRecipient[]; about: NoticeData } | undefined> {
  const place = await tx
    .selectFrom('file')
    .innerJoin('space', 'space.id', 'file.space_id')
    .leftJoin('group', 'group.id', 'space.id')
    .select(['file.name', 'file.is_folder as isFolder', 'space.root_id as rootId'])
    .select(['group.id as groupId', 'group.name as groupName'])
    .where('file.id', '=', sharedRootId)
    .executeTakeFirst()
  if (!place) return undefined
  const { name, isFolder, rootId, groupId, groupName } = place
  const to = await tx
    .selectFrom('file_grant')
    .select(['principal_type as principalType', 'principal_id as principalId'])
    .where('file_id', '=', rootId)
    .where('source', 'in', ['owner', 'member'])
    .where('role', 'in', ['owner', 'manager'])
    .execute()
  const about = {
    instanceId: sharedRootId,
    instanceName: name,
    isFolder,
    ...(groupId && { groupId, groupName: groupName ?? '' }),
  }
  return { to, about }
}
