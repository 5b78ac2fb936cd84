import type { Language } from '@clouddisk/contract/errors'
import type { InstancePage, pageInstances } from '@clouddisk/contract/files'
import { LIMITS } from '@clouddisk/contract/limits'
import { nameKey } from '@clouddisk/contract/names'
import type { Input } from '@clouddisk/contract/route'
import { locateFor } from '../../access/access.ts'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import type { Reader } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import { openCursor, sealCursor } from '../../http/cursor.ts'
import { refuse } from '../../http/refusal.ts'
import { contains, type Key, keyColumns, type OrderBy, pageIds, type Rank } from './page-ids.ts'
import { crumbsOf, presentChildren, presentRow, type Viewed, viewedRun } from './present.ts'
import { folderIdOf } from './spaces.ts'

/** A page of a folder, folders first; its totals are kept counts. */

interface Order {
  by: OrderBy
  down: boolean
}
interface Cursor {
  parent: string
  by: OrderBy
  down: boolean
  keyword: string
  rank: Rank
  key: Key
  pageNo: number
}

export async function page(
  ctx: Context,
  actor: Actor,
  input: Input<typeof pageInstances>,
  language: Language,
): Promise<InstancePage> {
  const db = ctx.db.reader
  const folderId = (await folderIdOf(db, actor, input.parentId)).toLowerCase()
  if (!isId(folderId)) refuse('not_found')
  const order: Order = { by: input.orderBy ?? 'instanceName', down: input.orderType === 'desc' }
  const keyword = nameKey((input.keyword ?? '').trim())
  const pageSize = input.pageSize ?? LIMITS.pageSizeDefault
  const from = startOf(ctx, input, folderId, order, keyword, pageSize)
  const found = keyword === '' ? undefined : await count(db, folderId, keyword)
  const query = { ...order, folderId, keyword, from, limit: pageSize }
  // Read side by side; nothing of the rows is told before it is known that the actor may list them.
  const [folder, [self = refuse('not_found'), ...rows]] = await Promise.all([
    locateFor(db, actor, folderId, 'list'),
    viewedRun(db, actor, pageIds(query, found?.folders)),
  ])
  if (!folder.isFolder) refuse('is_a_file')
  const counts = found ?? { folders: self.child_folders, files: self.child_files }
  const pageNo = 'pageNo' in from ? from.pageNo : Math.floor(from.skip / pageSize) + 1
  const last = rows.at(-1)
  return {
    list: presentChildren(folder, rows, language),
    total: counts.folders + counts.files,
    pageNo,
    pageSize,
    ...(last && rows.length === pageSize
      ? {
          nextCursor: seal(ctx, {
            parent: folder.id,
            ...order,
            keyword,
            rank: last.is_folder ? 0 : 1,
            key: keyOf(last, order.by),
            pageNo: pageNo + 1,
          }),
        }
      : {}),
    path: crumbsOf(folder, language),
    parent: presentRow(self, folder, language),
    folderCount: counts.folders,
    fileCount: counts.files,
  }
}

const seal = (ctx: Context, cursor: Cursor): string => sealCursor(ctx.secrets, 'files', cursor)

function startOf(
  ctx: Context,
  input: Input<typeof pageInstances>,
  folderId: string,
  order: Order,
  keyword: string,
  pageSize: number,
): { skip: number } | Cursor {
  if (input.cursor === undefined) return { skip: ((input.pageNo ?? 1) - 1) * pageSize }
  return openCursor<Cursor>(
    ctx.secrets,
    'files',
    input.cursor,
    (cursor) =>
      cursor.parent === folderId &&
      cursor.by === order.by &&
      cursor.down === order.down &&
      cursor.keyword === keyword,
  )
}

/** Only a filtered list is counted, within its one folder. */
function count(db: Reader, folderId: string, keyword: string): Promise<{ folders: number; files: number }> {
  return db
    .selectFrom('file')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('is_folder', '=', true).as('folders'),
      eb.fn.countAll<number>().filterWhere('is_folder', '=', false).as('files'),
    ])
    .where('parent_id', '=', folderId)
    .where(contains(keyword))
    .executeTakeFirstOrThrow()
}

function keyOf(row: Viewed, by: OrderBy): (string | number)[] {
  const values = {
    id: row.id,
    name: row.name,
    size: row.size,
    ext: row.ext,
    updated_at: row.updated_at.toISOString(),
  }
  return keyColumns(by, row.is_folder ? 0 : 1).map((column) => values[column])
}
