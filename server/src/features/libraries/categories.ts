import {
  CATEGORIES_MAX,
  CATEGORY_NAME_MAX,
  type removeLibraryCategory,
  type saveLibraryCategory,
} from '@clouddisk/contract/admin-libraries'
import { LIMITS } from '@clouddisk/contract/limits'
import { nameKey } from '@clouddisk/contract/names'
import type { Input } from '@clouddisk/contract/route'
import type { Actor } from '../../access/actor.ts'
import { audit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { recordChange } from '../../db/changes.ts'
import type { Tx } from '../../db/database.ts'
import { refuse, refuseNotFound } from '../../errors/refusal.ts'
import { childByKey, fileById, renameFile } from '../../tree/files.ts'
import { insertFolder } from '../../tree/folders.ts'
import { storedName } from '../../tree/names.ts'
import { deleteReleasedHolds } from '../../tree/purge.ts'
import { isHeld } from '../../tree/remove-versions.ts'
import { addTotals, ZERO_TOTALS } from '../../tree/totals.ts'
import { refuseDissolving } from '../groups/group-context.ts'
import { type LibraryGroup, lockLibraryGroup } from '../groups/library-groups.ts'
import { readCode, readFolderName, refusingTaken } from './read-fields.ts'
import * as store from './store.ts'

/** Categories: folders of the library with codes, up to five levels deep (B§3). */

export async function save(
  ctx: Context,
  actor: Actor,
  input: Input<typeof saveLibraryCategory>,
): Promise<{ categoryId: string }> {
  const name = readFolderName('categoryName', input.categoryName, CATEGORY_NAME_MAX, 'attribute_name')
  const code = readCode(input.code)
  const categoryId = await refusingTaken({ name, code }, () =>
    ctx.db.transact(async (tx) => {
      const group = await lockLibraryGroup(tx, input.libraryId.toLowerCase())
      refuseDissolving({ group })
      const known = await store.categories(tx, group.id)
      const id = input.categoryId?.toLowerCase()
      const folderId =
        id === undefined
          ? await create(tx, actor, group, known, name, input.parentId?.toLowerCase())
          : await rename(
              tx,
              actor,
              group,
              known.find((one) => one.id === id) ?? refuseNotFound('category'),
              name,
            )
      await store.saveCategory(tx, { folderId, libraryId: group.id, code })
      await audit(tx, {
        action: 'library.categorySaved',
        object: { type: 'library', id: group.id, name: group.name },
        detail: { category: name, code, folderId },
      })
      return folderId
    }),
  )
  return { categoryId }
}

async function create(
  tx: Tx,
  actor: Actor,
  group: LibraryGroup,
  known: readonly store.CategoryRow[],
  name: string,
  parentId: string | undefined,
): Promise<string> {
  const parent = parentId === undefined ? undefined : known.find(({ id }) => id === parentId)
  if (parentId !== undefined && !parent) refuseNotFound('category')
  if ((parent?.level ?? 0) >= LIMITS.libraryLevelsMax)
    refuse('category_levels', { limit: LIMITS.libraryLevelsMax })
  if ((await store.countCategories(tx, group.id)) >= CATEGORIES_MAX)
    refuse('list_full', { limit: CATEGORIES_MAX })
  const above = parent?.id ?? group.rootId
  if (await childByKey(tx, above, nameKey(name))) refuse('name_taken', { name })
  return insertFolder(tx, group.id, above, name, actor)
}

async function rename(
  tx: Tx,
  actor: Actor,
  group: LibraryGroup,
  category: store.CategoryRow,
  name: string,
): Promise<string> {
  if (category.name === name) return category.id
  const above = category.parentId ?? group.rootId
  const stored = storedName(name, true)
  const namesake = await childByKey(tx, above, stored.nameKey)
  if (namesake && namesake.id !== category.id) refuse('name_taken', { name })
  await renameFile(tx, category.id, stored, actor.personId)
  await recordChange(tx, {
    kind: 'file.renamed',
    spaceId: group.id,
    fileId: category.id,
    name,
    parentIds: [above, category.id],
    actorId: actor.personId,
    details: { from: category.name, to: name },
  })
  return category.id
}

export async function remove(
  ctx: Context,
  actor: Actor,
  input: Input<typeof removeLibraryCategory>,
): Promise<void> {
  await ctx.db.transact(async (tx) => {
    const group = await lockLibraryGroup(tx, input.libraryId.toLowerCase())
    refuseDissolving({ group })
    const known = await store.categories(tx, group.id)
    const category =
      known.find(({ id }) => id === input.categoryId.toLowerCase()) ?? refuseNotFound('category')
    const { id, name } = category
    const { childFiles = 0, childFolders = 0 } = (await fileById(tx, id)) ?? {}
    const count = childFiles + childFolders
    if (count > 0) refuse('category_not_empty', { name, count })
    if (await isHeld(tx, id)) refuse('held')
    if (known.length <= LIMITS.libraryLevelsMin) refuse('category_last')
    const above = category.parentId ?? group.rootId
    await addTotals(tx, above, { ...ZERO_TOTALS, folders: -1 }, { files: 0, folders: -1 })
    await deleteReleasedHolds(tx, [id])
    await tx.deleteFrom('file').where('id', '=', id).execute()
    await recordChange(tx, {
      kind: 'file.purged',
      spaceId: group.id,
      fileId: id,
      name,
      parentIds: [above],
      actorId: actor.personId,
    })
    await audit(tx, {
      action: 'library.categoryRemoved',
      object: { type: 'library', id: group.id, name: group.name },
      detail: { category: name, code: category.code },
    })
  })
}
