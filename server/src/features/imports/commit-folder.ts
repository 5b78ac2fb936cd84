import { lengthOf, nameKey } from '@clouddisk/contract/names'
import { type ResolvedItem, resolve } from '../../access/resolve.ts'
import type { Context } from '../../context.ts'
import { depthRefusal, insertFolder } from '../../tree/folders.ts'
import { findFreeName } from '../../tree/names.ts'
import { lockTarget } from './commit-files.ts'
import type { RunningImport } from './import-input.ts'
import { type ItemOutcomeRow, namesakes, saveItems } from './items-store.ts'
import type { FolderPlan } from './plan-folder.ts'

/** Makes a folder of the source one here, or finds the one that is there; undefined if it cannot be. */
export function commitFolder(
  ctx: Context,
  job: RunningImport,
  parentId: string,
  { planned, before, known }: FolderPlan['folders'][number],
): Promise<ResolvedItem | undefined> {
  return ctx.db.transact(async (tx) => {
    const { actor, target } = await lockTarget(ctx, tx, job, parentId)
    const { name, entry } = planned
    const save = (row: Omit<ItemOutcomeRow, 'planned'>) => saveItems(tx, job, [{ planned, ...row }])
    if (known) {
      const outcome = before?.run === job.run ? before.outcome : 'there'
      await save({
        outcome,
        fileId: known.id,
        name: before?.name ?? known.name,
        isRenamed: before?.isRenamed ?? false,
      })
      return known
    }
    const taken = (await namesakes(tx, actor, job.id, target.id, [nameKey(name)])).get(nameKey(name))
    const isOther = taken?.isOfImport === true && taken.id !== before?.fileId
    const there =
      taken?.isFolder && taken.isVisible && !isOther ? await resolve(tx, actor, taken.id) : undefined
    if (there) {
      await save({ outcome: 'there', fileId: there.id, name: there.name, isRenamed: name !== entry.name })
      return there
    }
    const nameNow = taken ? (await findFreeName(tx, target.id, name, true)).name : name
    const refusal = depthRefusal(target, { levels: 1, length: lengthOf(nameNow) + 1 })
    if (refusal) {
      await save({ outcome: 'failed', refusal })
      return undefined
    }
    const id = await insertFolder(tx, target.spaceId, target.id, nameNow, actor)
    if (entry.modifiedAt && entry.modifiedAt < ctx.now())
      await tx.updateTable('file').set({ updated_at: entry.modifiedAt }).where('id', '=', id).execute()
    await save({
      outcome: taken && !isOther ? 'keptBoth' : 'imported',
      fileId: id,
      name: nameNow,
      isRenamed: name !== entry.name || isOther,
    })
    return resolve(tx, actor, id)
  })
}
