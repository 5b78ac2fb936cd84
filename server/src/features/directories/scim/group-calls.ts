import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { GROUP_ATTRIBUTES } from './attributes.ts'
import { bodyOf, idOf, isCurrent, listQuery, type ScimCall, selectionOf } from './endpoint.ts'
import { refuseScim } from './fault.ts'
import * as store from './group-store.ts'
import * as groups from './groups.ts'
import { type GroupRow, presentGroup, presentList, type Resource } from './present.ts'
import type { Answer } from './user-calls.ts'

/** Calls of `/Groups`. */

const GROUPS_PER_PAGE = 100
/** Members in one answer; of one group all. */
const MEMBERS_PER_PAGE = 20_000

export async function list(ctx: Context, call: ScimCall): Promise<Resource> {
  const { directory, base } = call
  const { limit, startIndex, ...query } = listQuery(call, GROUP_ATTRIBUTES, {
    most: GROUPS_PER_PAGE,
    first: sql`g.created_at`,
  })
  const selection = selectionOf(call)
  const hasMembers = selection.has('members')
  const { rows, total } = await store.pageGroups(ctx.db.reader, directory.id, {
    ...query,
    limit,
    offset: startIndex - 1,
    membersMax: hasMembers ? MEMBERS_PER_PAGE : undefined,
  })
  const members = hasMembers
    ? await store.membersOf(
        ctx.db.reader,
        rows.map(({ id }) => id),
      )
    : undefined
  const resources = rows.map((row) =>
    selection.of(presentGroup(base, row, members && (members.get(row.id) ?? []))),
  )
  return presentList(resources, { total, startIndex })
}

export async function read(ctx: Context, call: ScimCall, id: string): Promise<Answer> {
  const row = await store.groupById(ctx.db.reader, call.directory.id, idOf(id))
  return answer(ctx, call, row ?? refuseScim(404, 'notFound', id))
}

export const create = async (ctx: Context, call: ScimCall): Promise<Answer> =>
  answer(ctx, call, await groups.create(ctx, call.directory, bodyOf(call)))

export const replace = async (ctx: Context, call: ScimCall, id: string): Promise<Answer> =>
  answer(ctx, call, await groups.replace(ctx, call.directory, idOf(id), bodyOf(call), isCurrent(call)))

/** Answers nothing unless attributes are asked for: thousands of members would go back with each portion. */
export async function patch(ctx: Context, call: ScimCall, id: string): Promise<Answer | undefined> {
  const row = await groups.patch(ctx, call.directory, idOf(id), bodyOf(call), isCurrent(call))
  return call.query.attributes === undefined ? undefined : answer(ctx, call, row)
}

export const remove = (ctx: Context, call: ScimCall, id: string): Promise<void> =>
  groups.remove(ctx, call.directory, idOf(id), isCurrent(call))

async function answer(ctx: Context, call: ScimCall, row: GroupRow): Promise<Answer> {
  const selection = selectionOf(call)
  const members = selection.has('members') ? await store.membersOf(ctx.db.reader, [row.id]) : undefined
  return {
    resource: selection.of(presentGroup(call.base, row, members && (members.get(row.id) ?? []))),
    version: row.version,
    location: `${call.base}/Groups/${row.id}`,
  }
}
