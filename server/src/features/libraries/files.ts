import type { Language } from '@clouddisk/contract/errors'
import type { Instance } from '@clouddisk/contract/files'
import type { LibraryFile, pageLibraryFiles } from '@clouddisk/contract/libraries'
import { canonicalNumber, isDay, type LibraryAttribute } from '@clouddisk/contract/library-attributes'
import type { Input, Reply } from '@clouddisk/contract/route'
import type { RawBuilder } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { resolveWithPermission } from '../../access/permissions.ts'
import { type ResolvedItem, resolveAll } from '../../access/resolve.ts'
import type { Context } from '../../context.ts'
import type { Reader } from '../../db/database.ts'
import { refuse, refuseField, refuseNotFound } from '../../errors/refusal.ts'
import { Paging } from '../../http/paging.ts'
import { presentRow } from '../../tree/present.ts'
import { viewRowsById } from '../../tree/view-rows.ts'
import { pageFolder } from '../files/list.ts'
import { attributes } from './attribute-store.ts'
import * as store from './files-store.ts'
import { loadLibrary } from './mine.ts'
import { valuesOf } from './value-store.ts'

/** Files of a library with their values: a folder's, or those that are found below it (R94). */

type PageInput = Input<typeof pageLibraryFiles>
type PageReply = Reply<typeof pageLibraryFiles>

export async function page(
  ctx: Context,
  actor: Actor,
  input: PageInput,
  language: Language,
): Promise<PageReply> {
  const db = ctx.db.reader
  const { library } = await loadLibrary(db, actor, input.libraryId)
  const folder = await resolveWithPermission(db, actor, input.folderId ?? library.rootId, 'list')
  if (folder.spaceId !== library.id) refuseNotFound('category')
  if (!folder.isFolder) refuse('is_a_file')
  const fields = await attributes(db, library.id)
  const conditions = conditionsOf(fields, input.filters ?? [])
  if (conditions.length > 0 || (input.keyword ?? '').trim() !== '')
    return find(ctx, actor, input, language, { folder, fields, conditions })
  const { libraryId: _libraryId, folderId: _folderId, filters: _filters, ...paging } = input
  const { list, total, nextCursor } = await pageFolder(
    ctx,
    actor,
    { ...paging, parentId: folder.id },
    language,
  )
  const rows = await withValues(db, library.id, fields, list)
  return { list: rows, total, ...(nextCursor !== undefined && { nextCursor }) }
}

/** Refuses attributes that are not searched, and what is no number or day. */
function conditionsOf(
  fields: readonly LibraryAttribute[],
  filters: NonNullable<PageInput['filters']>,
): RawBuilder<unknown>[] {
  return filters.flatMap((filter) => {
    const attribute =
      fields.find(({ attributeId }) => attributeId === filter.attributeId.toLowerCase()) ??
      refuseNotFound('attribute')
    const { attributeName: name, type, query } = attribute
    if (!query) refuse('attribute_not_searchable', { name })
    for (const end of [filter.from, filter.to]) {
      const typed = end?.trim() ?? ''
      if (typed === '') continue
      const fits = type === 'number' ? canonicalNumber(typed) !== undefined : isDay(typed)
      if (!fits) refuseField('filters', 'format')
    }
    return store.conditionOf(attribute, filter) ?? []
  })
}

interface Searched {
  readonly folder: ResolvedItem
  readonly fields: readonly LibraryAttribute[]
  readonly conditions: readonly RawBuilder<unknown>[]
}

/** Candidates that are read for one page at most: what the actor may not see is left out. */
const ROUNDS = 8
const BATCH = 256

async function find(
  ctx: Context,
  actor: Actor,
  input: PageInput,
  language: Language,
  { folder, fields, conditions }: Searched,
): Promise<PageReply> {
  const db = ctx.db.reader
  const list = [folder.id, JSON.stringify(input.filters ?? [])].join()
  const paging = new Paging<store.FilesOrder>(ctx.secrets, 'library-files', list, store.isKey)
  const pageQuery = paging.read(input, 'instanceName')
  const { orderBy: by, descending: down, pageSize, start } = pageQuery
  const wholeLibrary = folder.id === folder.rootId
  const query = {
    libraryId: folder.spaceId,
    folderIds: wholeLibrary ? null : await store.foldersBelow(db, folder.id),
    keyword: (input.keyword ?? '').trim(),
    conditions,
    by,
    down,
    limit: BATCH,
  }
  // Finding a file by its values tells them.
  const mayFind = ({ permissions }: ResolvedItem) =>
    permissions.has('search') && (conditions.length === 0 || permissions.has('attribute'))
  const found: ResolvedItem[] = []
  let after = 'key' in start ? start.key : undefined
  let isOver = false
  for (let round = 0; round < ROUNDS && !isOver && found.length < pageSize; round++) {
    const rows = await store.findFiles(db, { ...query, after })
    const items = await resolveAll(
      db,
      actor,
      rows.map(({ id }) => id),
    )
    isOver = rows.length < BATCH
    for (const row of rows) {
      if (found.length === pageSize) {
        isOver = false
        break
      }
      const item = items.get(row.id)
      if (item && mayFind(item)) found.push(item)
      after = store.keyOf(row, by)
    }
  }
  const views = await viewRowsById(
    db,
    actor,
    found.map(({ id }) => id),
  )
  const instances = found.flatMap((item) => {
    const view = views.get(item.id)
    return view ? [presentRow(view, item, language)] : []
  })
  const { nextCursor } = paging.response(pageQuery, isOver ? undefined : after)
  return {
    list: await withValues(db, folder.spaceId, fields, instances),
    total: null,
    ...(nextCursor !== undefined && { nextCursor }),
  }
}

async function withValues(
  db: Reader,
  libraryId: string,
  fields: readonly LibraryAttribute[],
  list: readonly Instance[],
): Promise<LibraryFile[]> {
  const seen = list.filter(
    ({ fileAuth, classifierId }) => classifierId === 'File' && fileAuth.includes('attribute'),
  )
  const values = await valuesOf(
    db,
    seen.map(({ instanceId }) => instanceId),
    libraryId,
  )
  const readable = new Set(seen.map(({ instanceId }) => instanceId))
  return list.map((instance) => {
    const own = values.get(instance.instanceId) ?? new Map<string, string>()
    return {
      ...instance,
      values: [...own].map(([attributeId, value]) => ({ attributeId, value })),
      incomplete:
        readable.has(instance.instanceId) &&
        fields.some(({ attributeId, allowEmpty }) => !allowEmpty && !own.has(attributeId)),
    }
  })
}
