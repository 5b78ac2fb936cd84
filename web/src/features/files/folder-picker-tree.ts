import {
  type Instance,
  pageInstances,
  queryFolderByParentId,
  queryInstanceDetail,
} from '@clouddisk/contract/files'
import { pageGroups } from '@clouddisk/contract/groups'
import { searchInstancePage } from '@clouddisk/contract/search'
import { pageShares } from '@clouddisk/contract/shares'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { cursorPages, readAllRows } from '../../lib/cursor-pages.ts'
import { queryClient } from '../../lib/query-client.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { t as place } from './folder-picker-strings.ts'
import { t } from './strings.ts'

/** A folder in the picker's tree. */
export interface FolderNode {
  readonly id: string
  readonly name: string
  readonly isParent: boolean
  /** From the root down to the folder itself. */
  readonly path: readonly { readonly id: string; readonly name: string }[]
  /** Set for a received folder: its share. */
  readonly fileSharingId?: string | undefined
}

/** Ids of the virtual parents of groups and received folders; they cannot be picked. */
export const GROUPS_ID = 'groups'
export const SHARES_ID = 'shares'
export const isVirtualNode = (id: string): boolean => id === GROUPS_ID || id === SHARES_ID
const virtualNode = (id: string, name: string): FolderNode => ({
  id,
  name,
  isParent: true,
  path: [{ id, name }],
})
export const groupsNode = (): FolderNode => virtualNode(GROUPS_ID, t('groupFiles'))
export const sharesNode = (): FolderNode => virtualNode(SHARES_ID, place('receivedFolders'))

/** Maximum of one reply; the rest is read in pages. */
const ANSWER_MAX = 1000

/** The caller's own root by its id, which its folders have as parent. */
export const rootQuery = queryOptions({
  queryKey: ['root'],
  queryFn: async (): Promise<FolderNode> => {
    const { parent } = await call(pageInstances, { parentId: '0', pageSize: 1 })
    const { instanceId: id, instanceName: name } = parent
    return { id, name, isParent: true, path: [{ id, name }] }
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/** @param without folders to leave out, with everything below them. */
export async function childNodes(node: FolderNode, without: readonly string[]): Promise<FolderNode[]> {
  const list = await queryClient.fetchQuery({
    queryKey: [...queryKeys.subfolders, node.id],
    queryFn: () => foldersBelow(node),
    staleTime: 0,
  })
  return list
    .filter(({ instanceId }) => !without.includes(instanceId))
    .map(({ instanceId: id, instanceName: name, isParent, fileSharingId = node.fileSharingId }) => ({
      id,
      name,
      isParent,
      path: [...node.path, { id, name }],
      fileSharingId,
    }))
}

type Subfolder = { instanceId: string; instanceName: string; isParent: boolean; fileSharingId?: string }

function foldersBelow(node: FolderNode): Promise<Subfolder[]> {
  if (node.id === GROUPS_ID) return writableGroups()
  return node.id === SHARES_ID ? writableShares() : foldersIn(node)
}

async function foldersIn({ id: parentId, fileSharingId }: FolderNode): Promise<Subfolder[]> {
  const share = fileSharingId === undefined ? {} : { fileSharingId }
  const list = await call(queryFolderByParentId, { parentId, ...share })
  return list.length < ANSWER_MAX ? list : allFoldersIn(parentId, share)
}

/** Groups to which the person may add files. */
async function writableGroups(): Promise<Subfolder[]> {
  const groups = await readAllRows((cursor) =>
    call(pageGroups, { show: 'all', pageSize: ANSWER_MAX, ...cursor }),
  )
  return groups
    .filter(({ fileAuth }) => fileAuth.includes('upload'))
    .map(({ rootId, groupName }) => ({ instanceId: rootId, instanceName: groupName, isParent: true }))
}

/** Received folders to which the person may add files. */
async function writableShares(): Promise<Subfolder[]> {
  const shares = await readAllRows((cursor) =>
    call(pageShares, { type: 'received', pageSize: ANSWER_MAX, ...cursor }),
  )
  return shares
    .filter(({ instance }) => instance.classifierId === 'Folder' && instance.fileAuth.includes('upload'))
    .map(({ instance, fileSharingId }) => ({ ...instance, fileSharingId }))
}

const FOLDER_FIELDS = ['instanceId', 'instanceName', 'isParent', 'classifierId'] as const

/** Folders are listed before files, so reading stops at the first file. */
async function allFoldersIn(parentId: string, share: { fileSharingId?: string }): Promise<Subfolder[]> {
  const folders: Subfolder[] = []
  const read = (cursor: { readonly cursor?: string }) =>
    call(pageInstances, { parentId, pageSize: ANSWER_MAX, fields: [...FOLDER_FIELDS], ...share, ...cursor })
  for await (const { list } of cursorPages(read)) {
    const some = list.filter((item) => item.classifierId === 'Folder')
    folders.push(...some)
    if (some.length < list.length) break
  }
  return folders
}

/** The folder's current node; undefined if it was removed or cannot take files. */
export async function findFolderNode(folderId: string): Promise<FolderNode | undefined> {
  try {
    const detail = await call(queryInstanceDetail, { instanceId: folderId })
    if (!detail.fileAuth.includes('upload')) return undefined
    return nodeOf(detail, await queryClient.fetchQuery(rootQuery))
  } catch {
    return undefined
  }
}

type PlacedFolder = Pick<
  Instance,
  'instanceId' | 'instanceFullPath' | 'instanceFullPathId' | 'isParent' | 'groupId'
>

/** A folder with its path in the tree, below the virtual parents of groups and received folders. */
function nodeOf(folder: PlacedFolder, own: FolderNode): FolderNode {
  const { instanceId: id, instanceFullPath, instanceFullPathId, isParent, groupId } = folder
  const names = instanceFullPath.split('/')
  const path = instanceFullPathId.split('/').map((step, index) => ({ id: step, name: names[index] ?? '' }))
  const above = groupId !== null ? groupsNode().path : path[0]?.id === own.id ? [] : sharesNode().path
  return { id, name: names.at(-1) ?? '', isParent, path: [...above, ...path] }
}

/** A found folder, and whether one may put files into it. */
export interface FoundFolder {
  readonly node: FolderNode
  readonly usable: boolean
}

const FOUND = 50

/** Folders by name, at any depth. @param parentId only below this folder. */
export const foldersQuery = (keyword: string, parentId: string | undefined) =>
  queryOptions({
    queryKey: [...queryKeys.search, 'folders', keyword, parentId],
    queryFn: async ({ signal }): Promise<readonly FoundFolder[]> => {
      const own = await queryClient.fetchQuery(rootQuery)
      const input = { keyword, kinds: ['folder' as const], pageSize: FOUND, ...(parentId && { parentId }) }
      const { list } = await call(searchInstancePage, input, { signal })
      return list.map((folder) => ({ node: nodeOf(folder, own), usable: folder.fileAuth.includes('upload') }))
    },
  })
