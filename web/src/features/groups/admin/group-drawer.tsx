import { type AdminGroup, updateAnyGroup } from '@clouddisk/contract/admin-groups'
import { formatSize } from '@clouddisk/contract/format'
import { ArrowLeftRight, FolderSearch, Info, Users } from 'lucide-react'
import type { ReactElement } from 'react'
import { call } from '../../../lib/api.ts'
import { formatFullDateTime } from '../../../lib/format-date-time.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { confirmDiscard } from '../../../ui/confirm-discard.ts'
import { type DetailLines, DetailList } from '../../../ui/detail-list.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { showError } from '../../../ui/failures.ts'
import { FormDrawer, useSubmission } from '../../../ui/form-dialog.tsx'
import type { OverlayControl } from '../../../ui/overlay-props.ts'
import { toast } from '../../../ui/toast.tsx'
import { TwoLines } from '../../../ui/two-lines.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { GroupAvatar } from '../avatars.tsx'
import { formatDay } from '../days.ts'
import type { AdminGroupTargets } from './actions.ts'
import { refreshAllGroups, useRemainingQuota } from './data.ts'
import { GroupFields } from './group-fields.tsx'
import {
  capacityError,
  descriptionError,
  type GroupValues,
  groupFormValues,
  groupNameError,
  refusedFields,
} from './group-form.ts'
import { cancelDissolutions } from './mutations.ts'
import { t } from './strings.ts'

export interface GroupDrawerProps extends OverlayControl {
  group: AdminGroup
  change: boolean
  onShow: AdminGroupTargets['onShow']
  onFiles: AdminGroupTargets['onFiles']
}

/** One group at the right: to be changed, or to be looked at by those who may not and while it is being dissolved. */
export function GroupDrawer(props: GroupDrawerProps): ReactElement {
  return props.change && props.group.dissolveTime === null ? (
    <EditDrawer {...props} />
  ) : (
    <ViewDrawer {...props} />
  )
}

const Title = ({ group, text }: { group: AdminGroup; text: string }) => (
  <span className="flex min-w-0 items-center gap-3">
    <GroupAvatar name={group.groupName} size={28} />
    <span className="truncate">{text}</span>
  </span>
)

function EditDrawer(props: GroupDrawerProps): ReactElement {
  const { group, open, onOpenChange } = props
  const remaining = useRemainingQuota(group)
  const form = useForm<GroupValues>(groupFormValues(group), (values) => ({
    name: groupNameError(values.name),
    description: descriptionError(values.description),
    capacity:
      values.capacity === groupFormValues(group).capacity
        ? undefined
        : capacityError(values.capacity, remaining, group),
  }))
  const send = async () => {
    const saved = await call(updateAnyGroup, changesOf(form.values, group))
    toast.ok(t('saved', { name: saved.groupName }))
    onOpenChange(false)
    await refreshAllGroups()
  }
  const submission = useSubmission(form, send, (error) => {
    const errors = refusedFields(error)
    if (errors) form.refuse(errors)
    else showError(t('notSaved'), error)
  })
  const leave = async (then: () => void) => {
    if (submission.busy || (form.dirty && !(await confirmDiscard()))) return
    onOpenChange(false)
    then()
  }
  return (
    <FormDrawer
      open={open}
      onOpenChange={onOpenChange}
      submission={submission}
      summary
      title={<Title group={group} text={t('editTitle', { name: group.groupName })} />}
      button={t('save')}
      className="flex flex-col gap-5"
      after={
        <>
          <hr className="my-6 border-line" />
          <Facts {...props} leave={(then) => void leave(then)} />
        </>
      }
    >
      <GroupFields form={form} remaining={remaining} />
    </FormDrawer>
  )
}

/** What was changed and nothing else: what somebody else changed meanwhile stays. */
function changesOf(values: GroupValues, group: AdminGroup) {
  const before = groupFormValues(group)
  const name = values.name.trim()
  const description = values.description.trim()
  return {
    groupId: group.groupId,
    ...(name !== before.name && { groupName: name }),
    ...(description !== before.description && { description }),
    ...(values.capacity !== before.capacity && { capacity: Number(values.capacity) }),
  }
}

function ViewDrawer(props: GroupDrawerProps): ReactElement {
  const { group, change, open, onOpenChange } = props
  const { dissolveTime } = group
  const leave = (then: () => void) => {
    onOpenChange(false)
    then()
  }
  return (
    <Drawer
      open={open}
      onOpenChange={onOpenChange}
      side="right"
      title={<Title group={group} text={t('viewTitle', { name: group.groupName })} />}
      footer={
        <>
          {change && dissolveTime && (
            <Button className="mr-auto" onClick={() => leave(() => void cancelDissolutions([group]))}>
              {t('callBack')}
            </Button>
          )}
          <Button onClick={() => onOpenChange(false)}>{t('close')}</Button>
        </>
      }
    >
      {dissolveTime && (
        <p className="mb-5 flex gap-2.5 rounded-l bg-warn-soft px-3.5 py-3 text-secondary text-warn">
          <Info size={16} className="mt-0.5 shrink-0" aria-hidden />
          {t('dissolvingNote', { day: formatDay(dissolveTime) })}
        </p>
      )}
      {group.description && <p className="mb-5 text-body break-words text-fg-2">{group.description}</p>}
      <Facts {...props} leave={leave} />
    </Drawer>
  )
}

/** Further facts of the group, and the ways to its members and files. */
function Facts(props: GroupDrawerProps & { leave: (then: () => void) => void }): ReactElement {
  const { group, change, onShow, onFiles, leave } = props
  const { handover } = group
  const lines: DetailLines = [
    [
      t('owner'),
      <span key="owner" className="flex min-w-0 items-center gap-2.5">
        <Avatar name={group.ownerName} size={24} />
        <TwoLines
          className="flex-1"
          nameClass=""
          name={group.ownerName}
          note={[group.ownerAccount, group.ownerDepartment.join(' / ')].filter(Boolean).join(' · ')}
        />
      </span>,
    ],
    [t('department'), group.departmentName ?? t('person')],
    [
      t('used'),
      t('usedOf', { used: formatSize(group.usedCapacity), total: formatSize(group.totalCapacity) }),
    ],
    [t('members'), t('memberCount', { count: group.memberCount })],
    group.hiddenCount > 0 && [t('hidden'), t('hiddenText', { count: group.hiddenCount })],
    handover !== null && [
      t('handover'),
      t('handoverText', { name: handover.toUser, day: formatDay(handover.expireTime) }),
    ],
    [t('created'), formatFullDateTime(group.createTime)],
  ]
  return (
    <>
      <DetailList lines={lines} labelClass="pt-px text-secondary text-mut" />
      <div className="mt-6 flex flex-wrap gap-2">
        <Button size="small" icon={Users} onClick={() => leave(() => onShow('members', group))}>
          {t('showMembers')}
        </Button>
        {onFiles && (
          <Button size="small" icon={FolderSearch} onClick={() => leave(() => onFiles(group))}>
            {t('showFiles')}
          </Button>
        )}
        {change && group.dissolveTime === null && (
          <Button size="small" icon={ArrowLeftRight} onClick={() => leave(() => onShow('give', group))}>
            {t('give')}
          </Button>
        )}
      </div>
    </>
  )
}
