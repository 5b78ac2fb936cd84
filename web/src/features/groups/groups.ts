import { type Group, pageGroups } from '@clouddisk/contract/groups'
import { BASE_PATH } from '@clouddisk/contract/route'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { extensionFor } from '../../lib/extension-points.ts'
import { queryClient } from '../../lib/query-client.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { createStore } from '../../lib/store.ts'

/** What the page asks of groups, and where they are opened. */

export type GroupIdentity = 'owner' | 'administrator' | 'member'

export type GroupOrder = 'groupName' | 'createTime'

export interface GroupsView {
  readonly keyword: string
  readonly identity: GroupIdentity | undefined
  readonly show: 'shown' | 'hidden'
  readonly orderBy: GroupOrder
  readonly orderType: 'asc' | 'desc'
}

export const PAGE_SIZE = 60

export const fetchGroups = (
  { keyword, identity, show, orderBy, orderType }: GroupsView,
  cursor: string | undefined,
  signal: AbortSignal,
) =>
  call(
    pageGroups,
    {
      keyword,
      show,
      orderBy,
      orderType,
      pageSize: PAGE_SIZE,
      ...(identity !== undefined && { identity }),
      ...(cursor !== undefined && { cursor }),
    },
    { signal },
  )

/** The first few, for the menu. */
export const firstGroupsQuery = (count: number) =>
  queryOptions({
    queryKey: [...queryKeys.groups, 'first', count],
    queryFn: ({ signal }) => call(pageGroups, { pageSize: count, show: 'shown' }, { signal }),
  })

/** Lists and single groups, the space that they take, and what their files show of rights. */
export async function refreshGroups(): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: queryKeys.capacity })
  await queryClient.invalidateQueries({ queryKey: queryKeys.groups })
}

/** Whether one decides who is in a group and what it is called; nobody does while it is being dissolved. */
export const isManager = ({ fileAuth }: Group): boolean => fileAuth.includes('members')
/** What nobody but the owner does. */
export const isOwner = ({ identity }: Group): boolean => identity === 'owner'

type GroupRoot = Pick<Group, 'rootId'>

export const groupHref = ({ rootId }: GroupRoot): string =>
  `${BASE_PATH}groupFile?folder=${encodeURIComponent(rootId)}`
export const openGroup = ({ rootId }: GroupRoot): void =>
  void extensionFor('navigation')?.openFolder(rootId, undefined, 'group')

/** The group's recycle bin. */
export const openGroupTrash = ({ groupId }: Pick<Group, 'groupId'>): void =>
  extensionFor('navigation')?.openGroupTrash(groupId)

/** The group whose files are in front, for the menu. */
export const currentGroupId = createStore<string | undefined>(undefined)

/** Whether the hidden groups are shown below the others. */
export const hiddenShown = createStore(false)
