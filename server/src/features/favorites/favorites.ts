import type { Language } from '@clouddisk/contract/errors'
import type { Favorite, pageFavorites } from '@clouddisk/contract/favorites'
import { LIMITS } from '@clouddisk/contract/limits'
import { nameKey } from '@clouddisk/contract/names'
import type { Input, Reply } from '@clouddisk/contract/route'
import { sql } from 'kysely'
import { type Located, locateAll, must } from '../../access/access.ts'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { recordChanges } from '../../db/changes.ts'
import type { Reader } from '../../db/database.ts'
import { isId, newId } from '../../db/ids.ts'
import { openCursor, sealCursor } from '../../http/cursor.ts'
import { refuse } from '../../http/refusal.ts'
import { attempt, type ItemResult, succeeded } from '../files/batch.ts'
import { presentRow, viewedFiles } from '../files/present.ts'

/** A person's favourites, latest first. What is in the recycle bin keeps its mark and is not shown. */

export async function add(
  ctx: Context,
  actor: Actor,
  ids: readonly string[],
  language: Language,
): Promise<ItemResult[]> {
  return ctx.db.transact(async (tx) => {
    const located = await locateAll(tx, actor, ids)
    const results: ItemResult[] = []
    for (const id of ids) {
      results.push(
        await attempt(id, language, async () => {
          const item = located.get(id) ?? refuse('not_found')
          must(item, 'collect')
          return succeeded(id, { instanceName: item.name })
        }),
      )
    }
    const marked = results.filter((line) => line.errcode === 0).map((line) => line.instanceId)
    if (marked.length === 0) return results
    const fresh = await tx
      .insertInto('favorite')
      .values(marked.map((fileId) => ({ id: newId(), person_id: actor.personId, file_id: fileId })))
      .onConflict((conflict) => conflict.constraint('favorite_once').doNothing())
      .returning('file_id as fileId')
      .execute()
    await tell(tx, actor, 'favorite.added', fresh, located)
    return results
  })
}

export async function remove(ctx: Context, actor: Actor, ids: readonly string[]): Promise<ItemResult[]> {
  const known = ids.filter(isId)
  if (known.length > 0) {
    await ctx.db.transact(async (tx) => {
      const located = await locateAll(tx, actor, known)
      const gone = await tx
        .deleteFrom('favorite')
        .where('person_id', '=', actor.personId)
        .where('file_id', 'in', known)
        .returning('file_id as fileId')
        .execute()
      await tell(tx, actor, 'favorite.removed', gone, located)
    })
  }
  return ids.map((id) => succeeded(id))
}

async function tell(
  tx: Parameters<typeof recordChanges>[0],
  actor: Actor,
  kind: 'favorite.added' | 'favorite.removed',
  marks: readonly { fileId: string }[],
  located: ReadonlyMap<string, Located>,
): Promise<void> {
  await recordChanges(
    tx,
    marks.map(({ fileId }) => ({
      kind,
      spaceId: null,
      personId: actor.personId,
      fileId,
      parentIds: [located.get(fileId)?.parentId],
      actorId: actor.personId,
    })),
  )
}

interface Row {
  id: string
  fileId: string
  createdAt: Date
}
interface Cursor {
  person: string
  keyword: string
  key: [string, string]
  pageNo: number
}

export async function page(
  ctx: Context,
  actor: Actor,
  input: Input<typeof pageFavorites>,
  language: Language,
): Promise<Reply<typeof pageFavorites>> {
  const db = ctx.db.reader
  const pageSize = input.pageSize ?? LIMITS.pageSizeDefault
  const keyword = nameKey((input.keyword ?? '').trim())
  const fits = (cursor: Cursor) => cursor.person === actor.personId && cursor.keyword === keyword
  const cursor =
    input.cursor === undefined ? undefined : openCursor<Cursor>(ctx.secrets, 'favorites', input.cursor, fits)
  const pageNo = cursor?.pageNo ?? input.pageNo ?? 1
  const skip = cursor ? 0 : (pageNo - 1) * pageSize
  const rows = await rowsBehind(db, actor, keyword, cursor?.key, skip, pageSize)
  const last = rows.at(-1)
  const next: Cursor | undefined =
    last && rows.length === pageSize
      ? { person: actor.personId, keyword, key: [last.createdAt.toISOString(), last.id], pageNo: pageNo + 1 }
      : undefined
  return {
    list: await presentAll(db, actor, rows, language),
    total: await totalOf(db, actor, keyword),
    pageNo,
    pageSize,
    ...(next ? { nextCursor: sealCursor(ctx.secrets, 'favorites', next) } : {}),
  }
}

/** The person's marks on what is there: what hangs, through whatever lies in the bin, below nothing is left out. */
const living = (actor: Actor, keyword: string) => sql`
  with recursive up as (
    select v.id, v.file_id, v.created_at, f.id as at, f.parent_id
    from favorite v join file f on f.id = v.file_id
    where v.person_id = ${actor.personId} ${keyword === '' ? sql`` : sql`and strpos(f.name_key, ${keyword}) > 0`}
    union all
    select up.id, up.file_id, up.created_at, f.id, f.parent_id from up join file f on f.id = up.parent_id
  ), living as (
    select up.id, up.file_id, up.created_at from up join space s on s.root_id = up.at
  )`

async function rowsBehind(
  db: Reader,
  actor: Actor,
  keyword: string,
  key: readonly [string, string] | undefined,
  skip: number,
  limit: number,
): Promise<Row[]> {
  const beyond = key ? sql`where (created_at, id) < (${key[0]}::timestamptz, ${key[1]}::uuid)` : sql``
  const { rows } = await sql<Row>`
    ${living(actor, keyword)}
    select id, file_id as "fileId", created_at as "createdAt" from living ${beyond}
    order by created_at desc, id desc limit ${limit} offset ${skip}`.execute(db)
  return rows
}

/** Counted, since what goes into the bin takes any number of marks along with one row; a person has few. */
async function totalOf(db: Reader, actor: Actor, keyword: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    ${living(actor, keyword)} select count(*) as total from living`.execute(db)
  return rows[0]?.total ?? 0
}

async function presentAll(
  db: Reader,
  actor: Actor,
  rows: readonly Row[],
  language: Language,
): Promise<Favorite[]> {
  const ids = rows.map((row) => row.fileId)
  const located = await locateAll(db, actor, ids)
  const viewed = new Map(
    ids.length === 0
      ? []
      : (await viewedFiles(db, actor).where('f.id', 'in', ids).execute()).map((row) => [row.id, row]),
  )
  return rows.flatMap((row) => {
    const item = located.get(row.fileId)
    const view = viewed.get(row.fileId)
    if (!item || !view) return []
    const instance = presentRow(view, item, language)
    return [
      {
        id: row.id,
        instanceId: row.fileId,
        path: instance.instancePath,
        createTime: row.createdAt.toISOString(),
        instance,
      },
    ]
  })
}
