import {
  type AdminLibrary,
  CATEGORY_NAME_MAX,
  LIBRARIES_MAX,
  type saveLibrary,
} from '@clouddisk/contract/admin-libraries'
import type { Input } from '@clouddisk/contract/route'
import type { Actor } from '../../access/actor.ts'
import { audit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import { refuse, refuseField, refuseNotFound } from '../../errors/refusal.ts'
import { insertFolder } from '../../tree/folders.ts'
import { markDissolving, unmarkDissolving } from '../groups/dissolve.ts'
import { invalidateGroupMemberships, recordGroupChange, refuseDissolving } from '../groups/group-context.ts'
import { insert, readGroupSpace, updateGroup } from '../groups/groups.ts'
import { libraryGroups, lockLibraryGroup, requireLibraryOwner } from '../groups/library-groups.ts'
import { insertMembers, notifyJoined } from '../groups/members.ts'
import { presentGroups } from '../groups/present.ts'
import { giveGroupTo } from '../groups/transfer-ownership.ts'
import { endRootSync, saveRootSync } from '../node-sync/sync-root.ts'
import { assertWritable } from '../storage/bucket-state.ts'
import { attributes } from './attribute-store.ts'
import { presentAttribute, presentCategory } from './present.ts'
import {
  readCode,
  readDescription,
  readFolderName,
  readIcons,
  readLibraryName,
  refusingTaken,
} from './read-fields.ts'
import * as store from './store.ts'

/** Business libraries for administrators (R94, R156, R225). */

export async function list(ctx: Context): Promise<AdminLibrary[]> {
  const db = ctx.db.reader
  const [groups, rows, categories, fields] = await Promise.all([
    libraryGroups(db),
    store.libraries(db),
    store.categories(db),
    attributes(db),
  ])
  const people = await presentGroups(ctx, db, groups, [])
  return groups.flatMap((group, n) => {
    const row = rows.get(group.id)
    if (!row) return []
    return {
      libraryId: group.id,
      rootId: group.rootId,
      libraryName: group.name,
      code: row.code,
      description: group.description,
      usedCapacity: group.used,
      totalCapacity: group.total,
      menuDisplay: row.menuDisplay,
      ownerId: group.ownerId,
      ownerName: group.ownerName,
      ownerAccount: group.ownerAccount,
      memberCount: people[n]?.memberCount ?? 0,
      bucketName: row.bucket,
      clusters: [...row.clusters],
      icons: [...row.icons],
      categories: categories.filter(({ libraryId }) => libraryId === group.id).map(presentCategory),
      attributes: fields.filter(({ libraryId }) => libraryId === group.id).map(presentAttribute),
      dissolveTime: group.dissolveAt?.toISOString() ?? null,
      updateTime: row.updatedAt.toISOString(),
    }
  })
}

type SaveInput = Input<typeof saveLibrary>

/** What is typed, checked. */
function readFields(ctx: Context, input: SaveInput) {
  const { bucketName, clusterIds = [] } = input
  if (!clusterIds.every(isId)) refuseNotFound('cluster')
  if (bucketName !== undefined) assertWritable(ctx, bucketName)
  return {
    name: readLibraryName(input.libraryName),
    code: readCode(input.code),
    description: readDescription(input.description),
    total: readGroupSpace(input.capacity),
    menuDisplay: input.menuDisplay,
    bucket: bucketName ?? null,
    clusterIds: [...new Set(clusterIds.map((id) => id.toLowerCase()))],
    icons: readIcons(input.icons, input.libraryId === undefined),
  }
}

type Fields = ReturnType<typeof readFields>

export async function save(ctx: Context, actor: Actor, input: SaveInput): Promise<{ libraryId: string }> {
  const fields = readFields(ctx, input)
  const libraryId = await refusingTaken(fields, () =>
    ctx.db.transact((tx) =>
      input.libraryId === undefined
        ? create(ctx, tx, actor, input, fields)
        : change(ctx, tx, actor, { ...input, libraryId: input.libraryId.toLowerCase() }, fields),
    ),
  )
  await ctx.stores.refresh()
  return { libraryId }
}

async function create(ctx: Context, tx: Tx, actor: Actor, input: SaveInput, fields: Fields): Promise<string> {
  const { name, description, total } = fields
  if ((await libraryGroups(tx)).length >= LIBRARIES_MAX) refuse('list_full', { limit: LIBRARIES_MAX })
  const { category = refuseField('category', 'missing'), members = [] } = input
  const categoryName = readFolderName(
    'categoryName',
    category.categoryName,
    CATEGORY_NAME_MAX,
    'attribute_name',
  )
  const categoryCode = readCode(category.code)
  const ownerId = await requireLibraryOwner(ctx, tx, input.ownerId ?? refuseField('ownerId', 'missing'))
  const made = { name, description, total, ownerId, departmentId: null, isLibrary: true }
  const group = { ...(await insert(tx, actor, made, 'none')), name }
  await put(ctx, tx, actor, group, fields, [])
  invalidateGroupMemberships(ctx, tx)
  await recordGroupChange(tx, actor, 'group.changed', group, {
    principalIds: [ownerId],
    details: { what: 'created' },
  })
  const folderId = await insertFolder(tx, group.id, group.rootId, categoryName, actor)
  await store.saveCategory(tx, { folderId, libraryId: group.id, code: categoryCode })
  await notifyJoined(ctx, tx, actor, group, members, await insertMembers(tx, actor, group.rootId, members))
  return group.id
}

async function change(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  input: SaveInput & { libraryId: string },
  fields: Fields,
): Promise<string> {
  const group = await lockLibraryGroup(tx, input.libraryId)
  refuseDissolving({ group })
  const before = (await store.libraries(tx)).get(group.id) ?? refuseNotFound('library')
  const toId = input.ownerId?.toLowerCase() ?? group.ownerId
  if (toId !== group.ownerId)
    await giveGroupTo(ctx, tx, group, await requireLibraryOwner(ctx, tx, toId), actor)
  const { name, description, total } = fields
  await updateGroup(tx, actor, { ...group, ownerId: toId }, { name, description, total })
  await put(
    ctx,
    tx,
    actor,
    group,
    fields,
    before.clusters.map(({ clusterId }) => clusterId),
  )
  return group.id
}

/** What a library has besides a group. */
async function put(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  { id, rootId }: { id: string; rootId: string },
  fields: Fields,
  clustersBefore: readonly string[],
): Promise<void> {
  const { name, code, menuDisplay, clusterIds, bucket, icons, total } = fields
  await store.saveLibrary(tx, id, { code, menuDisplay, clusterIds }, ctx.now())
  await store.setHome(tx, id, bucket)
  await store.saveIcons(tx, id, icons, ctx.now())
  const same =
    clustersBefore.length === clusterIds.length && clusterIds.every((one) => clustersBefore.includes(one))
  if (!same && clusterIds.length === 0) await endRootSync(tx, { id: rootId, name })
  else if (!same)
    await saveRootSync(
      ctx,
      tx,
      actor,
      { id: rootId, spaceId: id, name },
      { clusterIds, direction: 'oneWay', mode: 'syncAndSave' },
    )
  await audit(tx, {
    action: 'library.saved',
    object: { type: 'library', id, name },
    detail: { code, menuDisplay, bucket, clusterIds, total, icons: icons.map(({ kind }) => kind) },
  })
}

/** A library is deleted as a group is dissolved: read-only for seven days, then its files go to the admin recycle bin. */
export async function remove(ctx: Context, actor: Actor, libraryId: string): Promise<void> {
  await ctx.db.transact(async (tx) =>
    markDissolving(ctx, tx, actor, { group: await lockLibraryGroup(tx, libraryId.toLowerCase()) }),
  )
}

export async function restore(ctx: Context, actor: Actor, libraryId: string): Promise<void> {
  await ctx.db.transact(async (tx) =>
    unmarkDissolving(ctx, tx, actor, { group: await lockLibraryGroup(tx, libraryId.toLowerCase()) }),
  )
}
