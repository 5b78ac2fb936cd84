import type { queryNamesakes } from '@clouddisk/contract/files'
import { nameKey } from '@clouddisk/contract/names'
import type { Input, Reply } from '@clouddisk/contract/route'
import type { Actor } from '../../access/actor.ts'
import { resolveWithPermission } from '../../access/permissions.ts'
import type { Context } from '../../context.ts'
import { refuse } from '../../errors/refusal.ts'
import { childrenByKeys } from '../../tree/files.ts'
import { hiddenChildIds } from '../../tree/hidden.ts'
import { resolveFolderId } from '../../tree/spaces.ts'

/** Which of the names are taken in a folder, and by which item. */
export async function nameConflicts(
  ctx: Context,
  actor: Actor,
  input: Input<typeof queryNamesakes>,
): Promise<Reply<typeof queryNamesakes>> {
  const db = ctx.db.reader
  const folder = await resolveWithPermission(
    db,
    actor,
    await resolveFolderId(db, actor, input.parentId),
    'list',
  )
  if (!folder.isFolder) refuse('is_a_file')
  const keys = new Map(input.names.map((name) => [name, nameKey(name)]))
  const taken = await childrenByKeys(db, folder.id, [...new Set(keys.values())])
  const hidden = new Set(await hiddenChildIds(db, actor, folder))
  return [...keys].flatMap(([name, key]) => {
    const there = taken.get(key)
    if (!there || hidden.has(there.id)) return []
    const classifierId = there.isFolder ? ('Folder' as const) : ('File' as const)
    return [{ name, instanceId: there.id, instanceName: there.name, classifierId }]
  })
}
