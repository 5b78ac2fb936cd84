import type { Language } from '@clouddisk/contract/errors'
import type { Crumb, Instance } from '@clouddisk/contract/files'
import type { PermissionItem } from '@clouddisk/contract/roles'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { fileAuthOf, itemsBelow, type Located } from '../../access/access.ts'
import type { Actor } from '../../access/actor.ts'
import type { Reader } from '../../db/database.ts'

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

/** What a presenter needs beside the row: people's names and the viewer's favourite mark, all joined in. */
export interface Viewed {
  id: string
  parent_id: string | null
  is_folder: boolean
  name: string
  ext: string
  size: number
  version_no: number
  child_files: number
  child_folders: number
  total_size: number
  created_at: Date
  updated_at: Date
  creator: string
  updater: string
  is_favorite: boolean
}

export const viewedFiles = (db: Reader, actor: Actor) =>
  db
    .selectFrom('file as f')
    .innerJoin('person as c', 'c.id', 'f.created_by')
    .innerJoin('person as u', 'u.id', 'f.updated_by')
    .leftJoin('favorite as v', (join) =>
      join.onRef('v.file_id', '=', 'f.id').on('v.person_id', '=', actor.personId),
    )
    .select((eb) => [
      'f.id',
      'f.parent_id',
      'f.is_folder',
      'f.name',
      'f.ext',
      'f.size',
      'f.version_no',
      'f.child_files',
      'f.child_folders',
      'f.total_size',
      'f.created_at',
      'f.updated_at',
      'c.real_name as creator',
      'u.real_name as updater',
      eb('v.id', 'is not', null).$castTo<boolean>().as('is_favorite'),
    ])

/** A row with the entries on itself that name the viewer. */
export interface ViewedChild extends Viewed {
  readonly entries: { principalId: string; role: string }[]
}

/** Ids with their places in a page. */
export interface RunRow {
  id: string
  place: number
}

/** The rows of a run of ids, in its order, with what is said on each of them, in one query. */
export async function viewedRun(db: Reader, actor: Actor, run: RawBuilder<RunRow>): Promise<ViewedChild[]> {
  const rows = await viewedFiles(db, actor)
    .innerJoin(run.as('run'), 'run.id', 'f.id')
    .leftJoin('file_grant as g', (join) =>
      join
        .onRef('g.file_id', '=', 'f.id')
        .on(sql<SqlBool>`g.principal_id = any(${actor.principals}::uuid[])`),
    )
    .select(['g.principal_id as principalId', 'g.role'])
    .orderBy('run.place')
    .execute()
  const children = new Map<string, ViewedChild>()
  for (const row of rows) {
    const { principalId, role } = row
    const child = children.get(row.id) ?? Object.assign(row, { entries: [] as ViewedChild['entries'] })
    if (principalId && role) child.entries.push({ principalId, role })
    children.set(row.id, child)
  }
  return [...children.values()]
}

/** Names and ids from the root down to a parent, spelled once for all that lie in it; empty above a root. */
interface Above {
  readonly names: string
  readonly ids: string
}

const aboveOf = (crumbs: readonly Crumb[]): Above => ({ names: pathText(crumbs), ids: pathIds(crumbs) })

const below = (path: string, step: string): string => (path === '' ? step : `${path}/${step}`)

/** One instance below a parent. */
function present(row: Viewed, above: Above, fileAuth: PermissionItem[]): Instance {
  return {
    instanceId: row.id,
    instanceName: row.name,
    instanceType: '0',
    classifierId: row.is_folder ? 'Folder' : 'File',
    parentId: row.parent_id ?? '0',
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
  const row = await viewedFiles(db, actor).where('f.id', '=', located.id).executeTakeFirstOrThrow()
  return presentRow(row, located, language)
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
