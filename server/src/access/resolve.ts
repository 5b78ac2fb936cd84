import type { PermissionItem } from '@clouddisk/contract/roles'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import { ancestors } from '../db/file-tree.ts'
import { isId } from '../db/ids.ts'
import { compiledStatement } from '../db/statement.ts'
import { refuse } from '../errors/refusal.ts'
import type { Actor } from './actor.ts'
import { highest, isHigh } from './classification.ts'
import {
  type AclEntries,
  type AclEntry,
  evaluatePermissions,
  mergeEntries,
  NO_ENTRIES,
  type SpaceContext,
  withoutPlacement,
} from './entries.ts'
import type { PermissionInput } from './explain.ts'
import { isHeld } from './held.ts'

/**
 * Resolves files to items with permissions. A recursive query reads the ancestors of a file up to its space's root;
 * entries.ts decides the permissions. A file outside of any space, or without permissions, is not found.
 */

export type SpaceKind = 'person' | 'group' | 'library'

export interface ResolvedItem {
  readonly id: string
  readonly parentId: string | null
  readonly isFolder: boolean
  readonly name: string
  readonly spaceId: string
  readonly rootId: string
  readonly spaceKind: SpaceKind
  /** From the space's root to the item itself. Not for display: it may contain folders the actor cannot see. */
  readonly fullPath: readonly PathStep[]
  /** The end of the full path that the actor can see; a shared item's path starts at the item. */
  readonly visiblePath: readonly PathStep[]
  readonly spaceContext: SpaceContext
  readonly entries: AclEntries
  readonly permissions: ReadonlySet<PermissionItem>
  /** Permissions on children without entries of their own. */
  readonly childPermissions: ReadonlySet<PermissionItem>
  /** The highest classification that is set on it or above it; null where none is. */
  readonly setLevel: number | null
  /** The same without its own. */
  readonly inheritedLevel: number | null
}

export interface PathStep {
  readonly id: string
  readonly name: string
}

interface WalkRow {
  id: string
  parent_id: string | null
  name: string
  is_folder: boolean
  space_id: string
  classification: number | null
  /** The space whose root this is. */
  owned_space: string | null
  kind: SpaceKind | null
  read_only: boolean | null
  department_id: string | null
  member_rows: number | null
  principal_id: string | null
  role: string | null
  /** One that the call is limited to: the file of a share, or a target of a link. */
  is_limit: boolean
  /** A file that visitors of the link do not see (held.ts). */
  is_held: boolean
}

const WALK_MAX = 256

/** Resolves all `ids` that the actor can see, in one query. */
export async function resolveAll(
  db: Reader,
  actor: Actor,
  ids: readonly string[],
): Promise<Map<string, ResolvedItem>> {
  const uniqueIds = [...new Set(ids.filter(isId).map((id) => id.toLowerCase()))]
  const items = new Map<string, ResolvedItem>()
  const [first, ...others] = uniqueIds
  if (first === undefined) return items
  const params = paramsOf(actor)
  if (!params) return items
  const nodes = toPathNodes(
    others.length === 0
      ? await walkFromOne(db, { start: first, ...params })
      : await walkFromMany(db, { starts: uniqueIds, ...params }),
  )
  for (const id of uniqueIds) {
    const item = toResolvedItem(actor, pathTo(nodes, id))
    if (item) items.set(id, item)
  }
  return items
}

/** Undefined if the call names a share that cannot exist. */
function paramsOf({ principals, asOf, sharingId, link }: Actor): WalkParams | undefined {
  if (sharingId !== undefined && !isId(sharingId)) return undefined
  const linkId = link?.id ?? null
  return {
    principals,
    asOf,
    sharingId: sharingId ?? null,
    linkId,
    checkedLinkId: link?.isChecked ? linkId : null,
  }
}

interface WalkParams {
  principals: readonly string[]
  asOf: Date
  sharingId: string | null
  linkId: string | null
  /** The link, if it is checked. */
  checkedLinkId: string | null
}

/** Each ancestor once, with the actor's entries on it, and `more` columns. */
const walk = <Row extends WalkRow = WalkRow>(
  start: RawBuilder<unknown>,
  slot: (name: keyof WalkParams) => RawBuilder<unknown>,
  more: RawBuilder<unknown> = sql``,
): RawBuilder<Row> => sql`
  with recursive ${ancestors(sql`f.id ${start}`, ['name', 'is_folder', 'space_id', 'version_id', 'classification'])}
  select up.id, up.parent_id, up.name, up.is_folder, up.space_id, up.classification, s.id as owned_space, s.kind, s.read_only,
    s.department_id, s.member_rows, g.principal_id, g.role,
    case
      when ${slot('linkId')}::uuid is not null
        then exists (select from link_target t where t.link_id = ${slot('linkId')}::uuid and t.file_id = up.id)
      when ${slot('sharingId')}::uuid is not null
        then exists (select from share sh where sh.id = ${slot('sharingId')}::uuid and sh.file_id = up.id)
      else false
    end as is_limit,
    case when ${slot('checkedLinkId')}::uuid is null or up.is_folder then false
      else ${isHeld(sql`${slot('checkedLinkId')}::uuid`, 'up')} end as is_held${more}
  from up
  -- "offset 0" forces one lookup per row: a join would read all spaces and all of the actor's entries.
  left join lateral (
    select * from space where root_id = up.id and up.parent_id is null offset 0
  ) s on true
  left join lateral (
    select principal_id, role from file_grant where file_id = up.id
      and principal_id = any(${slot('principals')}::uuid[])
      and (expires_at is null or expires_at > ${slot('asOf')}::timestamptz) offset 0
  ) g on true`

/** A separate statement for one id: PostgreSQL cannot estimate the length of an array. */
const walkFromOne = compiledStatement<{ start: string } & WalkParams, WalkRow>((slot) =>
  walk(sql`= ${slot('start')}::uuid`, slot),
)
const walkFromMany = compiledStatement<{ starts: readonly string[] } & WalkParams, WalkRow>((slot) =>
  walk(sql`= any(${slot('starts')}::uuid[])`, slot),
)

/** Throws `not_found` if the item does not exist or the actor cannot see it. */
export async function resolve(db: Reader, actor: Actor, id: string): Promise<ResolvedItem> {
  return (await resolveAll(db, actor, [id])).get(id.toLowerCase()) ?? refuse('not_found')
}

/**
 * Makes a function as `resolve` that reads something of the item in the same statement. `beside` is SQL of a JSON value of
 * the file that it gets the id of; null if there is none. Callers check what the item permits before they use it.
 */
export function resolvingWith<T>(
  beside: (id: RawBuilder<string>) => RawBuilder<T | null>,
): (db: Reader, actor: Actor, id: string) => Promise<{ item: ResolvedItem; beside: T | null }> {
  type Row = WalkRow & { beside: T | null }
  const walkBeside = compiledStatement<{ start: string } & WalkParams, Row>((slot) => {
    const start = sql<string>`${slot('start')}::uuid`
    return walk<Row>(
      sql`= ${start}`,
      slot,
      sql`, case when up.id = ${start} then ${beside(start)} end as beside`,
    )
  })
  return async (db, actor, id) => {
    const start = id.toLowerCase()
    const params = isId(start) ? paramsOf(actor) : undefined
    const rows = params ? await walkBeside(db, { start, ...params }) : []
    const item = toResolvedItem(actor, pathTo(toPathNodes(rows), start)) ?? refuse('not_found')
    return { item, beside: rows.find((row) => row.id === start)?.beside ?? null }
  }
}

interface PathNode {
  readonly row: WalkRow
  readonly entries: AclEntry[]
}

function toPathNodes(rows: readonly WalkRow[]): Map<string, PathNode> {
  const nodes = new Map<string, PathNode>()
  for (const row of rows) {
    const node = nodes.get(row.id) ?? { row, entries: [] }
    nodes.set(row.id, node)
    if (row.principal_id && row.role)
      node.entries.push({ principalId: row.principal_id, role: row.role, fileId: row.id })
  }
  return nodes
}

/** The path from the root down to the item. */
function pathTo(nodes: ReadonlyMap<string, PathNode>, id: string): PathNode[] {
  const path: PathNode[] = []
  let node = nodes.get(id)
  while (node && path.length < WALK_MAX) {
    path.push(node)
    node = node.row.parent_id === null ? undefined : nodes.get(node.row.parent_id)
  }
  return path.reverse()
}

interface EvaluatedPath {
  readonly self: WalkRow
  readonly spaceId: string
  readonly rootId: string
  readonly spaceKind: SpaceKind
  readonly spaceContext: SpaceContext
  readonly nodes: readonly PathNode[]
  readonly entries: AclEntries
  readonly permissions: ReadonlySet<PermissionItem>
  /** Index of the first visible node; the length of the path if none is visible. */
  readonly visibleFrom: number
}

/** Permissions along one path; undefined if it does not start at a space's root. */
function evaluatePath(actor: Actor, nodes: readonly PathNode[]): EvaluatedPath | undefined {
  const top = nodes[0]?.row
  const self = nodes.at(-1)?.row
  if (!self || !top || top.owned_space === null || top.kind === null) return undefined
  const spaceContext: SpaceContext = {
    // A group without members belongs to no department.
    departmentId: top.member_rows === 0 ? null : top.department_id,
    readOnly: top.read_only ?? false,
    nonMember: top.kind === 'group' && nodes[0]?.entries.length === 0,
  }
  let entries = NO_ENTRIES
  let permissions = evaluatePermissions(actor, spaceContext, entries)
  let visibleFrom = 0
  nodes.forEach((node, at) => {
    if (node.entries.length > 0) {
      entries = mergeEntries(entries, node.entries)
      permissions = evaluatePermissions(actor, spaceContext, entries)
    }
    if (permissions.size === 0) visibleFrom = at + 1
  })
  return {
    self,
    spaceId: top.owned_space,
    rootId: top.id,
    spaceKind: top.kind,
    spaceContext,
    nodes,
    entries,
    permissions,
    visibleFrom,
  }
}

/**
 * Undefined if the actor has no permissions, or the item is outside the link of a visitor or highly classified, or outside the share and
 * the actor's own space.
 */
function toResolvedItem(actor: Actor, path: readonly PathNode[]): ResolvedItem | undefined {
  const evaluated = evaluatePath(actor, path)
  if (!evaluated || evaluated.permissions.size === 0 || evaluated.self.is_held) return undefined
  const { self, spaceId, rootId, spaceKind, spaceContext, nodes, entries, permissions } = evaluated
  const inheritedLevel = highest(nodes.slice(0, -1).map(({ row }) => row.classification))
  const setLevel = highest([inheritedLevel, self.classification])
  if (actor.link && isHigh(setLevel)) return undefined
  let { visibleFrom } = evaluated
  if (actor.link || actor.sharingId !== undefined) {
    const limit = nodes.findIndex(({ row }) => row.is_limit)
    if (limit < 0 && (actor.link || !isInOwnSpace(actor, evaluated))) return undefined
    visibleFrom = Math.max(visibleFrom, limit)
  }
  const fullPath = nodes.map(({ row: { id, name } }) => ({ id, name }))
  return {
    id: self.id,
    parentId: self.parent_id,
    isFolder: self.is_folder,
    name: self.name,
    spaceId,
    rootId,
    spaceKind,
    fullPath,
    visiblePath: fullPath.slice(visibleFrom),
    spaceContext,
    entries,
    permissions: isVisibleRoot(nodes, visibleFrom) ? withoutPlacement(permissions) : permissions,
    childPermissions: permissions,
    setLevel,
    inheritedLevel,
  }
}

/** Whether the item is in the actor's own space, which calls limited to a share may copy to. */
function isInOwnSpace({ personId }: Actor, { rootId, spaceKind, entries }: EvaluatedPath): boolean {
  const own = entries.get(personId)?.inheritedOwnerRole
  return spaceKind === 'person' && own?.role === 'owner' && own.fileId === rootId
}

const isVisibleRoot = (nodes: readonly PathNode[], visibleFrom: number): boolean =>
  visibleFrom === nodes.length - 1 && nodes.length > 1

/**
 * Loads the input of explainPermission, also for items the actor cannot see. Not for permission checks. Undefined if the
 * item does not exist.
 */
export async function loadPermissionInput(
  db: Reader,
  actor: Actor,
  id: string,
): Promise<PermissionInput | undefined> {
  const { principals, asOf } = actor
  const rows = await walkFromOne(db, {
    start: id,
    principals,
    asOf,
    sharingId: null,
    linkId: null,
    checkedLinkId: null,
  })
  const found = evaluatePath(actor, pathTo(toPathNodes(rows), id.toLowerCase()))
  return (
    found && {
      spaceContext: found.spaceContext,
      entries: found.entries,
      isVisibleRoot: isVisibleRoot(found.nodes, found.visibleFrom),
    }
  )
}
