import { DEFAULT_CLASSIFICATION } from '@clouddisk/contract/classification'
import type { Instance } from '@clouddisk/contract/files'
import type { pageLinkInstances } from '@clouddisk/contract/links'
import { splitName } from '@clouddisk/contract/names'
import type { Input, Reply } from '@clouddisk/contract/route'
import type { Actor } from '../../access/actor.ts'
import type { LinkSession } from '../../access/link-visitor.ts'
import { resolve, resolveAll } from '../../access/resolve.ts'
import type { Context } from '../../context.ts'
import { isId } from '../../db/ids.ts'
import { isKeyFor } from '../../db/keyset.ts'
import { refuse } from '../../errors/refusal.ts'
import { Paging } from '../../http/paging.ts'
import * as store from './store.ts'
import * as files from './visitor-files-store.ts'

/**
 * What a visitor sees who may upload and not see the folder: what this visit added, as it was sent. Whatever else lies there, and
 * what became of it, is not shown.
 */

export const isWriteOnly = ({ permissionBoundary: may }: Actor): boolean =>
  Boolean(may?.has('upload')) && !may?.has('list')

/** Refuses folders that are neither the link's nor made by this visit. */
export async function requireOwnFolder(
  ctx: Context,
  { link, visitorId }: LinkSession,
  id: string,
): Promise<void> {
  const by = { linkId: link.id, visitorId }
  if (!isId(id) || !(await files.isTargetOrOwnFolder(ctx.db.reader, by, id))) refuse('not_found')
}

type LinkPage = Reply<typeof pageLinkInstances>

export async function pageOwn(
  ctx: Context,
  session: LinkSession,
  input: Input<typeof pageLinkInstances>,
): Promise<LinkPage> {
  const targets = await targetFolders(ctx, session)
  const [only, ...others] = targets
  const { parentId = others.length === 0 ? only?.instanceId : undefined } = input
  if (parentId === undefined) return onePage(targets)
  await requireOwnFolder(ctx, session, parentId)
  const db = ctx.db.reader
  const { visitorId, actor } = session
  const folder = await resolve(db, actor, parentId)
  if (!folder.isFolder) refuse('is_a_file')
  const made = await files.ownFilesById(
    db,
    visitorId,
    folder.visiblePath.map(({ id }) => id),
  )
  const names = new Map(targets.map((target) => [target.instanceId, target.instanceName]))
  const path = folder.visiblePath.flatMap(({ id }) => {
    const instanceName = names.get(id) ?? made.get(id)?.name
    return instanceName === undefined ? [] : [{ instanceId: id, instanceName }]
  })
  const paging = new Paging<'updateTime'>(ctx.secrets, 'visitor-files', folder.id, (key) =>
    isKeyFor(files.OWN_FILES_KEY, key),
  )
  const { pageNo, pageSize, keyword, cursor } = input
  const request = paging.read({ pageNo, pageSize, keyword, cursor }, 'updateTime', 'updateTime')
  const place = { visitorId, parentId: folder.id, keyword: request.keyword }
  const [rows, counts] = await Promise.all([
    files.ownFilesIn(db, place, request.start, request.pageSize),
    files.countOwnFilesIn(db, place),
  ])
  const last = rows.length === request.pageSize ? rows.at(-1) : undefined
  return {
    list: rows.map((row) => presentOwn(row, path)),
    total: counts.folderCount + counts.fileCount,
    ...paging.response(request, last && [last.createdAt.toISOString(), last.id]),
    path,
    ...counts,
  }
}

const onePage = (list: Instance[]): LinkPage => ({
  list,
  total: list.length,
  pageNo: 1,
  pageSize: list.length,
  path: [],
  folderCount: list.length,
  fileCount: 0,
})

/** The folders that the link opens; nothing can be added to a file. */
async function targetFolders(ctx: Context, { link, actor }: LinkSession): Promise<Instance[]> {
  const db = ctx.db.reader
  const ids = (await store.targetsOf(db, [link.id])).map((target) => target.fileId)
  const found = await resolveAll(db, actor, ids)
  const folders = ids.flatMap((id) => {
    const item = found.get(id)
    if (!item?.isFolder) return []
    const { name } = item
    return [presentOwn({ id, name, isFolder: true, size: 0, createdAt: actor.asOf }, [])]
  })
  return folders.length > 0 ? folders : refuse('link_gone')
}

/** An own file or folder below `path`; a folder shows nothing of what others put into it. */
export function presentOwn(
  { id, name, isFolder, size, createdAt }: files.VisitorFile,
  path: LinkPage['path'],
): Instance {
  const names = path.map(({ instanceName }) => instanceName)
  const ids = path.map(({ instanceId }) => instanceId)
  const time = createdAt.toISOString()
  return {
    instanceId: id,
    instanceName: name,
    instanceType: '0',
    classifierId: isFolder ? 'Folder' : 'File',
    parentId: ids.at(-1) ?? '',
    groupId: null,
    isParent: false,
    fileAuth: isFolder ? ['upload'] : [],
    fileType: isFolder ? '' : splitName(name).ext,
    fileSize: size,
    instancePath: names.join('/'),
    instancePathIds: ids.join('/'),
    instanceFullPath: [...names, name].join('/'),
    instanceFullPathId: [...ids, id].join('/'),
    createUser: '',
    updateUser: '',
    createTime: time,
    updateTime: time,
    labels: [],
    labelColors: [],
    remark: '',
    isCollect: false,
    isShared: false,
    isLinked: false,
    classification: DEFAULT_CLASSIFICATION,
    syncStatus: null,
    virusStatus: null,
    versionNo: isFolder ? 0 : 1,
  }
}
