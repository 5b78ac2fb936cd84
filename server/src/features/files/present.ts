import type { Language } from '@clouddisk/contract/errors'
import type { Crumb, Instance } from '@clouddisk/contract/files'
import type { PermissionItem } from '@clouddisk/contract/roles'
import { fileAuthOf, itemsBelow, type Located } from '../../access/access.ts'
import type { Actor } from '../../access/actor.ts'
import type { Reader } from '../../db/database.ts'
import { refuse } from '../../http/refusal.ts'
import { type Viewed, type ViewedChild, viewedFiles } from './viewed.ts'

/** Files as the wire spells them (A§3 "Instance"). */

const ROOT_NAMES: Record<Language, string> = { 'zh-CN': '个人文件', 'en-US': 'Personal File' }

export const rootName = (language: Language): string => ROOT_NAMES[language]

export function crumbsOf(located: Located, language: Language): Crumb[] {
  return located.trail.map(({ id, name }) => ({
    instanceId: id,
    instanceName: id === located.rootId ? rootName(language) : name,
  }))
}

export const pathText = (crumbs: readonly Crumb[]): string =>
  crumbs.map((crumb) => crumb.instanceName).join('/')
export const pathIds = (crumbs: readonly Crumb[]): string => crumbs.map((crumb) => crumb.instanceId).join('/')

/** What all that lies in a parent says of it, spelled once; names and ids from the root down, empty above a root. */
interface Above {
  readonly id: string
  readonly names: string
  readonly ids: string
}

const aboveOf = (crumbs: readonly Crumb[]): Above => ({
  id: crumbs.at(-1)?.instanceId ?? '0',
  names: pathText(crumbs),
  ids: pathIds(crumbs),
})

const below = (path: string, step: string): string => (path === '' ? step : `${path}/${step}`)

/** One instance below a parent. */
function present(row: Viewed, above: Above, fileAuth: PermissionItem[]): Instance {
  return {
    instanceId: row.id,
    instanceName: row.name,
    instanceType: '0',
    classifierId: row.is_folder ? 'Folder' : 'File',
    parentId: above.id,
    groupId: null,
    isParent: row.child_folders > 0,
    fileAuth,
    fileType: row.ext,
    fileSize: row.is_folder ? row.total_size : row.size,
    instancePath: above.names,
    instancePathIds: above.ids,
    instanceFullPath: below(above.names, row.name),
    instanceFullPathId: below(above.ids, row.id),
    createUser: row.creator,
    updateUser: row.updater,
    createTime: row.created_at.toISOString(),
    updateTime: row.updated_at.toISOString(),
    labels: [],
    remark: '',
    isCollect: row.is_favorite,
    syncStatus: null,
    versionNo: row.version_no,
  }
}

/** The located item itself; a root bears its localized name. */
export async function presentLocated(
  db: Reader,
  actor: Actor,
  located: Located,
  language: Language,
): Promise<Instance> {
  const row = (await viewedFiles(db, actor, [located.id])).get(located.id)
  return presentRow(row ?? refuse('not_found'), located, language)
}

export function presentRow(row: Viewed, located: Located, language: Language): Instance {
  const crumbs = crumbsOf(located, language)
  const self = crumbs.at(-1)
  const named = { ...row, name: self?.instanceName ?? row.name }
  return present(named, aboveOf(crumbs.slice(0, -1)), fileAuthOf(located.items))
}

/** Children of one located folder, by their own entries or else by the folder's. */
export function presentChildren(
  parent: Located,
  rows: readonly ViewedChild[],
  language: Language,
): Instance[] {
  const above = aboveOf(crumbsOf(parent, language))
  const fileAuth = fileAuthOf(parent.items)
  return rows.flatMap((row) => {
    if (row.entries.length === 0) return [present(row, above, fileAuth)]
    const items = itemsBelow(parent, row.entries)
    return items.size > 0 ? [present(row, above, fileAuthOf(items))] : []
  })
}
