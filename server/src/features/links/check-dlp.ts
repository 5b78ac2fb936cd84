import { type checkLinkDlp, LINK_OUTCOMES, LINK_TARGETS_MAX } from '@clouddisk/contract/links'
import type { Reply } from '@clouddisk/contract/route'
import type { Actor } from '../../access/actor.ts'
import { classificationOf, isHigh } from '../../access/classification.ts'
import { mayShareOutside } from '../../access/outbound.ts'
import { type ResolvedItem, resolveAll } from '../../access/resolve.ts'
import type { Context } from '../../context.ts'
import { approvalUrl } from '../../db/approval-url.ts'
import { refuse } from '../../errors/refusal.ts'
import { batchIds } from '../../tree/batch.ts'
import { knownMatches } from '../dlp/scan.ts'
import { openRequest } from './outbound/store.ts'
import * as store from './store.ts'

type Outcome = Reply<typeof checkLinkDlp>
type Concerned = Outcome['data'][number]

/** What a new link would meet (A§2): the first of what is not permitted, shared already, or sensitive. */
export async function checkDlp(
  ctx: Context,
  actor: Actor,
  instanceIds: string | readonly string[],
): Promise<Outcome> {
  const ids = batchIds(instanceIds, 'instanceIds')
  if (ids.length > LINK_TARGETS_MAX) refuse('too_many_items', { limit: LINK_TARGETS_MAX })
  const db = ctx.db.reader
  const found = await resolveAll(db, actor, ids)
  const items = ids.map((id) => found.get(id) ?? refuse('not_found'))
  const kept = items.flatMap(obstacleOf)
  if (kept.length > 0) return { ret: LINK_OUTCOMES.notPermitted, data: kept, msg: '' }
  if (!(await mayShareOutside(db, actor.personId, ctx.now())))
    return {
      ret: LINK_OUTCOMES.notPermitted,
      data: items.map((item) => ({ ...present(item), reason: 'outbound' })),
      msg: await approvalUrl(db, (await openRequest(db, actor.personId, ctx.now()))?.id),
    }
  const folders = items.filter((item) => item.isFolder)
  const open = await store.openLinksTo(
    db,
    folders.map((item) => item.id),
    ctx.now(),
  )
  const shared = folders.filter((item) => open.some(({ fileId }) => fileId === item.id))
  if (shared.length > 0) return { ret: LINK_OUTCOMES.shared, data: shared.map(present), msg: '' }
  const files = items.filter((item) => !item.isFolder)
  const matches = await knownMatches(
    ctx,
    files.map((item) => item.id),
  )
  const data = files.flatMap((item) =>
    (matches.get(item.id) ?? []).map(({ rule, level, action }) => ({
      ...present(item),
      rule,
      level,
      action,
    })),
  )
  if (data.length === 0) return { ret: LINK_OUTCOMES.fine, data, msg: '' }
  return { ret: LINK_OUTCOMES.sensitive, data, msg: await approvalUrl(db) }
}

/** What keeps an item from being linked by anybody, or by the caller; the first of several. */
function obstacleOf(item: ResolvedItem): Concerned[] {
  if (!item.permissions.has('share')) return [{ ...present(item), reason: 'permission' }]
  if (item.id === item.rootId) return [{ ...present(item), reason: 'root' }]
  if (!isHigh(item.setLevel)) return []
  return [{ ...present(item), reason: 'classification', classification: classificationOf(item.setLevel) }]
}

const present = ({ name, isFolder }: ResolvedItem) =>
  ({ name, classifierId: isFolder ? 'Folder' : 'File' }) as const
