import type { batchCreateFolder, FolderNode } from '@clouddisk/contract/files'
import { LIMITS } from '@clouddisk/contract/limits'
import { lengthOf, nameKey } from '@clouddisk/contract/names'
import type { Input } from '@clouddisk/contract/route'
import type { Actor } from '../../access/actor.ts'
import { highInLink, refuseHighInLink } from '../../access/classification.ts'
import { authorOf } from '../../access/link-visitor.ts'
import { mayContainDenied, requirePermissionWithReason } from '../../access/permissions.ts'
import { type ResolvedItem, resolveAll } from '../../access/resolve.ts'
import type { Context } from '../../context.ts'
import { recordChanges } from '../../db/changes.ts'
import type { Tx } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import { refuse } from '../../errors/refusal.ts'
import { childrenByParentAndKey, type FileRow } from '../../tree/files.ts'
import { lockParentFolder, type OnFolders, refuseInvalidFolderName } from '../../tree/folders.ts'
import { insertFiles } from '../../tree/insert-files.ts'
import { findFreeName, type StoredName, storedName } from '../../tree/names.ts'
import type { FolderExtent } from '../../tree/reparent.ts'
import { addTotals, ZERO_TOTALS } from '../../tree/totals.ts'

/**
 * Creates a tree of folders in one transaction and reuses existing folders. Each level is looked up and
 * inserted in one statement and totals are added once, so the time under the space lock grows with the depth,
 * not the size.
 */

const NODES_MAX = 5000

export interface FolderTreeOptions {
  /**
   * The folders that are reused, by `parentId nameKey`, instead of all that exist; a new folder beside one that is not reused gets
   * a number, and the reply does not show it.
   */
  readonly findReused?: FindFolders
  readonly onCreated?: OnFolders
}

type FindFolders = (
  tx: Tx,
  names: readonly { parentId: string; nameKey: string }[],
) => Promise<ReadonlyMap<string, Pick<FileRow, 'id' | 'name' | 'isFolder'>>>

export async function createFolderTree(
  ctx: Context,
  actor: Actor,
  input: Input<typeof batchCreateFolder>,
  { findReused, onCreated }: FolderTreeOptions = {},
): Promise<FolderNode> {
  const root = { instanceName: input.instanceName, children: (input.children ?? []) as FolderNode[] }
  const tree = normalize(ctx, root)
  if (countNodes(tree) > NODES_MAX) refuse('too_many_items', { limit: NODES_MAX })
  return ctx.db.transact(async (tx) => {
    const parent = await lockParentFolder(tx, actor, input.parentId, extentOf(tree))
    const top = nodeOf(tree, parent.id)
    await findExisting(tx, [top], findReused ?? childrenByParentAndKey, (ids) =>
      refuseBarred(tx, actor, parent, ids),
    )
    await refuseHigh(tx, actor, top)
    const made = await insertNodes(tx, actor, parent.spaceId, top, findReused !== undefined)
    await onCreated?.(tx, made)
    return presentNode(top)
  })
}

/** Trims and checks names and merges siblings of the same name. */
function normalize(ctx: Context, { instanceName, children = [] }: FolderNode): FolderNode {
  const name = instanceName.trim()
  refuseInvalidFolderName(ctx, name)
  const byKey = new Map<string, { instanceName: string; children: FolderNode[] }>()
  for (const child of children) {
    const childName = child.instanceName.trim()
    refuseInvalidFolderName(ctx, childName)
    const known = byKey.get(nameKey(childName)) ?? { instanceName: childName, children: [] }
    for (const grandchild of child.children ?? []) known.children.push(grandchild)
    byKey.set(nameKey(childName), known)
  }
  return { instanceName: name, children: [...byKey.values()].map((child) => normalize(ctx, child)) }
}

const countNodes = (node: FolderNode): number =>
  1 + (node.children ?? []).reduce((sum, child) => sum + countNodes(child), 0)

function extentOf(node: FolderNode): FolderExtent {
  const below = (node.children ?? []).map(extentOf)
  const reach = {
    levels: 1 + Math.max(0, ...below.map((child) => child.levels)),
    length: lengthOf(node.instanceName) + 1 + Math.max(0, ...below.map((child) => child.length)),
  }
  if (reach.levels > LIMITS.depthMax) refuse('too_deep', { limit: LIMITS.depthMax })
  return reach
}

/** An existing or new folder; the `parentId` of a child is known once its parent's id is. */
interface Node {
  id: string
  name: string
  parentId: string
  isNew: boolean
  readonly children: Node[]
}

function nodeOf({ instanceName, children = [] }: FolderNode, parentId: string): Node {
  const id = newId()
  return {
    id,
    name: instanceName,
    parentId,
    isNew: true,
    children: children.map((child) => nodeOf(child, id)),
  }
}

/** Looks up level by level, only below existing folders. */
async function findExisting(
  tx: Tx,
  level: Node[],
  find: FindFolders,
  refuseBarred: (nodes: readonly Node[]) => Promise<void>,
): Promise<void> {
  for (let nodes = level; nodes.length > 0; ) {
    const there = await find(
      tx,
      nodes.map(({ parentId, name }) => ({ parentId, nameKey: nameKey(name) })),
    )
    const requestedNames = new Map(nodes.map((node) => [node, node.name]))
    const found = nodes.filter((node) =>
      reuseExisting(node, there.get(`${node.parentId} ${nameKey(node.name)}`)),
    )
    await refuseBarred(found.map((node) => ({ ...node, name: requestedNames.get(node) ?? node.name })))
    nodes = found.flatMap((node) => node.children)
  }
}

/** A folder denied to the actor counts as a taken name: nothing is created in it and nothing is revealed. */
async function refuseBarred(
  tx: Tx,
  actor: Actor,
  parent: ResolvedItem,
  nodes: readonly Node[],
): Promise<void> {
  if (nodes.length === 0 || !mayContainDenied(parent)) return
  const located = await resolveAll(
    tx,
    actor,
    nodes.map(({ id }) => id),
  )
  for (const { id, name } of nodes) {
    const folder = located.get(id) ?? refuse('name_taken', { name })
    requirePermissionWithReason(actor, folder, 'upload')
  }
}

/** New folders do not come into existing ones that are highly classified and linked, either. */
async function refuseHigh(tx: Tx, actor: Actor, top: Node): Promise<void> {
  const filled = existing(top).filter(({ children }) => children.some(({ isNew }) => isNew))
  if (filled.length === 0) return
  const located = await resolveAll(
    tx,
    actor,
    filled.map(({ id }) => id),
  )
  const high = await highInLink(tx, actor, [...located.values()])
  const refused = filled.find(({ id }) => high.has(id))
  if (refused) refuseHighInLink(refused)
}

const existing = (node: Node): Node[] => (node.isNew ? [] : [node, ...node.children.flatMap(existing)])

function reuseExisting(node: Node, there: Pick<FileRow, 'id' | 'name' | 'isFolder'> | undefined): boolean {
  if (!there) return false
  if (!there.isFolder) refuse('name_taken', { name: node.name })
  node.id = there.id
  node.name = there.name
  node.isNew = false
  for (const child of node.children) child.parentId = there.id
  return true
}

async function insertNodes(
  tx: Tx,
  actor: Actor,
  spaceId: string,
  top: Node,
  numbered: boolean,
): Promise<Node[]> {
  const { personId } = actor
  const { actorId, details } = authorOf(actor)
  const stored = numbered ? await freeNames(tx, top) : new Map<Node, StoredName>()
  const storedOf = (node: Node) => stored.get(node) ?? storedName(node.name, true)
  const made: Node[] = []
  for (let level = [top]; level.length > 0; level = level.flatMap((node) => node.children)) {
    const fresh = level.filter((node) => node.isNew)
    made.push(...fresh)
    await insertFiles(
      tx,
      fresh.map((node) => ({
        id: node.id,
        spaceId,
        parentId: node.parentId,
        isFolder: true,
        ...storedOf(node),
        size: 0,
        versionId: null,
        versionNo: 0,
        totals: { ...ZERO_TOTALS, folders: countBelow(node) },
        childFolders: node.children.length,
        personId,
      })),
    )
  }
  const newIds = new Set(made.map((node) => node.id))
  const tops = made.filter((node) => !newIds.has(node.parentId))
  for (const [parentId, nodes] of Map.groupBy(tops, (node) => node.parentId)) {
    const folders = nodes.reduce((sum, node) => sum + 1 + countBelow(node), 0)
    await addTotals(tx, parentId, { ...ZERO_TOTALS, folders }, { files: 0, folders: nodes.length })
  }
  await recordChanges(
    tx,
    made.map((node) => ({
      kind: 'folder.created' as const,
      spaceId,
      fileId: node.id,
      name: storedOf(node).name,
      parentIds: [node.parentId],
      actorId,
      details,
    })),
  )
  return made
}

/** Names for new folders in folders that exist, where theirs are taken. */
async function freeNames(tx: Tx, top: Node): Promise<Map<Node, StoredName>> {
  const tops: Node[] = []
  const collect = (node: Node) => (node.isNew ? tops.push(node) : node.children.forEach(collect))
  collect(top)
  const taken = await childrenByParentAndKey(
    tx,
    tops.map(({ parentId, name }) => ({ parentId, nameKey: nameKey(name) })),
  )
  const names = new Map<Node, StoredName>()
  for (const node of tops)
    if (taken.has(`${node.parentId} ${nameKey(node.name)}`))
      names.set(node, await findFreeName(tx, node.parentId, node.name, true))
  return names
}

/** Folders below a new folder; all of them are new. */
const countBelow = (node: Node): number =>
  node.children.reduce((sum, child) => sum + 1 + countBelow(child), 0)

/** `path` leads from the top of the tree to the node itself. */
const presentNode = (node: Node, above = ''): FolderNode => {
  const path = above + node.name
  return {
    instanceName: node.name,
    instanceId: node.id,
    path,
    children: node.children.map((child) => presentNode(child, `${path}/`)),
  }
}
