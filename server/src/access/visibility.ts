import type { PermissionItem } from '@clouddisk/contract/roles'
import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import { ancestors } from '../db/file-tree.ts'
import { compiledStatement } from '../db/statement.ts'
import { type Actor, loadActors } from './actor.ts'
import {
  type AclEntries,
  type AclEntry,
  evaluatePermissions,
  mergeEntries,
  NO_ENTRIES,
  NO_PERMISSIONS,
  type SpaceContext,
} from './entries.ts'

/**
 * Filters file events by visibility. Ancestors are read once for all listeners; the rule in entries.ts then decides for
 * each actor in memory.
 */

/** A file or folder with its parent and entries. */
interface AncestorNode {
  readonly parentId: string | null
  /** Set for the root of a space. */
  readonly spaceId: string | null
  readonly spaceContext: SpaceContext | undefined
  readonly isGroup: boolean
  /** The classification that is set on it. */
  readonly level: number | null
  readonly entries: Map<string, AclEntry>
}
/** Files and all their ancestors, by id. */
export type Ancestors = ReadonlyMap<string, AncestorNode>

interface NodeRow {
  id: string
  parent_id: string | null
  classification: number | null
  space_id: string | null
  kind: string | null
  read_only: boolean | null
  department_id: string | null
  member_rows: number | null
  principal_id: string | null
  role: string | null
}

/** Loads files, space roots, their ancestors and the entries of `principals` on them, in one statement. */
export async function loadAncestors(
  db: Reader,
  options: {
    fileIds: readonly string[]
    spaceIds: readonly string[]
    principals: readonly string[]
    asOf: Date
  },
): Promise<Ancestors> {
  const nodes = new Map<string, AncestorNode>()
  for (const row of await selectAncestors(db, options)) {
    const node = nodes.get(row.id) ?? toAncestorNode(row)
    nodes.set(row.id, node)
    const { principal_id: principalId, role, id: fileId } = row
    if (principalId && role) node.entries.set(principalId, { principalId, role, fileId })
  }
  return nodes
}

/** Loads people as actors, and files with their ancestors and these people's entries, in two statements. */
export async function loadActorsAndAncestors(
  db: Reader,
  personIds: readonly string[],
  fileIds: readonly string[],
  asOf: Date,
): Promise<{ actors: ReadonlyMap<string, Actor>; ancestors: Ancestors }> {
  const actors = await loadActors(db, personIds, asOf)
  if (actors.size === 0) return { actors, ancestors: new Map() }
  const principals = [...new Set([...actors.values()].flatMap((actor) => actor.principals))]
  return { actors, ancestors: await loadAncestors(db, { fileIds, spaceIds: [], principals, asOf }) }
}

/** Roles of principals by entries on the file itself; null for no entry. */
export type RolesByPrincipal = Readonly<Record<string, string | null>>

/** A copy in which the given principals have these entries instead. */
export function withEntries(ancestors: Ancestors, entries: ReadonlyMap<string, RolesByPrincipal>): Ancestors {
  const changed = new Map(ancestors)
  for (const [fileId, roles] of entries) {
    const node = ancestors.get(fileId)
    if (!node) continue
    const own = new Map(node.entries)
    for (const [principalId, role] of Object.entries(roles)) {
      if (role === null) own.delete(principalId)
      else own.set(principalId, { principalId, role, fileId })
    }
    changed.set(fileId, { ...node, entries: own })
  }
  return changed
}

const toAncestorNode = (row: NodeRow): AncestorNode => ({
  parentId: row.parent_id,
  spaceId: row.space_id,
  spaceContext: row.space_id
    ? {
        departmentId: row.member_rows === 0 ? null : row.department_id,
        readOnly: row.read_only ?? false,
        nonMember: false,
      }
    : undefined,
  isGroup: row.kind === 'group',
  level: row.classification,
  entries: new Map(),
})

/** Each ancestor is visited once. Entries are looked up by file, then filtered by principal. */
const selectAncestors = compiledStatement<Parameters<typeof loadAncestors>[1], NodeRow>(
  (slot) => sql`
    with recursive ${ancestors(
      sql`f.id = any(${slot('fileIds')}::uuid[] || array(
        select root_id from space where id = any(${slot('spaceIds')}::uuid[])))`,
      ['classification'],
    )}, whose as materialized (select distinct unnest(${slot('principals')}::uuid[]) as id)
    select up.id, up.parent_id, up.classification, s.id as space_id, s.kind, s.read_only, s.department_id, s.member_rows, g.principal_id, g.role
    from up
    -- Row by row, as in resolve.ts.
    left join lateral (
      select * from space where root_id = up.id and up.parent_id is null offset 0
    ) s on true
    left join lateral (
      select principal_id, role from file_grant where file_id = up.id and principal_id in (select id from whose)
        and (expires_at is null or expires_at > ${slot('asOf')}::timestamptz) offset 0
    ) g on true`,
)

/** The earliest expiry among the entries of these principals; undefined if none expires. */
export async function firstExpiry(
  db: Reader,
  principals: readonly string[],
  asOf: Date,
): Promise<Date | undefined> {
  const [row] = await selectFirstExpiry(db, { principals, asOf })
  return row?.end ?? undefined
}

const selectFirstExpiry = compiledStatement<
  { principals: readonly string[]; asOf: Date },
  { end: Date | null }
>(
  (slot) => sql`
    select min(expires_at) as end from file_grant
    where principal_id = any(${slot('principals')}::uuid[]) and expires_at > ${slot('asOf')}::timestamptz`,
)

/** The space that contains the file; undefined if none does, for example in the trash. */
export function spaceOfFile(ancestors: Ancestors, fileId: string): string | undefined {
  let node = ancestors.get(fileId)
  while (node?.parentId) node = ancestors.get(node.parentId)
  return node?.spaceId ?? undefined
}

interface NodeAccess {
  readonly entries: AclEntries
  /** Undefined outside of any space. */
  readonly spaceContext: SpaceContext | undefined
}

/** The location of an event. */
export interface FileEvent {
  readonly spaceId: string | null
  readonly fileId: string | null
  readonly parentIds: readonly string[]
}

/** Used outside of any space, where entries on the file itself still count. */
const NO_SPACE: SpaceContext = { departmentId: null, readOnly: false, nonMember: false }

/** Decides which files and events an actor can see, among loaded ancestors. */
export class VisibilityFilter {
  readonly #actor: Actor
  readonly #ancestors: Ancestors
  readonly #roots: ReadonlyMap<string, string>
  readonly #nodeAccess = new Map<string, NodeAccess>()
  readonly #permissions = new Map<string, ReadonlySet<PermissionItem>>()

  constructor(actor: Actor, ancestors: Ancestors, roots = rootsBySpace(ancestors)) {
    this.#actor = actor
    this.#ancestors = ancestors
    this.#roots = roots
  }

  /**
   * The visible part of an event: visible parent folders, and the file if it is or was in one of them or is visible
   * itself. Undefined if nothing is visible, so that ids of hidden folders are not disclosed.
   */
  filter(happening: FileEvent): { parentIds: string[]; fileId: string | null } | undefined {
    const { spaceId, fileId } = happening
    const parentIds = happening.parentIds.filter((id) => this.canSee(id))
    if (fileId === null) {
      if (happening.parentIds.length > 0) return parentIds.length > 0 ? { parentIds, fileId } : undefined
      const root = spaceId === null ? undefined : this.#roots.get(spaceId)
      return root !== undefined && this.canSee(root) ? { parentIds, fileId } : undefined
    }
    if (!this.#ancestors.has(fileId)) return parentIds.length > 0 ? { parentIds, fileId: null } : undefined
    return this.#isVisible(fileId, parentIds) ? { parentIds, fileId } : undefined
  }

  /** Whether the actor has any permission on the file. */
  canSee(id: string): boolean {
    return this.permissions(id).size > 0
  }

  /** The actor's permissions on the file; none outside of any space. */
  permissions(id: string): ReadonlySet<PermissionItem> {
    const known = this.#permissions.get(id)
    if (known !== undefined) return known
    const { spaceContext, entries } = this.#access(id)
    const items =
      spaceContext === undefined ? NO_PERMISSIONS : evaluatePermissions(this.#actor, spaceContext, entries)
    this.#permissions.set(id, items)
    return items
  }

  /** Comments are for those who may comment; they are still read in a group that is being dissolved. */
  readsComments(id: string): boolean {
    const { spaceContext, entries } = this.#access(id)
    if (spaceContext === undefined) return false
    const items = evaluatePermissions(this.#actor, { ...spaceContext, readOnly: false }, entries)
    return items.has('attribute') && items.has('comment')
  }

  #isVisible(fileId: string, parentIds: readonly string[]): boolean {
    if (this.canSee(fileId)) return true
    const own = this.#ownEntries(fileId)
    const isGiven = ({ spaceContext, entries }: NodeAccess) =>
      evaluatePermissions(this.#actor, spaceContext ?? NO_SPACE, mergeEntries(entries, own)).size > 0
    if (parentIds.some((id) => id !== fileId && isGiven(this.#access(id)))) return true
    const place = this.#access(fileId)
    return place.spaceContext === undefined && isGiven(place)
  }

  #access(id: string): NodeAccess {
    const known = this.#nodeAccess.get(id)
    if (known) return known
    const node = this.#ancestors.get(id)
    const above = node?.parentId ? this.#access(node.parentId) : undefined
    const own = this.#ownEntries(id)
    const place: NodeAccess = {
      entries: mergeEntries(above?.entries ?? NO_ENTRIES, own),
      spaceContext: above
        ? above.spaceContext
        : node?.spaceContext && { ...node.spaceContext, nonMember: node.isGroup && own.length === 0 },
    }
    this.#nodeAccess.set(id, place)
    return place
  }

  #ownEntries(id: string): AclEntry[] {
    const entries = this.#ancestors.get(id)?.entries
    if (!entries || entries.size === 0) return []
    return this.#actor.principals.flatMap((principal) => entries.get(principal) ?? [])
  }
}

/** Root folder ids by space id. */
export const rootsBySpace = (ancestors: Ancestors): ReadonlyMap<string, string> =>
  new Map([...ancestors].flatMap(([id, { spaceId }]) => (spaceId === null ? [] : [[spaceId, id] as const])))

/**
 * Ids of spaces in which actors have entries or department roles, by person: their own, their groups', shared ones. One
 * statement in total. May include expired entries.
 */
export async function accessibleSpaces(
  db: Reader,
  actors: readonly Pick<Actor, 'personId' | 'principals' | 'departmentScopes'>[],
): Promise<Map<string, Set<string>>> {
  const pairs = actors.flatMap(({ personId, principals }) => principals.map((id) => [personId, id] as const))
  const reached = actors.flatMap(({ personId, departmentScopes }) =>
    departmentScopes.flatMap(({ departments }) => [...departments].map((id) => [personId, id] as const)),
  )
  const rows = await selectSpaces(db, {
    people: pairs.map(([person]) => person),
    principals: pairs.map(([, id]) => id),
    reaching: reached.map(([person]) => person),
    departments: reached.map(([, id]) => id),
  })
  const found = new Map(actors.map(({ personId }) => [personId, new Set<string>()]))
  for (const { person_id: personId, space_id: spaceId } of rows) found.get(personId)?.add(spaceId)
  return found
}

const selectSpaces = compiledStatement<
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
