import { PERMISSION_ITEMS, type PermissionItem } from '@clouddisk/contract/roles'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import { ancestors } from '../db/file-tree.ts'
import { isId } from '../db/ids.ts'
import { compiledStatement } from '../db/statement.ts'
import { refuse } from '../errors/refusal.ts'
import type { Actor } from './actor.ts'
import {
  type Entries,
  type Entry,
  type Ground,
  itemsAt,
  joined,
  NO_ENTRIES,
  withoutPlace,
} from './entries.ts'
import type { Standpoint } from './explain.ts'

/**
 * The one rule engine. A file is found by walking up from it: only what hangs below its space's root is there at
 * all. What the entries on that way give is decided in entries.ts; without any the file is as good as not there.
 */

export type SpaceKind = 'person' | 'group' | 'library'

export interface Located {
  readonly id: string
  readonly parentId: string | null
  readonly isFolder: boolean
  readonly name: string
  readonly spaceId: string
  readonly rootId: string
  readonly kind: SpaceKind
  /** From the space's root down to the item itself; for rules and the feed, never for the actor's eyes. */
  readonly trail: readonly Step[]
  /** The end of the trail that the actor may know of: what is shared begins at itself. */
  readonly shown: readonly Step[]
  readonly ground: Ground
  readonly entries: Entries
  readonly items: ReadonlySet<PermissionItem>
  /** What holds of all below that has no entry of its own. */
  readonly inside: ReadonlySet<PermissionItem>
}

export interface Step {
  readonly id: string
  readonly name: string
}

interface WalkRow {
  id: string
  parent_id: string | null
  name: string
  is_folder: boolean
  space_id: string
  /** Of the space whose root this is. */
  owned_space: string | null
  kind: SpaceKind | null
  read_only: boolean | null
  department_id: string | null
  member_rows: number | null
  principal_id: string | null
  role: string | null
  under_share: boolean
}

const WALK_MAX = 256

/** Everything of `ids` that the actor may know of, by id; one query however many. */
export async function locateAll(
  db: Reader,
  actor: Actor,
  ids: readonly string[],
): Promise<Map<string, Located>> {
  const wanted = [...new Set(ids.filter(isId).map((id) => id.toLowerCase()))]
  const located = new Map<string, Located>()
  const [first, ...others] = wanted
  if (first === undefined) return located
  if (actor.sharingId !== undefined && !isId(actor.sharingId)) return located
  const { principals, asOf, sharingId = null } = actor
  const places = placesOf(
    others.length === 0
      ? await walkFromOne(db, { start: first, principals, asOf, sharingId })
      : await walkFromMany(db, { starts: wanted, principals, asOf, sharingId }),
  )
  for (const id of wanted) {
    const found = resolve(actor, wayTo(places, id))
    if (found) located.set(id, found)
  }
  return located
}

interface Asked {
  principals: readonly string[]
  asOf: Date
  sharingId: string | null
}

/** Each place on the ways up once, however many lead over it, with the actor's entries on it. */
const walk = (
  start: RawBuilder<unknown>,
  slot: (name: keyof Asked) => RawBuilder<unknown>,
): RawBuilder<WalkRow> => sql`
  with recursive ${ancestors(sql`f.id ${start}`, ['name', 'is_folder', 'space_id'])}
  select up.id, up.parent_id, up.name, up.is_folder, up.space_id, s.id as owned_space, s.kind, s.read_only,
    s.department_id, s.member_rows, g.principal_id, g.role,
    ${slot('sharingId')}::uuid is not null
      and exists (select from share sh where sh.id = ${slot('sharingId')}::uuid and sh.file_id = up.id) as under_share
  from up
  -- Looked up place by place ("offset 0"): joined, all spaces and all that the actor was ever given would be read.
  left join lateral (
    select * from space where root_id = up.id and up.parent_id is null offset 0
  ) s on true
  left join lateral (
    select principal_id, role from file_grant where file_id = up.id
      and principal_id = any(${slot('principals')}::uuid[])
      and (expires_at is null or expires_at > ${slot('asOf')}::timestamptz) offset 0
  ) g on true`

/** One id by itself: of a list PostgreSQL does not know how long it is. */
const walkFromOne = compiledStatement<{ start: string } & Asked, WalkRow>((slot) =>
  walk(sql`= ${slot('start')}::uuid`, slot),
)
const walkFromMany = compiledStatement<{ starts: readonly string[] } & Asked, WalkRow>((slot) =>
  walk(sql`= any(${slot('starts')}::uuid[])`, slot),
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
  mustNow(actor, located, item)
  return located
}

export function must(located: Pick<Located, 'items'>, item: PermissionItem): void {
  if (!located.items.has(item)) refuse('not_permitted')
}

/**
 * Taking something out of its space, where all who had it lose it: the owner's in a person's space, and in a group the
 * managers'.
 */
export function mustTakeOut(actor: Actor, { kind, rootId, entries, items }: Located): void {
  const own = entries.get(actor.personId)?.kept
  const may = kind === 'person' ? own?.role === 'owner' && own.fileId === rootId : items.has('members')
  if (!may) refuse('not_permitted')
}

/** What the actor could do, were the group not about to be dissolved. */
export const itemsUnlessDissolving = (
  actor: Actor,
  { ground, entries }: Pick<Located, 'ground' | 'entries'>,
): ReadonlySet<PermissionItem> => itemsAt(actor, { ...ground, readOnly: false }, entries)

/** Why the actor may not do `item` with it; undefined where it may. */
export function whyNot(
  actor: Actor,
  located: Located,
  item: PermissionItem,
): 'group_dissolving' | 'not_permitted' | undefined {
  if (located.items.has(item)) return undefined
  const dissolving = located.ground.readOnly && itemsUnlessDissolving(actor, located).has(item)
  return dissolving ? 'group_dissolving' : 'not_permitted'
}

/** `must`, saying where only the group's end stands in the way. */
export function mustNow(actor: Actor, located: Located, item: PermissionItem): void {
  const why = whyNot(actor, located, item)
  if (why) refuse(why)
}

/** What somebody sees of a group's recycle bin, given the group's root: managers all, who deletes there its own. */
export function sightOfBin(root: Pick<Located, 'items'>): 'all' | 'own' {
  if (root.items.has('members')) return 'all'
  must(root, 'delete')
  return 'own'
}

/** What is known of a folder's rights by whoever goes on below it. */
export type Rights = Pick<Located, 'ground' | 'entries' | 'inside'>

/** What holds of a child and of what is in it, given the entries on the child itself. */
export function rightsBelow(
  actor: Actor,
  parent: Rights,
  childId: string,
  own: readonly { principalId: string; role: string }[],
): Rights {
  if (own.length === 0) return parent
  const { ground } = parent
  const entries = joined(
    parent.entries,
    own.map((entry) => ({ ...entry, fileId: childId })),
  )
  return { ground, entries, inside: itemsAt(actor, ground, entries) }
}

/**
 * Of what in a space bears an entry of the actor's, that which it may not `item`, or may not know of where no item is
 * asked for: whoever goes through a whole subtree leaves it out with all below it.
 */
export async function barredIn(
  db: Reader,
  actor: Actor,
  spaceId: string,
  item?: PermissionItem,
): Promise<Set<string>> {
  const { principals, asOf } = actor
  const rows = await entriesInSpace(db, { principals, asOf, spaceId })
  const ids = rows.map((row) => row.id)
  const located = await locateAll(db, actor, ids)
  return new Set(ids.filter((id) => !(item ? located.get(id)?.items.has(item) : located.has(id))))
}

const entriesInSpace = compiledStatement<
  { principals: readonly string[]; asOf: Date; spaceId: string },
  { id: string }
>(
  (slot) => sql`
    select distinct g.file_id as id from file_grant g join file f on f.id = g.file_id
    where g.principal_id = any(${slot('principals')}::uuid[]) and g.source in ('entry', 'share')
      and (g.expires_at is null or g.expires_at > ${slot('asOf')}::timestamptz)
      and f.space_id = ${slot('spaceId')}::uuid`,
)

/** Whether anything below a place may be kept from who has what is here: an owner and a manager see all. */
export const mayBeBarredBelow = ({ entries }: Pick<Located, 'entries'>): boolean =>
  ![...entries.values()].some((held) => held.kept)

/** Whether a file in a folder where the actor may upload may get its content from it: an entry can keep it from that. */
export async function mayReplace(db: Reader, actor: Actor, parent: Located, id: string): Promise<boolean> {
  if (!mayBeBarredBelow(parent)) return parent.inside.has('upload')
  return (await locateAll(db, actor, [id])).get(id)?.items.has('upload') ?? false
}

/** Items in the contract's order, as `fileAuth` spells them. */
export const fileAuthOf = (items: ReadonlySet<PermissionItem>): PermissionItem[] =>
  PERMISSION_ITEMS.filter((item) => items.has(item))

interface Place {
  readonly row: WalkRow
  readonly own: Entry[]
}

function placesOf(rows: readonly WalkRow[]): Map<string, Place> {
  const places = new Map<string, Place>()
  for (const row of rows) {
    const place = places.get(row.id) ?? { row, own: [] }
    places.set(row.id, place)
    if (row.principal_id && row.role)
      place.own.push({ principalId: row.principal_id, role: row.role, fileId: row.id })
  }
  return places
}

/** From the top down to the item. */
function wayTo(places: ReadonlyMap<string, Place>, id: string): Place[] {
  const way: Place[] = []
  let place = places.get(id)
  while (place && way.length < WALK_MAX) {
    way.push(place)
    place = place.row.parent_id === null ? undefined : places.get(place.row.parent_id)
  }
  return way.reverse()
}

interface Walked {
  readonly self: WalkRow
  readonly spaceId: string
  readonly rootId: string
  readonly kind: SpaceKind
  readonly ground: Ground
  readonly places: readonly Place[]
  readonly entries: Entries
  readonly items: ReadonlySet<PermissionItem>
  /** Where on the way what the actor may know of begins; behind its end where that is nothing. */
  readonly from: number
}

/** One way down; undefined where it does not begin at a space's root. */
function walked(actor: Actor, places: readonly Place[]): Walked | undefined {
  const top = places[0]?.row
  const self = places.at(-1)?.row
  if (!self || !top || top.owned_space === null || top.kind === null) return undefined
  const ground: Ground = {
    // What nobody is in any more is no department's either.
    departmentId: top.member_rows === 0 ? null : top.department_id,
    readOnly: top.read_only ?? false,
    closed: top.kind === 'group' && places[0]?.own.length === 0,
  }
  let entries = NO_ENTRIES
  let items = itemsAt(actor, ground, entries)
  let from = 0
  places.forEach(({ own }, at) => {
    if (own.length > 0) {
      entries = joined(entries, own)
      items = itemsAt(actor, ground, entries)
    }
    if (items.size === 0) from = at + 1
  })
  return {
    self,
    spaceId: top.owned_space,
    rootId: top.id,
    kind: top.kind,
    ground,
    places,
    entries,
    items,
    from,
  }
}

/** Undefined also where the walk gives the actor nothing, or leads past its share into what is not its own. */
function resolve(actor: Actor, way: readonly Place[]): Located | undefined {
  const found = walked(actor, way)
  if (!found || found.items.size === 0) return undefined
  const { self, spaceId, rootId, kind, ground, places, entries, items } = found
  let { from } = found
  if (actor.sharingId !== undefined) {
    const share = places.findIndex(({ row }) => row.under_share)
    if (share < 0 && !isOwn(actor, found)) return undefined
    from = Math.max(from, share)
  }
  const trail = places.map(({ row: { id, name } }) => ({ id, name }))
  const shown = trail.slice(from)
  return {
    id: self.id,
    parentId: self.parent_id,
    isFolder: self.is_folder,
    name: self.name,
    spaceId,
    rootId,
    kind,
    trail,
    shown,
    ground,
    entries,
    items: beginsAt(places, from) ? withoutPlace(items) : items,
    inside: items,
  }
}

/** In the actor's own space, where what is shared may be copied to. */
function isOwn({ personId }: Actor, { rootId, kind, entries }: Walked): boolean {
  const own = entries.get(personId)?.kept
  return kind === 'person' && own?.role === 'owner' && own.fileId === rootId
}

const beginsAt = (places: readonly Place[], from: number): boolean =>
  from === places.length - 1 && places.length > 1

/**
 * Where somebody stands with an item, whether that gives anything or not: for explaining, never for deciding. What is
 * not there at all is undefined.
 */
export async function standpointOf(db: Reader, actor: Actor, id: string): Promise<Standpoint | undefined> {
  const { principals, asOf } = actor
  const rows = await walkFromOne(db, { start: id, principals, asOf, sharingId: null })
  const found = walked(actor, wayTo(placesOf(rows), id.toLowerCase()))
  return found && { ground: found.ground, entries: found.entries, begins: beginsAt(found.places, found.from) }
}
