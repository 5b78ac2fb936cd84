import {
  ACTIVITY_GROUPS,
  type ActivityGroup,
  type pageActivity,
  type pageGroupActivity,
} from '@clouddisk/contract/activity'
import { CHANGES_KEPT_DAYS } from '@clouddisk/contract/changes'
import type { Language } from '@clouddisk/contract/errors'
import type { Input, Reply } from '@clouddisk/contract/route'
import type { Actor } from '../../access/actor.ts'
import { requirePermission, resolveWithPermission } from '../../access/permissions.ts'
import { type ResolvedItem, resolveAll } from '../../access/resolve.ts'
import type { Context } from '../../context.ts'
import { isId } from '../../db/ids.ts'
import { refuseNotFound } from '../../errors/refusal.ts'
import { signCursor, verifyCursor } from '../../http/paging.ts'
import { resolveFolderId } from '../../tree/spaces.ts'
import { EntryList, keyOf } from './entries.ts'
import { presentEntries } from './present.ts'
import * as store from './store.ts'
import { visibleRows } from './visible-rows.ts'

/** Activity of files, folders and groups, read from the changes feed. */

type PageReply = Reply<typeof pageActivity>

export async function itemActivity(
  ctx: Context,
  actor: Actor,
  input: Input<typeof pageActivity>,
  language: Language,
): Promise<PageReply> {
  const db = ctx.db.reader
  const id = await resolveFolderId(db, actor, input.instanceId)
  const item = await resolveWithPermission(db, actor, id, 'attribute')
  const read = (range: Range) => store.rowsOfItem(db, { fileId: item.id, ...range })
  return readPage(ctx, actor, { item, read, list: item.id, input, language })
}

export async function groupActivity(
  ctx: Context,
  actor: Actor,
  input: Input<typeof pageGroupActivity>,
  language: Language,
): Promise<PageReply> {
  const db = ctx.db.reader
  const rootId = isId(input.groupId) ? await store.groupRoot(db, input.groupId) : undefined
  const item = rootId && (await resolveAll(db, actor, [rootId])).get(rootId)
  if (!item) refuseNotFound('group')
  requirePermission(item, 'attribute')
  const read = (range: Range) => store.rowsOfSpace(db, { spaceId: item.spaceId, ...range })
  return readPage(ctx, actor, { item, read, list: `group ${item.spaceId}`, input, language })
}

type Range = store.ActivityKey & { limit: number }

interface PageSource {
  /** The item, or the root of the group. */
  readonly item: ResolvedItem
  readonly read: (range: Range) => Promise<store.ActivityRow[]>
  /** Names the list in cursors. */
  readonly list: string
  readonly input: Pick<Input<typeof pageActivity>, 'pageSize' | 'cursor' | 'kinds' | 'actorId'>
  readonly language: Language
}

const PAGE_SIZE = 30
const CURSOR_PURPOSE = 'activity'
/** A page reads so many rows at most, however few of them the reader may see; the next one goes on from there. */
const ROWS_AT_ONCE = 500
const READS_MAX = 4

interface Cursor extends store.ActivityKey {
  readonly personId: string
  readonly list: string
  readonly filter: string
}

async function readPage(
  ctx: Context,
  actor: Actor,
  { item, read, list, input, language }: PageSource,
): Promise<PageReply> {
  const { pageSize = PAGE_SIZE, cursor, kinds, actorId } = input
  const groups = new Set<ActivityGroup>(kinds ?? (Object.keys(ACTIVITY_GROUPS) as ActivityGroup[]))
  const filter = [...groups].sort().join() + (actorId ?? '')
  const { personId } = actor
  const isValid = (one: Cursor) => one.personId === personId && one.list === list && one.filter === filter
  const page = new EntryList(pageSize)
  let key: store.ActivityKey | undefined =
    cursor === undefined
      ? store.NEWEST
      : keyOf(verifyCursor<Cursor>(ctx.secrets, CURSOR_PURPOSE, cursor, isValid))
  for (let reads = 0; key && reads < READS_MAX; reads++) {
    const rows = await read({ ...key, limit: ROWS_AT_ONCE })
    const shown = await visibleRows(ctx.db.reader, actor, item, rows, { groups, actorId })
    const rest = shown.findIndex((row) => !page.add(row))
    if (rest >= 0) {
      key = keyBefore(rows, shown[rest]?.row) ?? key
      break
    }
    const last = rows.at(-1)
    key = last && rows.length === ROWS_AT_ONCE ? keyOf(last) : undefined
  }
  return {
    list: await presentEntries(ctx.db.reader, actor, page.entries, language),
    ...(key && {
      nextCursor: signCursor(ctx.secrets, CURSOR_PURPOSE, {
        ...key,
        personId,
        list,
        filter,
      } satisfies Cursor),
    }),
    keptDays: CHANGES_KEPT_DAYS,
  }
}

/** The key of the row before `next`; undefined if it is the first. */
function keyBefore(
  rows: readonly store.ActivityRow[],
  next: store.ActivityRow | undefined,
): store.ActivityKey | undefined {
  const before = next && rows[rows.indexOf(next) - 1]
  return before && keyOf(before)
}
