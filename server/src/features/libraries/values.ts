import type {
  prepareLibraryUpload,
  queryLibraryValues,
  saveLibraryValues,
} from '@clouddisk/contract/libraries'
import {
  type AttributeValue,
  canonicalValue,
  type LibraryAttribute,
  valueFault,
} from '@clouddisk/contract/library-attributes'
import { nameKey } from '@clouddisk/contract/names'
import type { Input, Reply } from '@clouddisk/contract/route'
import { DAY } from '@clouddisk/contract/time'
import type { Actor } from '../../access/actor.ts'
import { requirePermission, resolveWithPermission } from '../../access/permissions.ts'
import type { ResolvedItem } from '../../access/resolve.ts'
import type { Context } from '../../context.ts'
import { recordChange } from '../../db/changes.ts'
import type { Reader, Tx } from '../../db/database.ts'
import { Refusal, refuse, refuseNotFound } from '../../errors/refusal.ts'
import { lockParentFolder } from '../../tree/folders.ts'
import { withSpaceLocks } from '../../tree/spaces.ts'
import { attributes } from './attribute-store.ts'
import { presentAttribute } from './present.ts'
import { libraryOf } from './store.ts'
import * as store from './value-store.ts'

/** Values of files: read with `attribute`, changed with `label` (R94). */

export async function query(
  ctx: Context,
  actor: Actor,
  instanceId: string,
): Promise<Reply<typeof queryLibraryValues>> {
  const db = ctx.db.reader
  const item = await resolveWithPermission(db, actor, instanceId, 'attribute')
  const fields = await attributesOfFile(db, item)
  return {
    libraryId: item.spaceId,
    attributes: fields.map(presentAttribute),
    values: await valuesOfFile(db, item),
    canEdit: item.permissions.has('label'),
  }
}

/** Folders, and files elsewhere, have no values. */
async function attributesOfFile(db: Reader, item: ResolvedItem) {
  if (item.isFolder || !(await libraryOf(db, item.spaceId))) refuseNotFound('library')
  return attributes(db, item.spaceId)
}

async function valuesOfFile(db: Reader, { id, spaceId }: ResolvedItem): Promise<AttributeValue[]> {
  const values = (await store.valuesOf(db, [id], spaceId)).get(id) ?? new Map<string, string>()
  return [...values].map(([attributeId, value]) => ({ attributeId, value }))
}

export async function save(
  ctx: Context,
  actor: Actor,
  { instanceId, values }: Input<typeof saveLibraryValues>,
): Promise<Reply<typeof saveLibraryValues>> {
  return ctx.db.transact(async (tx) => {
    const item = await withSpaceLocks(tx, [instanceId], () =>
      resolveWithPermission(tx, actor, instanceId, 'label'),
    )
    requirePermission(item, 'attribute')
    const fields = await attributesOfFile(tx, item)
    const before = (await store.valuesOf(tx, [item.id], item.spaceId)).get(item.id) ?? new Map()
    await putChanged(tx, actor, item, fields, checkedValues(fields, values, before))
    return { values: await valuesOfFile(tx, item) }
  })
}

/**
 * The values that change. Refuses what does not fit, read-only ones that are set, and a whole that is not complete.
 * @param before as the file has them.
 */
export function checkedValues(
  fields: readonly LibraryAttribute[],
  values: readonly AttributeValue[],
  before: ReadonlyMap<string, string>,
): Map<string, string> {
  const { changed, faults } = compareValues(fields, values, before)
  if (faults[0]) throw faults[0]
  return changed
}

/** The values that change, and all that is wrong with them. */
export function compareValues(
  fields: readonly LibraryAttribute[],
  values: readonly AttributeValue[],
  before: ReadonlyMap<string, string>,
): { changed: Map<string, string>; faults: readonly Refusal[] } {
  const typed = new Map(values.map(({ attributeId, value }) => [attributeId.toLowerCase(), value]))
  const known = new Set(fields.map(({ attributeId }) => attributeId))
  if ([...typed.keys()].some((id) => !known.has(id))) refuseNotFound('attribute')
  const changed = new Map<string, string>()
  const faults: Refusal[] = []
  for (const field of fields) {
    const { attributeId, attributeName: name, readOnly, type } = field
    const was = before.get(attributeId) ?? ''
    const text = typed.get(attributeId)
    const value = text === undefined ? was : canonicalValue(type, text)
    const fault = valueFault(field, value)
    if (fault) faults.push(new Refusal(fault.error, { attributeId, ...fault.details }))
    if (value === was) continue
    if (readOnly && was !== '') faults.push(new Refusal('attribute_read_only', { attributeId, name }))
    changed.set(attributeId, value)
  }
  return { changed, faults }
}

/** Writes changed values of a file in a locked space, and tells who sees it. */
export async function putChanged(
  tx: Tx,
  actor: Actor,
  { id, name, spaceId, parentId }: ResolvedItem,
  fields: readonly LibraryAttribute[],
  changed: ReadonlyMap<string, string>,
): Promise<void> {
  if (changed.size === 0) return
  const typeOf = new Map(fields.map(({ attributeId, type }) => [attributeId, type]))
  const stored = new Map(
    [...changed].map(([attributeId, value]) => [
      attributeId,
      value === '' ? null : store.storedValue(typeOf.get(attributeId) ?? 'text', value),
    ]),
  )
  await store.putValues(tx, id, stored)
  await recordChange(tx, {
    kind: 'file.annotated',
    spaceId,
    fileId: id,
    parentIds: [parentId],
    actorId: actor.personId,
    details: {
      name,
      attributes: fields
        .filter(({ attributeId }) => changed.has(attributeId))
        .map(({ attributeName }) => attributeName)
        .join(', '),
    },
  })
}

/** Of all names of a call: each has a row with all values. */
const DRAFTS_BYTES_MAX = 16 * 1024 * 1024

/** Keeps values for files that the actor is about to upload into a folder. */
export async function prepareUpload(
  ctx: Context,
  actor: Actor,
  { folderId, fileNames, values }: Input<typeof prepareLibraryUpload>,
): Promise<void> {
  await ctx.db.transact(async (tx) => {
    const folder = await lockParentFolder(tx, actor, folderId, { levels: 0, length: 0 })
    if (!(await libraryOf(tx, folder.spaceId))) refuseNotFound('library')
    const fields = await attributes(tx, folder.spaceId)
    const types = new Map(fields.map(({ attributeId, type }) => [attributeId, type]))
    const checked = checkedValues(fields, values, new Map())
    const entries = JSON.stringify(
      Object.fromEntries(
        [...checked].map(([id, value]) => [id, store.storedValue(types.get(id) ?? 'text', value)]),
      ),
    )
    const nameKeys = [...new Set(fileNames.map((name) => nameKey(name)))]
    if (Buffer.byteLength(entries) * nameKeys.length > DRAFTS_BYTES_MAX) refuse('body_too_large')
    await store.saveDrafts(tx, {
      folderId: folder.id,
      personId: actor.personId,
      nameKeys,
      entries,
      expiresAt: new Date(Date.now() + DAY),
    })
  })
}
