import { defaultLabelColor, labelKey } from '@clouddisk/contract/label-names'
import type { queryLabels } from '@clouddisk/contract/labels'
import type { Input, Reply } from '@clouddisk/contract/route'
import type { Actor } from '../../access/actor.ts'
import { resolveWithPermission } from '../../access/permissions.ts'
import { reachOf } from '../../access/reach.ts'
import { resolveAll } from '../../access/resolve.ts'
import type { Context } from '../../context.ts'
import type { Reader } from '../../db/database.ts'
import { pinyinOf } from '../../tree/pinyin.ts'
import { resolveFolderId } from '../../tree/spaces.ts'
import * as store from './store.ts'

/** Labels of spaces whose names are compared. */
const RECENT_MAX = 500
/** Labels that are compared at one time with what the caller sees, and of each so many files. */
const BATCH = 100
const FILES_EACH = 8
const SHOWN_MAX = 50

/**
 * Labels to choose from. A label says something of the files that have it, so that only those are shown that the caller
 * sees on a file; the first files of each are looked at.
 */
export async function suggestLabels(
  ctx: Context,
  actor: Actor,
  { instanceId, keyword = '' }: Input<typeof queryLabels>,
): Promise<Reply<typeof queryLabels>> {
  const db = ctx.db.reader
  const spaceIds = await spacesOf(db, actor, instanceId)
  if (spaceIds.length === 0) return []
  const key = labelKey(keyword)
  const recent = (await store.recentLabels(db, spaceIds, RECENT_MAX)).filter(
    (label) => label.key.startsWith(key) || pinyinOf(label.name).includes(` ${key}`),
  )
  const labels = [...new Map(recent.toReversed().map((label) => [label.key, label])).values()].reverse()
  const shown: typeof labels = []
  // Labels that no file has any more must not keep others out.
  for (let start = 0; start < labels.length && shown.length < SHOWN_MAX; start += BATCH) {
    const checked = labels.slice(start, start + BATCH)
    const keys = checked.map((label) => label.key)
    const files = await store.filesWithLabels(db, spaceIds, keys, FILES_EACH)
    const visible = await resolveAll(db, actor, [...files.values()].flat())
    shown.push(...checked.filter((label) => files.get(label.key)?.some((id) => visible.has(id))))
  }
  return shown
    .slice(0, SHOWN_MAX)
    .map((label) => ({ name: label.name, color: label.color ?? defaultLabelColor(label.key) }))
}

async function spacesOf(db: Reader, actor: Actor, instanceId: string | undefined): Promise<string[]> {
  if (instanceId !== undefined) {
    const item = await resolveWithPermission(db, actor, await resolveFolderId(db, actor, instanceId), 'list')
    return [item.spaceId]
  }
  const { spaceIds, files } = await reachOf(db, actor)
  return [...new Set([...spaceIds, ...files.map((file) => file.spaceId)])]
}
