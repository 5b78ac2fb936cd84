import type { searchMentions as contract } from '@clouddisk/contract/comments'
import type { Input, Reply } from '@clouddisk/contract/route'
import type { Actor } from '../../access/actor.ts'
import { requirePermissionWithReason } from '../../access/permissions.ts'
import type { ResolvedItem } from '../../access/resolve.ts'
import type { Context } from '../../context.ts'
import type { Reader } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import { refuseField } from '../../errors/refusal.ts'
import { namesVisibleTo } from '../directory/search.ts'
import { candidates } from './people-store.ts'
import { readableItem, readersAmong } from './readers.ts'

/** People who are mentioned in comments: those who read them. */

const SHOWN = 8
/** Some may have a role that does not comment. */
const ASKED = 60

export async function searchMentions(
  ctx: Context,
  actor: Actor,
  { instanceId, keyword = '' }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const db = ctx.db.reader
  const item = await readableItem(db, actor, instanceId)
  requirePermissionWithReason(actor, item, 'comment')
  const path = item.fullPath.map(({ id }) => id)
  const asked = { keyword: keyword.trim(), without: actor.personId, limit: ASKED, now: ctx.now() }
  const found = await readersAmong(db, await candidates(db, path, asked), item, ctx.now())
  const ids = found.slice(0, SHOWN).map(({ personId }) => personId)
  const names = await namesVisibleTo(db, actor, ids)
  return { list: ids.map((userId) => ({ userId, userRealName: names.get(userId) ?? '' })) }
}

/** Ids of people to be mentioned; refused unless all read the comments. */
export async function mentionsOf(
  db: Reader,
  item: ResolvedItem,
  ids: readonly string[] | undefined,
  asOf: Date,
): Promise<string[]> {
  const named = [...new Set((ids ?? []).map((id) => id.toLowerCase()))]
  if (!named.every(isId)) refuseField('mentions', 'unknown_value')
  const readers = await readersAmong(db, named, item, asOf)
  if (readers.length < named.length) refuseField('mentions', 'unknown_value')
  return named
}
