import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { USER_ATTRIBUTES } from './attributes.ts'
import { bodyOf, idOf, isCurrent, listQuery, type ScimCall, selectionOf } from './endpoint.ts'
import { refuseScim } from './fault.ts'
import { presentList, presentUser, type Resource } from './present.ts'
import { USERS_PER_PAGE } from './schemas.ts'
import * as store from './user-store.ts'
import * as users from './users.ts'

/** Calls of `/Users`. */

/** A resource with what its answer needs. */
export interface Answer {
  readonly resource: Resource
  readonly version: number
  readonly location: string
  readonly notes?: users.SavedUser['notes']
}

export async function list(ctx: Context, call: ScimCall): Promise<Resource> {
  const { directory, base } = call
  const { limit, startIndex, ...query } = listQuery(call, USER_ATTRIBUTES, {
    most: USERS_PER_PAGE,
    first: sql`u.created_at`,
  })
  const page = { ...query, limit, offset: startIndex - 1 }
  const { rows, total } = await store.pageUsers(ctx.db.reader, directory.id, page)
  const selection = selectionOf(call)
  const groups = selection.has('groups')
    ? await store.groupsOf(
        ctx.db.reader,
        directory.id,
        rows.map(({ id }) => id),
      )
    : undefined
  const resources = rows.map((row) => selection.of(presentUser(base, row, groups?.get(row.id) ?? [])))
  return presentList(resources, { total, startIndex })
}

export async function read(ctx: Context, call: ScimCall, id: string): Promise<Answer> {
  const row = await store.userById(ctx.db.reader, call.directory.id, idOf(id))
  return answer(ctx, call, row ?? refuseScim(404, 'notFound', id))
}

export async function create(ctx: Context, call: ScimCall): Promise<Answer> {
  return saved(ctx, call, await users.create(ctx, call.directory, bodyOf(call)))
}

export async function replace(ctx: Context, call: ScimCall, id: string): Promise<Answer> {
  return saved(ctx, call, await users.replace(ctx, call.directory, idOf(id), bodyOf(call), isCurrent(call)))
}

export async function patch(ctx: Context, call: ScimCall, id: string): Promise<Answer> {
  return saved(ctx, call, await users.patch(ctx, call.directory, idOf(id), bodyOf(call), isCurrent(call)))
}

export const remove = (ctx: Context, call: ScimCall, id: string): Promise<void> =>
  users.remove(ctx, call.directory, idOf(id), isCurrent(call))

const saved = async (ctx: Context, call: ScimCall, { row, notes }: users.SavedUser): Promise<Answer> => ({
  ...(await answer(ctx, call, row)),
  notes,
})

async function answer(ctx: Context, call: ScimCall, row: store.UserRow): Promise<Answer> {
  const { directory, base } = call
  const groups = await store.groupsOf(ctx.db.reader, directory.id, [row.id])
  return {
    resource: selectionOf(call).of(presentUser(base, row, groups.get(row.id) ?? [])),
    version: row.version,
    location: `${base}/Users/${row.id}`,
  }
}
