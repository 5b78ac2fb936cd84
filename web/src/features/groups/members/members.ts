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
import { showError } from '../../../ui/failures.ts'
import { toast } from '../../../ui/toast.tsx'
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

/** Ids in one question, which is put into an address. */
const ASKED = 100

/** Who of those that are listed is in already, asked as they come. */
export function useMembersAmong(groupId: string) {
  const [within, setWithin] = useState<ReadonlySet<string>>(new Set())
  const [asked] = useState(() => new Set<string>())
  const look = async (ids: readonly string[]) => {
    const fresh = ids.filter((id) => !asked.has(id))
    for (const id of fresh) asked.add(id)
    try {
      const answers = await callInBatches(
        fresh,
        (principalIds) => call(queryMembers, { groupId, principalIds, pageSize: ASKED }),
        ASKED,
      )
      const found = answers.flatMap(({ list }) => list.map(idOf))
      if (found.length > 0) setWithin((before) => new Set([...before, ...found]))
    } catch {
      // Asked again the next time they come; adding somebody twice does no harm either.
      for (const id of fresh) asked.delete(id)
    }
  }
  return { within, look }
}

async function withErrorMessage(failed: string, work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    showError(failed, error)
    return false
  } finally {
    await refreshGroups()
  }
}

export const addGroupMembers = (
  { groupId }: Group,
  chosen: readonly ChosenRecipient<MemberRole>[],
): Promise<boolean> =>
  withErrorMessage(t('notAdded'), async () => {
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
  withErrorMessage(t('roleNotChanged'), async () => {
    await callInBatches(members.map(idOf), (principalIds) =>
      call(updateMemberRole, { groupId, principalIds, role }),
    )
    toast.ok(t('roleChanged', { role: groupRoleName(role) }))
  })

/** Asked first, since they lose the group's files at once. */
export async function removeGroupMembers({ groupId }: Group, members: readonly Member[]): Promise<boolean> {
  const [only] = members
  if (!only) return false
  const departments = members.some(({ principalType }) => principalType === 'department')
  const sure = await confirm({
    title:
      members.length === 1
        ? t('removeOneTitle', { name: only.name })
        : t('removeTitle', { count: members.length }),
    text: t(departments ? 'removeDepartmentText' : 'removeText'),
    confirmText: t('removeChosen'),
    confirmIcon: UserMinus,
    danger: true,
  })
  if (!sure) return false
  return withErrorMessage(t('notRemoved'), async () => {
    await callInBatches(members.map(idOf), (principalIds) => call(removeMembers, { groupId, principalIds }))
    toast.ok(t('removed', { count: members.length }))
  })
}
