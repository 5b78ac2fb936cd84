import type { Language } from '@clouddisk/contract/errors'
import type { Favorite, pageFavorites } from '@clouddisk/contract/favorites'
import type { Input, Reply } from '@clouddisk/contract/route'
import type { Actor } from '../../access/actor.ts'
import { requirePermission } from '../../access/permissions.ts'
import { type ResolvedItem, resolveAll } from '../../access/resolve.ts'
import type { Context } from '../../context.ts'
import { recordChanges } from '../../db/changes.ts'
import type { Reader } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import { refuse } from '../../errors/refusal.ts'
import { Paging } from '../../http/paging.ts'
import { attemptItem, type ItemResult, succeeded } from '../../tree/batch.ts'
import { presentRow } from '../../tree/present.ts'
import { viewRowsById } from '../../tree/view-rows.ts'
import * as store from './store.ts'

/**
 * A person's favorites, latest first. Items in the trash, or no longer accessible, stay favorites but are not
 * listed.
 */

export async function add(
  ctx: Context,
  actor: Actor,
  ids: readonly string[],
  language: Language,
): Promise<ItemResult[]> {
  return ctx.db.transact(async (tx) => {
    const located = await resolveAll(tx, actor, ids)
    const results: ItemResult[] = []
    for (const id of ids) {
      results.push(
        await attemptItem(id, language, async () => {
          const item = located.get(id) ?? refuse('not_found')
          requirePermission(item, 'collect')
          return succeeded(id, { instanceName: item.name })
        }),
      )
    }
    const marked = results.filter((line) => line.errcode === 0).map((line) => line.instanceId)
    if (marked.length === 0) return results
    const fresh = await store.insertFavorites(tx, actor.personId, marked)
    await recordFavorites(tx, actor, 'favorite.added', fresh, located)
    return results
  })
}

export async function remove(ctx: Context, actor: Actor, ids: readonly string[]): Promise<ItemResult[]> {
  const known = ids.filter(isId)
  if (known.length > 0) {
    await ctx.db.transact(async (tx) => {
      const located = await resolveAll(tx, actor, known)
      const removed = await store.deleteFavorites(tx, actor.personId, known)
      await recordFavorites(tx, actor, 'favorite.removed', removed, located)
    })
  }
  return ids.map((id) => succeeded(id))
}

async function recordFavorites(
  tx: Parameters<typeof recordChanges>[0],
  actor: Actor,
  kind: 'favorite.added' | 'favorite.removed',
  marks: readonly { fileId: string }[],
  located: ReadonlyMap<string, ResolvedItem>,
): Promise<void> {
  await recordChanges(
    tx,
    marks.map(({ fileId }) => ({
      kind,
      spaceId: null,
      personId: actor.personId,
      fileId,
      // Folders above a shared item are not visible to the actor.
      parentIds: [located.get(fileId)?.visiblePath.at(-2)?.id],
      actorId: actor.personId,
    })),
  )
}

export async function page(
  ctx: Context,
  actor: Actor,
  input: Input<typeof pageFavorites>,
  language: Language,
): Promise<Reply<typeof pageFavorites>> {
  const db = ctx.db.reader
  const paging = new Paging<store.OrderBy>(ctx.secrets, 'favorites', actor.personId, store.isKey)
  const pageQuery = paging.read(input, 'createTime', 'createTime')
  const owner = { personId: actor.personId, hiddenIds: await inaccessibleFavorites(db, actor) }
  const rows = await store.pageFavorites(db, owner, pageQuery)
  const last = rows.length === pageQuery.pageSize ? rows.at(-1) : undefined
  return {
    list: await presentAll(db, actor, rows, language),
    total: await store.countFavorites(db, owner, pageQuery.keyword),
    ...paging.response(pageQuery, last && store.keyOf(last, pageQuery.orderBy)),
  }
}

/** Favorites that the actor may no longer see; they reappear with the permission. */
async function inaccessibleFavorites(db: Reader, actor: Actor): Promise<string[]> {
  const marked = (await store.favoritesOutsideOwnSpace(db, actor.personId)).map((mark) => mark.fileId)
  const located = await resolveAll(db, actor, marked)
  return marked.filter((id) => !located.has(id))
}

async function presentAll(
  db: Reader,
  actor: Actor,
  rows: readonly store.FavoriteRow[],
  language: Language,
): Promise<Favorite[]> {
  const ids = rows.map((row) => row.fileId)
  const located = await resolveAll(db, actor, ids)
  const views = await viewRowsById(db, actor, ids)
  return rows.flatMap((row) => {
    const item = located.get(row.fileId)
    const view = views.get(row.fileId)
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
