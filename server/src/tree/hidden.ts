import type { Actor } from '../access/actor.ts'
import { heldChildren } from '../access/held.ts'
import { deniedIn, mayContainDenied } from '../access/permissions.ts'
import type { ResolvedItem } from '../access/resolve.ts'
import type { Reader } from '../db/database.ts'

/** Ids of the children that the actor does not see although it may list the folder. */
export async function hiddenChildIds(db: Reader, actor: Actor, folder: ResolvedItem): Promise<string[]> {
  const held = await heldChildren(db, actor, folder.id)
  if (!mayContainDenied(folder)) return held
  const deniedIds = [...(await deniedIn(db, actor, folder.spaceId))]
  if (deniedIds.length === 0) return held
  const rows = await db
    .selectFrom('file')
    .select('id')
    .where('id', 'in', deniedIds)
    .where('parent_id', '=', folder.id)
    .execute()
  return [...new Set([...held, ...rows.map((row) => row.id)])]
}
