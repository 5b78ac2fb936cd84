import { setImmediate as othersTurn } from 'node:timers/promises'
import { nameKey, numberedName } from '@clouddisk/contract/names'
import type { PermissionItem } from '@clouddisk/contract/roles'
import type { Actor } from '../../access/actor.ts'
import { heldBelow } from '../../access/held.ts'
import { type InheritedAccess, inheritAccess } from '../../access/permissions.ts'
import type { ResolvedItem } from '../../access/resolve.ts'
import type { Reader } from '../../db/database.ts'
import * as store from './store.ts'

/** Collects what a download of some items contains, as far as the actor has permission. */

export interface DownloadEntry extends store.DescendantRow {
  /** Unique path from the requested item to this one, slash-separated. */
  readonly path: string
}

interface Walk {
  readonly actor: Actor
  readonly children: ReadonlyMap<string | null, store.DescendantRow[]>
  readonly entries: ReadonlyMap<string, { principalId: string; role: string }[]>
  readonly item: PermissionItem
}

/**
 * The items and everything below, parents first. An item without permission `item` is left out with
 * everything below it.
 */
export async function collectEntries(
  db: Reader,
  actor: Actor,
  tops: readonly ResolvedItem[],
  item: PermissionItem,
): Promise<DownloadEntry[]> {
  const ids = tops.map((top) => top.id)
  const held = await heldBelow(db, actor, ids)
  const rows = (await store.filesWithDescendants(db, ids)).filter((row) => !held.has(row.id))
  const entries = await store.grantsOn(
    db,
    rows.map((row) => row.id),
    actor,
  )
  const walk = { actor, children: Map.groupBy(rows, (row) => row.parentId), entries, item }
  const byId = new Map(rows.map((row) => [row.id, row]))
  const names = distinctNames(tops.flatMap((top) => byId.get(top.id) ?? []))
  const items: DownloadEntry[] = []
  for (const top of tops) {
    const row = byId.get(top.id)
    if (row && top.permissions.has(item))
      await collectInto(walk, row, top, names.get(row.id) ?? row.name, items)
  }
  return items
}

/** Items processed between two turns of the event loop. */
const YIELD_EVERY = 500

async function collectInto(
  walk: Walk,
  row: store.DescendantRow,
  rights: InheritedAccess,
  path: string,
  into: DownloadEntry[],
): Promise<void> {
  if (!rights.childPermissions.has(walk.item)) return
  if (into.push({ ...row, path }) % YIELD_EVERY === 0) await othersTurn()
  if (!row.isFolder) return
  for (const child of walk.children.get(row.id) ?? [])
    await collectInto(walk, child, rightsOn(walk, child, rights), `${path}/${child.name}`, into)
}

const rightsOn = (walk: Walk, child: store.DescendantRow, parent: InheritedAccess): InheritedAccess =>
  inheritAccess(walk.actor, parent, child.id, walk.entries.get(child.id) ?? [])

/** Items from different folders may share a name, entries of an archive may not. */
function distinctNames(rows: readonly store.DescendantRow[]): Map<string, string> {
  const taken = new Set<string>()
  const names = new Map<string, string>()
  for (const row of rows) {
    let name = row.name
    for (let n = 1; taken.has(nameKey(name)); n++) name = numberedName(row.name, n, row.isFolder)
    taken.add(nameKey(name))
    names.set(row.id, name)
  }
  return names
}
