import type { PermissionItem } from '@clouddisk/contract/roles'
import type { Actor } from '../../access/actor.ts'
import { resolveWithPermission } from '../../access/permissions.ts'
import type { ResolvedItem } from '../../access/resolve.ts'
import type { Reader, Tx } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import { refuse, refuseNotFound } from '../../errors/refusal.ts'
import { withSpaceLocks } from '../../tree/spaces.ts'

/** The file whose versions a call is about, with the permission that the call needs. */
export async function versionedFile(
  db: Reader,
  actor: Actor,
  instanceId: string,
  item: PermissionItem,
): Promise<ResolvedItem> {
  const file = await resolveWithPermission(db, actor, instanceId, item)
  if (file.isFolder) refuse('is_a_folder')
  return file
}

/** The same with the file's space locked, for changes: versions come and go under that lock. */
export const lockedFile = (
  tx: Tx,
  actor: Actor,
  instanceId: string,
  item: PermissionItem,
): Promise<ResolvedItem> => withSpaceLocks(tx, [instanceId], () => versionedFile(tx, actor, instanceId, item))

export function requireVersionId(versionId: string): void {
  if (!isId(versionId)) refuseNotFound('version')
}
