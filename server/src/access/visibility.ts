import type { PermissionItem } from '@clouddisk/contract/roles'
import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import { ancestors } from '../db/file-tree.ts'
import { compiledStatement } from '../db/statement.ts'
import { type Actor, actorsOfPeople } from './actor.ts'
import { type Entries, type Entry, type Ground, itemsAt, joined, NO_ENTRIES, NOTHING } from './entries.ts'

/**
 * Who may hear of what happened to files: read once for all who listen, decided for each by the one rule (entries.ts).
 */

/** What is known of a file or folder: where it hangs, and who has entries on it. */
interface Node {
  readonly parentId: string | null
  /** Of a space's root. */
  readonly spaceId: string | null
  readonly ground: Ground | undefined
  readonly isGroup: boolean
  readonly entries: Map<string, Entry>
}
/** Everything on the ways up from some files, by id. */
export type Ways = ReadonlyMap<string, Node>

interface NodeRow {
  id: string
  parent_id: string | null
  space_id: string | null
  kind: string | null
  read_only: boolean | null
  department_id: string | null
  member_rows: number | null
  principal_id: string | null
  role: string | null
}

/** The ways up from these files and from the roots of these spaces, with what `principals` have there: one statement. */
export async function waysOf(
  db: Reader,
  asked: {
    fileIds: readonly string[]
    spaceIds: readonly string[]
    principals: readonly string[]
    asOf: Date
  },
): Promise<Ways> {
  const nodes = new Map<string, Node>()
  for (const row of await walk(db, asked)) {
    const node = nodes.get(row.id) ?? nodeOf(row)
    nodes.set(row.id, node)
    const { principal_id: principalId, role, id: fileId } = row
    if (principalId && role) node.entries.set(principalId, { principalId, role, fileId })
  }
  return nodes
}

/** People as they stand now, and the ways up from files with what these people have there: two statements, however many. */
export async function waysOfPeople(
  db: Reader,
  personIds: readonly string[],
  fileIds: readonly string[],
  asOf: Date,
): Promise<{ actors: ReadonlyMap<string, Actor>; ways: Ways }> {
  const actors = await actorsOfPeople(db, personIds, asOf)
  if (actors.size === 0) return { actors, ways: new Map() }
  const principals = [...new Set([...actors.values()].flatMap((actor) => actor.principals))]
  return { actors, ways: await waysOf(db, { fileIds, spaceIds: [], principals, asOf }) }
}

/** What principals have on a file by entries of its own: a role, or null for none. */
export type Roles = Readonly<Record<string, string | null>>

/** The same ways, were these the entries of these principals there. */
export function waysWith(ways: Ways, entries: ReadonlyMap<string, Roles>): Ways {
  const others = new Map(ways)
  for (const [fileId, roles] of entries) {
    const node = ways.get(fileId)
    if (!node) continue
    const own = new Map(node.entries)
    for (const [principalId, role] of Object.entries(roles)) {
      if (role === null) own.delete(principalId)
      else own.set(principalId, { principalId, role, fileId })
    }
    others.set(fileId, { ...node, entries: own })
  }
  return others
}

const nodeOf = (row: NodeRow): Node => ({
  parentId: row.parent_id,
  spaceId: row.space_id,
  ground: row.space_id
    ? {
        departmentId: row.member_rows === 0 ? null : row.department_id,
        readOnly: row.read_only ?? false,
        closed: false,
      }
    : undefined,
  isGroup: row.kind === 'group',
  entries: new Map(),
})

/** A folder is walked from once, however many files lie in it; entries are looked up by file, then sifted. */
const walk = compiledStatement<Parameters<typeof waysOf>[1], NodeRow>(
  (slot) => sql`
    with recursive ${ancestors(sql`f.id = any(${slot('fileIds')}::uuid[] || array(
        select root_id from space where id = any(${slot('spaceIds')}::uuid[])))`)}, whose as materialized (select distinct unnest(${slot('principals')}::uuid[]) as id)
    select up.id, up.parent_id, s.id as space_id, s.kind, s.read_only, s.department_id, s.member_rows, g.principal_id, g.role
    from up
    -- Place by place, as where one person asks (access.ts).
    left join lateral (
      select * from space where root_id = up.id and up.parent_id is null offset 0
    ) s on true
    left join lateral (
      select principal_id, role from file_grant where file_id = up.id and principal_id in (select id from whose)
        and (expires_at is null or expires_at > ${slot('asOf')}::timestamptz) offset 0
    ) g on true`,
)

/** When the first entry of these principals ends that ends by itself; undefined where none does. */
export async function firstEnd(
  db: Reader,
  principals: readonly string[],
  asOf: Date,
): Promise<Date | undefined> {
  const [row] = await entryEnd(db, { principals, asOf })
  return row?.end ?? undefined
}

const entryEnd = compiledStatement<{ principals: readonly string[]; asOf: Date }, { end: Date | null }>(
  (slot) => sql`
    select min(expires_at) as end from file_grant
    where principal_id = any(${slot('principals')}::uuid[]) and expires_at > ${slot('asOf')}::timestamptz`,
)

/** The space in which a file is now; undefined where it is in none, such as in the bin. */
export function spaceIn(ways: Ways, fileId: string): string | undefined {
  let node = ways.get(fileId)
  while (node?.parentId) node = ways.get(node.parentId)
  return node?.spaceId ?? undefined
}

interface Place {
  readonly entries: Entries
  /** Undefined for what hangs in no space any more. */
  readonly ground: Ground | undefined
}

/** What happened, as far as it says where. */
export interface Happening {
  readonly spaceId: string | null
  readonly fileId: string | null
  readonly parentIds: readonly string[]
}

/** Where it belongs to no space any more, what an entry on the file itself says still holds. */
const NOWHERE: Ground = { departmentId: null, readOnly: false, closed: false }

/** One actor's sight of what lies on some ways. */
export class Sight {
  readonly #actor: Actor
  readonly #ways: Ways
  readonly #roots: ReadonlyMap<string, string>
  readonly #places = new Map<string, Place>()
  readonly #items = new Map<string, ReadonlySet<PermissionItem>>()

  constructor(actor: Actor, ways: Ways, roots = rootsOf(ways)) {
    this.#actor = actor
    this.#ways = ways
    this.#roots = roots
  }

  /**
   * What the actor may hear of it: the folders that it may know of, and the file where it is or was under one of them, or
   * has an entry of its own. Undefined where it may hear nothing: other folders' ids are nobody's who has not got them.
   */
  of(happening: Happening): { parentIds: string[]; fileId: string | null } | undefined {
    const { spaceId, fileId } = happening
    const parentIds = happening.parentIds.filter((id) => this.sees(id))
    if (fileId === null) {
      if (happening.parentIds.length > 0) return parentIds.length > 0 ? { parentIds, fileId } : undefined
      const root = spaceId === null ? undefined : this.#roots.get(spaceId)
      return root !== undefined && this.sees(root) ? { parentIds, fileId } : undefined
    }
    if (!this.#ways.has(fileId)) return parentIds.length > 0 ? { parentIds, fileId: null } : undefined
    return this.#knows(fileId, parentIds) ? { parentIds, fileId } : undefined
  }

  /** Whether anything is given there. */
  sees(id: string): boolean {
    return this.items(id).size > 0
  }

  /** What is given there; what hangs in no space is not there. */
  items(id: string): ReadonlySet<PermissionItem> {
    const known = this.#items.get(id)
    if (known !== undefined) return known
    const { ground, entries } = this.#place(id)
    const items = ground === undefined ? NOTHING : itemsAt(this.#actor, ground, entries)
    this.#items.set(id, items)
    return items
  }

  #knows(fileId: string, parentIds: readonly string[]): boolean {
    if (this.sees(fileId)) return true
    const own = this.#own(fileId)
    const isGiven = ({ ground, entries }: Place) =>
      itemsAt(this.#actor, ground ?? NOWHERE, joined(entries, own)).size > 0
    if (parentIds.some((id) => id !== fileId && isGiven(this.#place(id)))) return true
    const place = this.#place(fileId)
    return place.ground === undefined && isGiven(place)
  }

  #place(id: string): Place {
    const known = this.#places.get(id)
    if (known) return known
    const node = this.#ways.get(id)
    const above = node?.parentId ? this.#place(node.parentId) : undefined
    const own = this.#own(id)
    const place: Place = {
      entries: joined(above?.entries ?? NO_ENTRIES, own),
      ground: above
        ? above.ground
        : node?.ground && { ...node.ground, closed: node.isGroup && own.length === 0 },
    }
    this.#places.set(id, place)
    return place
  }

  #own(id: string): Entry[] {
    const entries = this.#ways.get(id)?.entries
    if (!entries || entries.size === 0) return []
    return this.#actor.principals.flatMap((principal) => entries.get(principal) ?? [])
  }
}

/** Roots on these ways, by their spaces. */
export const rootsOf = (ways: Ways): ReadonlyMap<string, string> =>
  new Map([...ways].flatMap(([id, { spaceId }]) => (spaceId === null ? [] : [[spaceId, id] as const])))

/**
 * Spaces in which actors have anything at all, by person: their own, their groups', those of what is shared with them and
 * those that their roles reach. One statement however many; what has expired may be among them.
 */
export async function spacesOf(
  db: Reader,
  actors: readonly Pick<Actor, 'personId' | 'principals' | 'reach'>[],
): Promise<Map<string, Set<string>>> {
  const pairs = actors.flatMap(({ personId, principals }) => principals.map((id) => [personId, id] as const))
  const reached = actors.flatMap(({ personId, reach }) =>
    reach.flatMap(({ departments }) => [...departments].map((id) => [personId, id] as const)),
  )
  const rows = await spaces(db, {
    people: pairs.map(([person]) => person),
    principals: pairs.map(([, id]) => id),
    reaching: reached.map(([person]) => person),
    departments: reached.map(([, id]) => id),
  })
  const found = new Map(actors.map(({ personId }) => [personId, new Set<string>()]))
  for (const { person_id: personId, space_id: spaceId } of rows) found.get(personId)?.add(spaceId)
  return found
}

const spaces = compiledStatement<
  {
    people: readonly string[]
    principals: readonly string[]
    reaching: readonly string[]
    departments: readonly string[]
  },
  { person_id: string; space_id: string }
>(
  (slot) => sql`
    select distinct w.person_id, f.space_id
    from unnest(${slot('people')}::uuid[], ${slot('principals')}::uuid[]) as w (person_id, principal_id)
    join file_grant g on g.principal_id = w.principal_id join file f on f.id = g.file_id
    union
    select w.person_id, s.id
    from unnest(${slot('reaching')}::uuid[], ${slot('departments')}::uuid[]) as w (person_id, department_id)
    join space s on s.department_id = w.department_id`,
)
