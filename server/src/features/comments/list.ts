import type { pageComments as contract } from '@clouddisk/contract/comments'
import type { Input, Reply } from '@clouddisk/contract/route'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { isId } from '../../db/ids.ts'
import { signCursor, verifyCursor } from '../../http/paging.ts'
import { presentComments } from './present.ts'
import { readableItem } from './readers.ts'
import * as store from './store.ts'

const PAGE_SIZE = 30
const CURSOR_PURPOSE = 'comments'

interface Cursor {
  readonly personId: string
  readonly fileId: string
  readonly after: string
}

export async function pageComments(
  ctx: Context,
  actor: Actor,
  { instanceId, pageSize = PAGE_SIZE, cursor }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const db = ctx.db.reader
  const item = await readableItem(db, actor, instanceId)
  const { personId } = actor
  const fits = (one: Cursor) => one.personId === personId && one.fileId === item.id && isId(one.after)
  const after =
    cursor === undefined ? undefined : verifyCursor<Cursor>(ctx.secrets, CURSOR_PURPOSE, cursor, fits).after
  const [rows, total] = await Promise.all([
    store.page(db, item.id, { after, limit: pageSize + 1 }),
    store.countOf(db, item.id),
  ])
  const shown = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? shown.at(-1) : undefined
  const next = last && ({ personId, fileId: item.id, after: last.id } satisfies Cursor)
  return {
    list: await presentComments(db, actor, item, shown),
    total,
    ...(next && { nextCursor: signCursor(ctx.secrets, CURSOR_PURPOSE, next) }),
  }
}
