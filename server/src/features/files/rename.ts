import type { Language } from '@clouddisk/contract/errors'
import type { Instance, renameInstance } from '@clouddisk/contract/files'
import { lengthOf, renameFault } from '@clouddisk/contract/names'
import type { Input } from '@clouddisk/contract/route'
import type { Actor } from '../../access/actor.ts'
import { authorOf } from '../../access/link-visitor.ts'
import { resolveWithPermission } from '../../access/permissions.ts'
import { resolve } from '../../access/resolve.ts'
import { nameRefusal, refuseFileName } from '../../content/file-rules.ts'
import type { Context } from '../../context.ts'
import { recordChange } from '../../db/changes.ts'
import { refuse } from '../../errors/refusal.ts'
import { childByKey, renameFile } from '../../tree/files.ts'
import { refuseTooDeep } from '../../tree/folders.ts'
import { nameFromFields, refuseNameFault, storedName } from '../../tree/names.ts'
import { presentItem } from '../../tree/present.ts'
import { folderExtents } from '../../tree/reparent.ts'
import { withSpaceLocks } from '../../tree/spaces.ts'

/** Renames an item; a change of case or Unicode form only is allowed (C section 3 "Names"). */
export async function rename(
  ctx: Context,
  actor: Actor,
  input: Input<typeof renameInstance>,
  language: Language,
): Promise<Instance> {
  const name = nameFromFields(input.fileName, input.instanceName, 'fileName')
  return ctx.db.transact(async (tx) => {
    const { instanceId } = input
    const file = await withSpaceLocks(tx, [instanceId], () =>
      resolveWithPermission(tx, actor, instanceId, 'rename'),
    )
    if (file.id === file.rootId || file.parentId === null) refuse('root_is_fixed')
    const { renameMax, nameMax } = ctx.config.limits
    refuseNameFault(renameFault(name, file.name, file.isFolder, renameMax, nameMax), 'fileName')
    if (!file.isFolder && !nameRefusal(ctx, actor, file.name)) refuseFileName(ctx, actor, name)
    const stored = storedName(name, file.isFolder)
    const namesake = await childByKey(tx, file.parentId, stored.nameKey)
    if (namesake && namesake.id !== file.id) refuse('name_taken', { name })
    const longer = lengthOf(name) - lengthOf(file.name)
    if (file.isFolder && longer > 0) {
      const extent = (await folderExtents(tx, [file.id])).get(file.id)
      const parent = { fullPath: file.fullPath.slice(0, -1) }
      if (extent) refuseTooDeep(parent, { ...extent, length: extent.length + longer })
    }
    if (name !== file.name) {
      const { actorId, details } = authorOf(actor)
      const change = {
        kind: 'file.renamed' as const,
        spaceId: file.spaceId,
        fileId: file.id,
        name,
        parentIds: [file.parentId, file.isFolder ? file.id : null],
        actorId,
        details: { from: file.name, to: name, ...details },
      }
      await Promise.all([renameFile(tx, file.id, stored, actor.personId), recordChange(tx, change)])
    } else if (!namesake) {
      // The row had a legacy name key (db/rekey-names.ts), and the current one is free.
      await renameFile(tx, file.id, stored, actor.personId)
    }
    return presentItem(tx, actor, await resolve(tx, actor, file.id), language)
  })
}
