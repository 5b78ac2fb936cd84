import type { Language } from '@clouddisk/contract/errors'
import { type Crumb, type Instance, instanceTypeOf } from '@clouddisk/contract/files'
import { defaultLabelColor, type LabelColor, labelKey } from '@clouddisk/contract/label-names'
import type { PermissionItem } from '@clouddisk/contract/roles'
import type { Actor } from '../access/actor.ts'
import { classificationOf, highest } from '../access/classification.ts'
import { inheritAccess, toFileAuth } from '../access/permissions.ts'
import type { ResolvedItem } from '../access/resolve.ts'
import type { Reader } from '../db/database.ts'
import { toIso } from '../db/instant-text.ts'
import { refuse } from '../errors/refusal.ts'
import { type ChildViewRow, type ViewRow, viewRowsById } from './view-rows.ts'

/** Files in the wire format (A§3 "Instance"). */

const ROOT_NAMES: Record<Language, string> = { 'zh-CN': '个人文件', 'en-US': 'Personal files' }

export const rootName = (language: Language): string => ROOT_NAMES[language]

export function breadcrumbsOf(located: ResolvedItem, language: Language): Crumb[] {
  return located.visiblePath.map(({ id, name }) => ({
    instanceId: id,
    // A personal root has no name of its own; a group's root has the group's name.
    instanceName: name === '' ? rootName(language) : name,
  }))
}

export const pathText = (crumbs: readonly Crumb[]): string =>
  crumbs.map((crumb) => crumb.instanceName).join('/')
export const pathIds = (crumbs: readonly Crumb[]): string => crumbs.map((crumb) => crumb.instanceId).join('/')

/**
 * The parent's part of its children's instances, computed once; names and ids from the root down, empty above
 * the root.
 */
export interface ParentPath {
  readonly id: string
  readonly names: string
  readonly ids: string
  /** Null outside groups. */
  readonly groupId: string | null
  /** The highest classification that is set above. */
  readonly level: number | null
}

type Where = Pick<ResolvedItem, 'spaceKind' | 'spaceId' | 'rootId' | 'id'>

/** "0" above a personal root; empty above any other item that the actor sees as a root. */
const parentPathOf = (where: Where, crumbs: readonly Crumb[], level: number | null): ParentPath => ({
  id: crumbs.at(-1)?.instanceId ?? (where.spaceKind === 'person' && where.id === where.rootId ? '0' : ''),
  names: pathText(crumbs),
  ids: pathIds(crumbs),
  groupId: where.spaceKind === 'group' ? where.spaceId : null,
  level,
})

export const joinPath = (path: string, step: string): string => (path === '' ? step : `${path}/${step}`)

export const labelColorsOf = ({ labels, label_colors: colors }: ViewRow): LabelColor[] =>
  (labels ?? []).map((label, index) => colors?.[index] ?? defaultLabelColor(labelKey(label)))

/** Presents one child. */
function present(row: ViewRow, above: ParentPath, fileAuth: PermissionItem[]): Instance {
  return {
    instanceId: row.id,
    instanceName: row.name,
    instanceType: instanceTypeOf(above.groupId),
    classifierId: row.is_folder ? 'Folder' : 'File',
    parentId: above.id,
    groupId: above.groupId,
    isParent: row.child_folders > 0,
    fileAuth,
    fileType: row.ext,
    fileSize: row.is_folder ? row.total_size : row.size,
    instancePath: above.names,
    instancePathIds: above.ids,
    instanceFullPath: joinPath(above.names, row.name),
    instanceFullPathId: joinPath(above.ids, row.id),
    createUser: row.creator,
    updateUser: row.updater,
    createTime: toIso(row.created_at),
    updateTime: toIso(row.updated_at),
    labels: row.labels ?? [],
    labelColors: labelColorsOf(row),
    remark: row.remark ?? '',
    isCollect: row.is_favorite,
    isShared: row.is_shared,
    isLinked: row.is_linked,
    classification: classificationOf(highest([above.level, row.classification])),
    syncStatus: row.sync_state,
    virusStatus: row.virus_state,
    versionNo: row.version_no,
  }
}

/** Presents the resolved item; a root gets its localized name. */
export async function presentItem(
  db: Reader,
  actor: Actor,
  located: ResolvedItem,
  language: Language,
): Promise<Instance> {
  const row = (await viewRowsById(db, actor, [located.id])).get(located.id)
  return presentRow(row ?? refuse('not_found'), located, language)
}

export function presentRow(row: ViewRow, located: ResolvedItem, language: Language): Instance {
  const crumbs = breadcrumbsOf(located, language)
  const self = crumbs.at(-1)
  const named = { ...row, name: self?.instanceName ?? row.name }
  return present(
    named,
    parentPathOf(located, crumbs.slice(0, -1), located.inheritedLevel),
    toFileAuth(located.permissions),
  )
}

/** The path of a resolved folder, for its children. */
export const pathOfChildren = (parent: ResolvedItem, language: Language): ParentPath =>
  parentPathOf(parent, breadcrumbsOf(parent, language), parent.setLevel)

export interface VisibleChild {
  readonly row: ChildViewRow
  readonly permissions: ReadonlySet<PermissionItem>
}

/** Children of a resolved folder with permissions from their own entries or else the folder's; without those that are denied. */
export function visibleChildren(
  actor: Actor,
  parent: ResolvedItem,
  rows: readonly ChildViewRow[],
): VisibleChild[] {
  return rows.flatMap((row) => {
    if (row.entries.length === 0) return [{ row, permissions: parent.childPermissions }]
    const { childPermissions } = inheritAccess(actor, parent, row.id, row.entries)
    return childPermissions.size > 0 ? [{ row, permissions: childPermissions }] : []
  })
}

/** Presents children of a resolved folder. */
export function presentChildren(
  actor: Actor,
  parent: ResolvedItem,
  rows: readonly ChildViewRow[],
  language: Language,
): Instance[] {
  const above = pathOfChildren(parent, language)
  return visibleChildren(actor, parent, rows).map(({ row, permissions }) =>
    present(row, above, toFileAuth(permissions)),
  )
}
