import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import { type Rights, rightsBelow, type Step, standpointOf } from './access.ts'
import type { Actor } from './actor.ts'
import { type Entry, itemsAt } from './entries.ts'

/** What somebody may know of places that are perhaps no more, by the entries that they bear. */

/** The end of a way that somebody may know of; `whole` where that is all of it, the space's root included. */
export interface KnownWay {
  readonly whole: boolean
  readonly steps: readonly Step[]
}

/** Of ways as they led below one space's root, what the actor may know of, in their order. */
export async function knownOf(
  db: Reader,
  actor: Actor,
  rootId: string,
  ways: readonly (readonly Step[])[],
): Promise<KnownWay[]> {
  if (ways.length === 0) return []
  const top = await standpointOf(db, actor, rootId)
  if (!top) return ways.map(() => ({ whole: false, steps: [] }))
  const ids = new Set(ways.flatMap((way) => way.map((step) => step.id)))
  const entries = await entriesOn(db, actor, [...ids])
  const { ground } = top
  const inside = itemsAt(actor, ground, top.entries)
  return ways.map((steps) => {
    let rights: Rights = { ground, entries: top.entries, inside }
    let from = inside.size === 0 ? 0 : -1
    steps.forEach(({ id }, at) => {
      rights = rightsBelow(actor, rights, id, entries.get(id) ?? [])
      if (rights.inside.size === 0) from = at + 1
    })
    return { whole: from < 0, steps: from < 0 ? steps : steps.slice(from) }
  })
}

async function entriesOn(
  db: Reader,
  { principals, asOf }: Actor,
  ids: readonly string[],
): Promise<Map<string, Entry[]>> {
  const { rows } = await sql<Entry>`
    select file_id as "fileId", principal_id as "principalId", role from file_grant
    where file_id = any(${ids}::uuid[]) and principal_id = any(${principals}::uuid[])
      and (expires_at is null or expires_at > ${asOf}::timestamptz)`.execute(db)
  return Map.groupBy(rows, (row) => row.fileId)
}
