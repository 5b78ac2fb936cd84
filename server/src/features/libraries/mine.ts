import { mayAdminister } from '@clouddisk/contract/admin-areas'
import type { IconKind } from '@clouddisk/contract/admin-libraries'
import type { Library, MyLibrary } from '@clouddisk/contract/libraries'
import type { Actor } from '../../access/actor.ts'
import { requirePermission } from '../../access/permissions.ts'
import { type ResolvedItem, resolveAll } from '../../access/resolve.ts'
import type { Context } from '../../context.ts'
import type { Reader } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import { refuseNotFound } from '../../errors/refusal.ts'
import { attributes } from './attribute-store.ts'
import { presentAttribute, presentCategory } from './present.ts'
import * as store from './store.ts'

/** Libraries as their members see them. */

export async function list(ctx: Context, actor: Actor): Promise<MyLibrary[]> {
  const db = ctx.db.reader
  const rows = await store.librariesOf(db, actor.principals)
  const roots = await resolveAll(
    db,
    actor,
    rows.map(({ rootId }) => rootId),
  )
  return rows.filter(({ rootId }) => roots.get(rootId)?.permissions.has('list')).map(present)
}

const present = ({ id, rootId, name, menuDisplay, icons, iconVersion }: store.MyLibraryRow): MyLibrary => ({
  libraryId: id,
  rootId,
  libraryName: name,
  menuDisplay,
  icons: [...icons],
  iconVersion,
})

/** A library that the actor is in, with its resolved root. */
export async function loadLibrary(
  db: Reader,
  actor: Actor,
  libraryId: string,
): Promise<{ library: store.MyLibraryRow; root: ResolvedItem }> {
  const id = libraryId.toLowerCase()
  const [library] = isId(id) ? await store.librariesOf(db, actor.principals, id) : []
  const root = library && (await resolveAll(db, actor, [library.rootId])).get(library.rootId)
  if (!library || !root) refuseNotFound('library')
  return { library, root }
}

export async function one(ctx: Context, actor: Actor, libraryId: string): Promise<Library> {
  const db = ctx.db.reader
  const { library, root } = await loadLibrary(db, actor, libraryId)
  requirePermission(root, 'list')
  const [categories, fields] = await Promise.all([
    store.categories(db, library.id),
    attributes(db, library.id),
  ])
  const seen = await resolveAll(
    db,
    actor,
    categories.map(({ id }) => id),
  )
  return {
    ...present(library),
    code: library.code,
    description: library.description,
    categories: categories.filter(({ id }) => seen.has(id)).map(presentCategory),
    attributes: fields.map(presentAttribute),
  }
}

/** For its members, and for who administers libraries. */
export async function icon(ctx: Context, actor: Actor, libraryId: string, kind: IconKind) {
  const db = ctx.db.reader
  const id = libraryId.toLowerCase()
  if (!isId(id)) refuseNotFound('library')
  if (!mayAdminister(actor.admin?.roles ?? [], 'storage', 'read')) await loadLibrary(db, actor, id)
  return (await store.iconOf(db, id, kind)) ?? refuseNotFound('library')
}
