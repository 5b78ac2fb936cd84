import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { resolveAll } from '../../access/resolve.ts'
import type { Reader } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import { refuse, refuseNotFound } from '../../errors/refusal.ts'
import * as store from './store.ts'
import { visibleBin } from './trash-bin.ts'

/**
 * The id of a file that was deleted by itself, if the actor sees it in the recycle bin and may preview it there: all of one's
 * own; in a group what inherits that permission from the folder it was in. Files with entries of their own are left out.
 */
export async function previewableTrashed(
  db: Reader,
  actor: Actor,
  instanceId: string,
  groupId: string | undefined,
): Promise<string> {
  const bin = await visibleBin(db, actor, groupId)
  const ids = isId(instanceId) ? [instanceId] : []
  const entry = (await store.trashEntries(db, bin.id, ids, bin.deletedBy)).get(instanceId)
  if (!entry) refuseNotFound('trashed')
  if (groupId === undefined) return entry.fileId
  const parent = (await resolveAll(db, actor, [entry.parentId])).get(entry.parentId)
  const isInherited = parent?.spaceId === bin.id && parent.childPermissions.has('preview')
  if (!isInherited || (await hasEntries(db, entry.fileId))) refuse('not_permitted')
  return entry.fileId
}

async function hasEntries(db: Reader, fileId: string): Promise<boolean> {
  const { rows } = await sql`select from file_grant where file_id = ${fileId} limit 1`.execute(db)
  return rows.length > 0
}
