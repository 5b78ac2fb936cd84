import { formatSize } from '@clouddisk/contract/format'
import {
  answerHandover,
  cancelDissolve,
  cancelHandover,
  dissolveGroup,
  type Group,
  type Handover,
  hideGroup,
  leaveGroup,
} from '@clouddisk/contract/groups'
import { CircleX, LogOut } from 'lucide-react'
import { call } from '../../lib/api.ts'
import { extensionFor } from '../../lib/extension-points.ts'
import { limits } from '../../lib/limits.ts'
import { queryClient } from '../../lib/query-client.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { confirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.tsx'
import { withErrorMessage } from '../../ui/with-error-message.ts'
import { formatDay } from './days.ts'
import { currentGroupId, refreshGroups } from './groups.ts'
import { t } from './strings.ts'

/** Operations on a whole group; each shows its result. */

const changeGroup = (failed: string, work: () => Promise<void>) =>
  withErrorMessage(failed, work, async () => void refreshGroups())

/** Does not ask, as it affects nobody else; can be undone. */
export const setGroupHidden = ({ groupId, groupName: name }: Group, isHide: boolean): Promise<boolean> =>
  changeGroup(t('notHidden'), async () => {
    await call(hideGroup, { groupId, isHide })
    const back = { label: t('undo'), run: () => void changeGroup(t('notHidden'), () => set(!isHide)) }
    const set = async (next: boolean) => void (await call(hideGroup, { groupId, isHide: next }))
    toast.ok(t(isHide ? 'hid' : 'unhid', { name }), { action: back })
  })

export async function confirmAndLeave({ groupId, groupName: name, isLibrary }: Group): Promise<void> {
  const sure = await confirm({
    title: t('leaveTitle', { name }),
    text: t('leaveText'),
    confirmText: t(isLibrary ? 'libraryLeaveConfirm' : 'leaveConfirm'),
    confirmIcon: LogOut,
    danger: true,
  })
  if (!sure) return
  await changeGroup(t('notLeft'), async () => {
    await call(leaveGroup, { groupId })
    toast.ok(t('left', { name }))
    leaveGroupFiles(groupId)
  })
}

/** Leaves the group's files if they are open. */
function leaveGroupFiles(groupId: string): void {
  if (currentGroupId.get() === groupId) extensionFor('navigation')?.openArea('group')
  for (const kind of ['folders', 'favorites', 'details'] as const)
    void queryClient.invalidateQueries({ queryKey: queryKeys[kind] })
}

export async function confirmAndDissolve(group: Group): Promise<void> {
  const { groupId, groupName: name } = group
  const sure = await confirm({
    title: t('dissolveTitle', { name }),
    text: t(group.departmentId === null ? 'dissolveText' : 'dissolveTextDepartment', {
      people: t('people', { count: group.memberCount }),
      size: formatSize(group.usedCapacity),
      capacity: formatSize(group.totalCapacity),
      days: limits().dissolveDays,
    }),
    confirmText: t('dissolveConfirm'),
    confirmIcon: CircleX,
    danger: true,
  })
  if (!sure) return
  await changeGroup(t('notDissolved'), async () => {
    const { dissolveTime } = await call(dissolveGroup, { groupId })
    toast.ok(t('dissolved', { day: formatDay(dissolveTime ?? '') }))
    refreshRights()
  })
}

export const cancelDissolution = ({ groupId, groupName: name }: Group): Promise<boolean> =>
  changeGroup(t('notCalledBack'), async () => {
    await call(cancelDissolve, { groupId })
    toast.ok(t('calledBack', { name }))
    refreshRights()
  })

export const withdrawHandover = ({ groupId }: Group): Promise<boolean> =>
  changeGroup(t('notHandedOver'), async () => {
    await call(cancelHandover, { groupId })
    toast.ok(t('tookBack'))
  })

export const respondToHandover = (
  { handoverId, groupName: group }: Handover,
  agree: boolean,
): Promise<boolean> =>
  changeGroup(t('notAnswered'), async () => {
    await call(answerHandover, { handoverId, agree })
    toast.ok(t(agree ? 'agreed' : 'refused', { group }))
    refreshRights()
  })

/** Invalidates the queries that show permissions on the group's files. */
function refreshRights(): void {
  for (const kind of ['folders', 'details'] as const)
    void queryClient.invalidateQueries({ queryKey: queryKeys[kind] })
}
