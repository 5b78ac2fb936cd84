import type { Language } from '@clouddisk/contract/errors'
import type { InstancePage, pageInstances } from '@clouddisk/contract/files'
import { labelKey } from '@clouddisk/contract/label-names'
import type { Input } from '@clouddisk/contract/route'
import type { Actor } from '../../access/actor.ts'
import { resolveWithPermission } from '../../access/permissions.ts'
import type { ResolvedItem } from '../../access/resolve.ts'
import type { Context } from '../../context.ts'
import type { Reader } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import { toIso } from '../../db/instant-text.ts'
import { isKeyFor, type KeysetKey } from '../../db/keyset.ts'
import { refuse } from '../../errors/refusal.ts'
import { EncodedReply } from '../../http/encoded-reply.ts'
import { type PageRequest, Paging } from '../../http/paging.ts'
import { hiddenChildIds } from '../../tree/hidden.ts'
import { breadcrumbsOf, presentChildren, presentRow } from '../../tree/present.ts'
import { resolveFolderId } from '../../tree/spaces.ts'
import type { ChildViewRow, ViewRow } from '../../tree/view-rows.ts'
import { encodeChildren } from './encode-children.ts'
import {
  type FolderOrder,
  hasLabel,
  idNotIn,
  keyColumns,
  nameContains,
  type PageFilter,
  type PageQuery,
  pageRows,
} from './page-rows.ts'

/** Lists a page of a folder, folders first; totals come from stored counts. */

type PageInput = Input<typeof pageInstances>

export async function pageFolder(
  ctx: Context,
  actor: Actor,
  input: PageInput,
  language: Language,
): Promise<InstancePage> {
  const { folder, rows, ...page } = await readPage(ctx, actor, input, language)
  return { list: presentChildren(actor, folder, rows, language), ...page }
}

/** The same as JSON, with the fields that are wanted. */
export async function encodeFolderPage(
  ctx: Context,
  actor: Actor,
  input: PageInput,
  language: Language,
): Promise<EncodedReply<InstancePage>> {
  const { folder, rows, ...page } = await readPage(ctx, actor, input, language)
  return EncodedReply.ofList<InstancePage>(encodeChildren(actor, folder, rows, language, input.fields), page)
}

interface ReadPage extends Omit<InstancePage, 'list'> {
  readonly folder: ResolvedItem
  readonly rows: readonly ChildViewRow[]
}

const readPage = (ctx: Context, actor: Actor, input: PageInput, language: Language): Promise<ReadPage> =>
  ctx.db.readTogether((db) => readPageFrom(db, ctx, actor, input, language))

async function readPageFrom(
  db: Reader,
  ctx: Context,
  actor: Actor,
  input: PageInput,
  language: Language,
): Promise<ReadPage> {
  const folderId = (await resolveFolderId(db, actor, input.parentId)).toLowerCase()
  if (!isId(folderId)) refuse('not_found')
  const label = labelFilter(actor, input.label)
  const paging = new Paging<FolderOrder>(
    ctx.secrets,
    'files',
    label === undefined ? folderId : `${folderId} ${label}`,
    isListKey,
  )
  const pageQuery = paging.read(input, 'instanceName')
  const { keyword, pageSize } = pageQuery
  const locating = resolveWithPermission(db, actor, folderId, 'list')
  // Slow queries start only after the permission check.
  if (keyword !== '' || label !== undefined || skipsRows(pageQuery)) await locating
  const read = async (hidden: readonly string[]) => {
    const filtered = keyword !== '' || label !== undefined || hidden.length > 0
    const only = { keyword, label, hidden }
    const filter = filtered ? { ...only, ...(await count(db, folderId, only)) } : undefined
    const rows = await pageRows(db, actor, {
      by: pageQuery.orderBy,
      down: pageQuery.descending,
      folderId,
      filter,
      from: startOf(pageQuery),
      limit: pageSize,
    })
    return { filter, rows }
  }
  // Asked for together; rows are returned only after the permission check.
  const [folder, first] = await Promise.all([locating, read([])])
  if (!folder.isFolder) refuse('is_a_file')
  const hidden = await hiddenChildIds(db, actor, folder)
  const { filter, rows: found } = hidden.length > 0 ? await read(hidden) : first
  const [self = refuse('not_found'), ...rows] = found
  const counts = filter ?? { folders: self.child_folders, files: self.child_files }
  const last = rows.length === pageSize ? rows.at(-1) : undefined
  return {
    folder,
    rows,
    total: counts.folders + counts.files,
    ...paging.response(pageQuery, last && [last.is_folder ? 0 : 1, ...keyOf(last, pageQuery.orderBy)]),
    path: breadcrumbsOf(folder, language),
    parent: presentRow(self, folder, language),
    folderCount: counts.folders,
    fileCount: counts.files,
  }
}

const skipsRows = ({ start: from }: PageRequest<FolderOrder>): boolean => 'skip' in from && from.skip > 0

/** Whether a cursor key is a rank followed by sort values of that rank. */
const isListKey = ([rank, ...key]: KeysetKey, by: FolderOrder): boolean =>
  (rank === 0 || rank === 1) && isKeyFor(keyColumns(by, rank), key)

/** The first value of a cursor key is the rank: folder or file. */
function startOf({ start: from }: PageRequest<FolderOrder>): PageQuery['from'] {
  if ('skip' in from) return from
  const [rank, ...key] = from.key
  return { rank: rank === 0 ? 0 : 1, key }
}

/** The key of the label that is wanted; visitors of links see none. */
function labelFilter(actor: Actor, label = ''): string | undefined {
  const key = actor.link ? '' : labelKey(label)
  return key === '' ? undefined : key
}

/** Counts a filtered list, within one folder. */
function count(
  db: Reader,
  folderId: string,
  { keyword, label, hidden }: Omit<PageFilter, 'folders'>,
): Promise<{ folders: number; files: number }> {
  return db
    .selectFrom('file')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('is_folder', '=', true).as('folders'),
      eb.fn.countAll<number>().filterWhere('is_folder', '=', false).as('files'),
    ])
    .where('parent_id', '=', folderId)
    .where(nameContains(keyword))
    .where(idNotIn(hidden))
    .$if(label !== undefined, (query) => query.where(hasLabel(label ?? '')))
    .executeTakeFirstOrThrow()
}

function keyOf(row: ViewRow, by: FolderOrder): (string | number)[] {
  const values = {
    id: row.id,
    name: row.name,
    size: row.size,
    total_size: row.total_size,
    ext: row.ext,
    updated_at: toIso(row.updated_at),
  }
  return keyColumns(by, row.is_folder ? 0 : 1).map(([column]) => values[column])
}
