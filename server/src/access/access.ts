import { PERMISSION_ITEMS, type PermissionItem, ROLE_ITEMS } from '@clouddisk/contract/roles'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import { isId } from '../db/ids.ts'
import { statement } from '../db/statement.ts'
import { refuse } from '../http/refusal.ts'
import type { Actor } from './actor.ts'

/**
 * The one rule engine. A file is found by walking up from it: only what hangs below its space's root is there at
 * all. The nearest explicit entry decides per principal, and the union over the actor's principals counts; without
 * any the file is as good as not there.
 */

export interface Located {
  readonly id: string
  readonly parentId: string | null
  readonly isFolder: boolean
  readonly name: string
  readonly spaceId: string
  readonly rootId: string
  /** From the space's root down to the item itself. */
  readonly trail: readonly { readonly id: string; readonly name: string }[]
  readonly entries: Entries
  readonly items: ReadonlySet<PermissionItem>
}

/** The nearest role per principal. */
export type Entries = ReadonlyMap<string, string>

interface Step {
  start: string
  id: string
  parent_id: string | null
  name: string
  is_folder: boolean
  space_id: string
  root_id: string
  principal_id: string | null
  role: string | null
}

const WALK_MAX = 256

/** Everything of `ids` that the actor may know of, by id; one query however many. */
export async function locateAll(
  db: Reader,
  actor: Actor,
  ids: readonly string[],
): Promise<Map<string, Located>> {
  const wanted = ids.filter(isId)
  if (wanted.length === 0) return new Map()
  const { principals } = actor
  const [first = '', ...others] = wanted
  const rows =
    others.length === 0
      ? await walkFromOne(db, { start: first, principals })
      : await walkFromMany(db, { starts: wanted, principals })
  const located = new Map<string, Located>()
  for (const steps of groupByStart(rows)) {
    const found = resolve(steps)
    if (found) located.set(found.id, found)
  }
  return located
}

const walk = (start: RawBuilder<unknown>, principals: RawBuilder<unknown>): RawBuilder<Step> => sql`
  with recursive up as (
    select f.id as start, f.id, f.parent_id, f.name, f.is_folder, f.space_id, 0 as depth
    from file f where f.id ${start}
    union all
    select up.start, f.id, f.parent_id, f.name, f.is_folder, f.space_id, up.depth + 1
    from up join file f on f.id = up.parent_id where up.depth < ${sql.lit(WALK_MAX)}
  )
  select up.start, up.id, up.parent_id, up.name, up.is_folder, up.space_id, s.root_id, g.principal_id, g.role
  from up join space s on s.id = up.space_id
  left join file_grant g on g.file_id = up.id and g.principal_id = any(${principals}::uuid[])
  order by up.start, up.depth`

/** One id by itself: for a list PostgreSQL reckons with ten, and hashes tables that one walk would look up. */
const walkFromOne = statement<{ start: string; principals: readonly string[] }, Step>((slot) =>
  walk(sql`= ${slot('start')}::uuid`, slot('principals')),
)
const walkFromMany = statement<{ starts: readonly string[]; principals: readonly string[] }, Step>((slot) =>
  walk(sql`= any(${slot('starts')}::uuid[])`, slot('principals')),
)

/** The item, or `not_found`: what is not there and what the actor may not know of are answered alike. */
export async function locate(db: Reader, actor: Actor, id: string): Promise<Located> {
  return (await locateAll(db, actor, [id])).get(id.toLowerCase()) ?? refuse('not_found')
}

/** The item, where the actor may do `item` with it. */
export async function locateFor(
  db: Reader,
  actor: Actor,
  id: string,
  item: PermissionItem,
): Promise<Located> {
  const located = await locate(db, actor, id)
  must(located, item)
  return located
}

export function must(located: Pick<Located, 'items'>, item: PermissionItem): void {
  if (!located.items.has(item)) refuse('not_permitted')
}

/** What the actor may do with a child, given the entries on the child itself. */
export function itemsBelow(
  parent: Pick<Located, 'entries' | 'items'>,
  own: readonly { principalId: string; role: string }[],
): ReadonlySet<PermissionItem> {
  if (own.length === 0) return parent.items
  return itemsOf(
    new Map([...parent.entries, ...own.map(({ principalId, role }) => [principalId, role] as const)]),
  )
}

/** Items in the contract's order, as `fileAuth` spells them. */
export const fileAuthOf = (items: ReadonlySet<PermissionItem>): PermissionItem[] =>
  PERMISSION_ITEMS.filter((item) => items.has(item))

function* groupByStart(rows: readonly Step[]): Generator<Step[]> {
  let group: Step[] = []
  for (const row of rows) {
    if (group[0] && group[0].start !== row.start) {
      yield group
      group = []
    }
    group.push(row)
  }
  if (group.length > 0) yield group
}

/** One walk, nearest first; undefined where it does not end at the space's root or gives the actor nothing. */
function resolve(steps: readonly Step[]): Located | undefined {
  const [self] = steps
  const top = steps.at(-1)
  if (!self || !top || top.parent_id !== null || top.id !== self.root_id) return undefined
  const entries = new Map<string, string>()
  const trail = new Map<string, string>()
  for (const step of steps) {
    trail.set(step.id, step.name)
    if (step.principal_id && step.role && !entries.has(step.principal_id))
      entries.set(step.principal_id, step.role)
  }
  const items = itemsOf(entries)
  if (items.size === 0) return undefined
  return {
    id: self.id,
    parentId: self.parent_id,
    isFolder: self.is_folder,
    name: self.name,
    spaceId: self.space_id,
    rootId: self.root_id,
    trail: [...trail].map(([id, name]) => ({ id, name })).reverse(),
    entries,
    items,
  }
}

function itemsOf(entries: Entries): ReadonlySet<PermissionItem> {
  const items = new Set<PermissionItem>()
  for (const role of entries.values()) {
    for (const item of ROLE_ITEMS[role as keyof typeof ROLE_ITEMS] ?? []) items.add(item)
  }
  return items
}
