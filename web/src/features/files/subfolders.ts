import { pageInstances, queryFolderByParentId, queryInstanceDetail } from '@clouddisk/contract/files'
import { pageGroups } from '@clouddisk/contract/groups'
import { GROUP_ROLES, type GroupRole, ROLE_ITEMS } from '@clouddisk/contract/roles'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { t } from './strings.ts'

/** Folders as a tree of places shows them. */
export interface PlaceNode {
  readonly id: string
  readonly name: string
  readonly isParent: boolean
  /** From the root down to the folder itself. */
  readonly trail: readonly { readonly id: string; readonly name: string }[]
}

/** Above all groups; it can be opened, and nothing goes there. */
export const GROUPS_ID = 'groups'
export const groupsNode = (): PlaceNode => ({
  id: GROUPS_ID,
  name: t('groupFiles'),
  isParent: true,
  trail: [{ id: GROUPS_ID, name: t('groupFiles') }],
})

/** One answer holds at most this many; then the rest is paged for. */
const ANSWER_MAX = 1000

/** The caller's own root by its id, which folders in it name as their parent. */
export const rootQuery = queryOptions({
  queryKey: ['root'],
  queryFn: async (): Promise<PlaceNode> => {
    const { parent } = await call(pageInstances, { parentId: '0', pageSize: 1 })
    const { instanceId: id, instanceName: name } = parent
    return { id, name, isParent: true, trail: [{ id, name }] }
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/** @param without folders to leave out, and so all below them. */
export async function childrenOf(node: PlaceNode, without: readonly string[]): Promise<PlaceNode[]> {
  const list = await queryClient.fetchQuery({
    queryKey: [...queryKeys.subfolders, node.id],
    queryFn: () => (node.id === GROUPS_ID ? groupsToFill() : foldersIn(node.id)),
    staleTime: 0,
  })
  return list
    .filter(({ instanceId }) => !without.includes(instanceId))
    .map(({ instanceId: id, instanceName: name, isParent }) => ({
      id,
      name,
      isParent,
      trail: [...node.trail, { id, name }],
    }))
}

type Subfolder = { instanceId: string; instanceName: string; isParent: boolean }

async function foldersIn(parentId: string): Promise<Subfolder[]> {
  const list = await call(queryFolderByParentId, { parentId })
  return list.length < ANSWER_MAX ? list : allFoldersIn(parentId)
}

/** Groups whose files the person may add to. */
async function groupsToFill(): Promise<Subfolder[]> {
  const roots: Subfolder[] = []
  let cursor: string | undefined
  do {
    const page = await call(pageGroups, { show: 'all', pageSize: ANSWER_MAX, ...(cursor ? { cursor } : {}) })
    for (const { rootId, groupName, role, dissolveTime } of page.list)
      if (role && FILLING.has(role) && dissolveTime === null)
        roots.push({ instanceId: rootId, instanceName: groupName, isParent: true })
    cursor = page.nextCursor
  } while (cursor)
  return roots
}
const FILLING: ReadonlySet<GroupRole> = new Set(
  GROUP_ROLES.filter((role) => (ROLE_ITEMS[role] as readonly string[]).includes('upload')),
)

/** Folders come before files, so the first file ends it. */
async function allFoldersIn(parentId: string): Promise<Subfolder[]> {
  const folders: Subfolder[] = []
  let cursor: string | undefined
  do {
    const page = await call(pageInstances, { parentId, pageSize: ANSWER_MAX, ...(cursor ? { cursor } : {}) })
    const some = page.list.filter((item) => item.classifierId === 'Folder')
    folders.push(...some)
    cursor = some.length === page.list.length ? page.nextCursor : undefined
  } while (cursor)
  return folders
}

/** Where a folder is now; undefined when it is gone. */
export async function placeOf(folderId: string): Promise<PlaceNode | undefined> {
  try {
    const { instanceFullPath, instanceFullPathId, isParent, groupId } = await call(queryInstanceDetail, {
      instanceId: folderId,
    })
    const names = instanceFullPath.split('/')
    const way = instanceFullPathId.split('/').map((id, index) => ({ id, name: names[index] ?? '' }))
    const trail = groupId === null ? way : [...groupsNode().trail, ...way]
    return { id: folderId, name: names.at(-1) ?? '', isParent, trail }
  } catch {
    return undefined
  }
}
