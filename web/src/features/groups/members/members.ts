import { addMembers, type Group, type Member, queryMembers, removeMembers } from '@clouddisk/contract/groups'
import { updateMemberRole } from '@clouddisk/contract/privileges'
import type { GroupRole, MemberRole } from '@clouddisk/contract/roles'
import { UserMinus } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { callInBatches } from '../../../lib/batches.ts'
import { useCursorList } from '../../../lib/cursor-list.ts'
import type { ChosenRecipient } from '../../../lib/people.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { toast } from '../../../ui/toast.tsx'
import { withErrorMessage } from '../../../ui/with-error-message.ts'
import { refreshGroups } from '../groups.ts'
import { groupRoleName } from '../roles.ts'
import { t } from '../strings.ts'

/** Who is in a group, and changing it. */

const PAGE_SIZE = 100

export interface MembersView {
  readonly groupId: string
  readonly keyword: string
  readonly role: GroupRole | undefined
  /** By when they joined. */
  readonly orderType?: 'asc' | 'desc'
}

const idOf = ({ principalId }: Member) => principalId

export const useMembers = ({ groupId, keyword, role, orderType = 'asc' }: MembersView) =>
  useCursorList({
    queryKey: [...queryKeys.groups, 'members', groupId, role, keyword, orderType],
    ask: (cursor, signal) =>
      call(
        queryMembers,
        {
          groupId,
          keyword,
          orderBy: 'joinTime',
          orderType,
          pageSize: PAGE_SIZE,
          ...(role !== undefined && { role }),
          ...(cursor !== undefined && { cursor }),
        },
        { signal },
      ),
    idOf,
    name: 'list:members',
  })

/** Ids per call, which are in its address. */
const IDS_PER_CALL = 100

/** Finds out which of the listed principals are members already. */
export function useMembersAmong(groupId: string) {
  const [within, setWithin] = useState<ReadonlySet<string>>(new Set())
  const [requested] = useState(() => new Set<string>())
  const look = async (ids: readonly string[]) => {
    const fresh = ids.filter((id) => !requested.has(id))
    for (const id of fresh) requested.add(id)
    try {
      const answers = await callInBatches(
        fresh,
        (principalIds) => call(queryMembers, { groupId, principalIds, pageSize: IDS_PER_CALL }),
        IDS_PER_CALL,
      )
      const found = answers.flatMap(({ list }) => list.map(idOf))
      if (found.length > 0) setWithin((before) => new Set([...before, ...found]))
    } catch {
      // Requested again when they are listed again; adding a member twice is harmless.
      for (const id of fresh) requested.delete(id)
    }
  }
  return { within, look }
}

const changeMembers = (failed: string, work: () => Promise<void>) =>
  withErrorMessage(failed, work, refreshGroups)

export const addGroupMembers = (
  { groupId }: Group,
  chosen: readonly ChosenRecipient<MemberRole>[],
): Promise<boolean> =>
  changeMembers(t('notAdded'), async () => {
    const { added, changed } = await call(addMembers, {
      groupId,
      members: chosen.map(({ principalType, principalId, role }) => ({ principalType, principalId, role })),
    })
    toast.ok(t('added', { count: added + changed }))
  })

export const setMemberRole = (
  { groupId }: Group,
  members: readonly Member[],
  role: MemberRole,
): Promise<boolean> =>
  changeMembers(t('roleNotChanged'), async () => {
    await callInBatches(members.map(idOf), (principalIds) =>
      call(updateMemberRole, { groupId, principalIds, role }),
    )
    toast.ok(t('roleChanged', { role: groupRoleName(role) }))
  })

/** Asks first, since they lose access at once. */
export async function removeGroupMembers(
  { groupId, isLibrary }: Group,
  members: readonly Member[],
): Promise<boolean> {
  const [only] = members
  if (!only) return false
  const departments = members.some(({ principalType }) => principalType === 'department')
  const sure = await confirm({
    title:
      members.length === 1
        ? t(isLibrary ? 'libraryRemoveOneTitle' : 'removeOneTitle', { name: only.name })
        : t(isLibrary ? 'libraryRemoveTitle' : 'removeTitle', { count: members.length }),
    text: t(departments ? 'removeDepartmentText' : 'removeText'),
    confirmText: t(isLibrary ? 'libraryRemoveChosen' : 'removeChosen'),
    confirmIcon: UserMinus,
    danger: true,
  })
  if (!sure) return false
  return changeMembers(t('notRemoved'), async () => {
    await callInBatches(members.map(idOf), (principalIds) => call(removeMembers, { groupId, principalIds }))
    toast.ok(t('removed', { count: members.length }))
  })
}
