import type { Actor } from '../access/actor.ts'
import { deniedIn, mayContainDenied } from '../access/permissions.ts'
import type { ResolvedItem } from '../access/resolve.ts'
import type { Reader } from '../db/database.ts'

/** Ids of the children that are denied to the actor although the actor may list the folder. */
export async function hiddenChildIds(db: Reader, actor: Actor, folder: ResolvedItem): Promise<string[]> {
  if (!mayContainDenied(folder)) return []
  const deniedIds = [...(await deniedIn(db, actor, folder.spaceId))]
  if (deniedIds.length === 0) return []
  const rows = await db
    .selectFrom('file')
    .select('id')
    .where('id', 'in', deniedIds)
    .where('parent_id', '=', folder.id)
    .execute()
  return rows.map((row) => row.id)
}
