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
/** Labels that are compared at one time with what the caller sees. */
const BATCH = 100
/** Files of each that are looked at first: mostly one of them is seen. */
const FILES_EACH = 8
/** Files that are looked at then, of all labels of which none was seen, together. */
const FILES_MAX = 5000
/** Of them, resolved with one statement. */
const FILES_BATCH = 256
const SHOWN_MAX = 50

/** Labels to choose from. A label says something of the files that have it, so that only those are shown that the caller sees on a file. */
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
  // Unused labels must not take the place of used ones.
  for (let start = 0; start < labels.length && shown.length < SHOWN_MAX; start += BATCH) {
    const checked = labels.slice(start, start + BATCH)
    const keys = checked.map((label) => label.key)
    const seen = await labelsSeen(db, actor, spaceIds, keys)
    shown.push(...checked.filter((label) => seen.has(label.key)))
  }
  return shown
    .slice(0, SHOWN_MAX)
    .map((label) => ({ name: label.name, color: label.color ?? defaultLabelColor(label.key) }))
}

/** Those of these labels that the caller sees on a file. */
async function labelsSeen(
  db: Reader,
  actor: Actor,
  spaceIds: readonly string[],
  keys: readonly string[],
): Promise<Set<string>> {
  const first = await store.filesWithLabels(db, spaceIds, keys, FILES_EACH)
  const visible = await resolveAll(db, actor, [...first.values()].flat())
  const seen = new Set(keys.filter((key) => first.get(key)?.some((id) => visible.has(id))))
  const others = keys.filter((key) => !seen.has(key) && first.get(key)?.length === FILES_EACH)
  if (others.length === 0) return seen
  // The first of them may all lie in a folder that was deleted, or that the caller does not see.
  const each = Math.floor(FILES_MAX / others.length)
  for (const [key, ids] of await store.filesWithLabels(db, spaceIds, others, each))
    for (let start = 0; start < ids.length && !seen.has(key); start += FILES_BATCH)
      if ((await resolveAll(db, actor, ids.slice(start, start + FILES_BATCH))).size > 0) seen.add(key)
  return seen
}

async function spacesOf(db: Reader, actor: Actor, instanceId: string | undefined): Promise<string[]> {
  if (instanceId !== undefined) {
    const item = await resolveWithPermission(db, actor, await resolveFolderId(db, actor, instanceId), 'list')
    return [item.spaceId]
  }
  const { spaceIds, files } = await reachOf(db, actor)
  return [...new Set([...spaceIds, ...files.map((file) => file.spaceId)])]
}
