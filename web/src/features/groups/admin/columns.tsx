import type { AdminGroup } from '@clouddisk/contract/admin-groups'
import { EyeOff } from 'lucide-react'
import type { ReactElement } from 'react'
import { Avatar } from '../../../ui/avatar.tsx'
import { PhoneRow, StateCell, TimeCell } from '../../../ui/list/cells.tsx'
import { column } from '../../../ui/list/column.tsx'
import type { ColumnDef } from '../../../ui/table/columns.ts'
import { TwoLines } from '../../../ui/two-lines.tsx'
import { GroupAvatar } from '../avatars.tsx'
import { formatDay } from '../days.ts'
import { SpaceBar } from '../space-bar.tsx'
import { t } from './strings.ts'

/** Name, and what it is for; who has hidden it is marked. */
function What({ group }: { group: AdminGroup }): ReactElement {
  return (
    <span className="flex min-w-0 items-center gap-3 pr-3">
      <GroupAvatar name={group.groupName} size={30} />
      <span className="min-w-0">
        <span className="block truncate text-body" title={group.groupName}>
          {group.groupName}
        </span>
        <span className="flex min-w-0 items-center gap-2 text-caption text-mut">
          {group.hiddenCount > 0 && (
            <span className="flex shrink-0 items-center gap-1 text-fg-2">
              <EyeOff size={12} aria-hidden />
              {t('hiddenBy', { count: group.hiddenCount })}
            </span>
          )}
          <span className="truncate">{group.description}</span>
        </span>
      </span>
    </span>
  )
}

function Owner({ group }: { group: AdminGroup }): ReactElement {
  return (
    <span className="flex min-w-0 items-center gap-2.5 pr-2">
      <Avatar name={group.ownerName} size={24} />
      <span className="min-w-0" title={group.ownerDepartment.join(' / ') || undefined}>
        <TwoLines nameClass="text-secondary" name={group.ownerName} note={group.ownerAccount} />
      </span>
    </span>
  )
}

function State({ group: { dissolveTime, handover } }: { group: AdminGroup }): ReactElement {
  if (dissolveTime) return <StateCell tone="warn">{t('endsOn', { day: formatDay(dissolveTime) })}</StateCell>
  return <StateCell tone={handover ? 'info' : 'ok'}>{t(handover ? 'handingOver' : 'living')}</StateCell>
}

/** Ids of those that can be sorted by are what the call orders by. */
export const adminGroupColumns: readonly ColumnDef<AdminGroup>[] = [
  column(
    'groupName',
    t('group'),
    { width: 'minmax(180px, 1.6fr)', sort: 'groupName', fixed: true },
    (group) => <What group={group} />,
  ),
  column('owner', t('owner'), { width: 'minmax(120px, 1fr)', from: 768 }, (group) => <Owner group={group} />),
  column(
    'department',
    t('department'),
    { width: 'minmax(90px, 0.8fr)', from: 1024 },
    (group) => group.departmentName ?? t('person'),
  ),
  column('members', t('members'), { width: '76px', from: 1024 }, (group) =>
    t('memberCount', { count: group.memberCount }),
  ),
  column('usedCapacity', t('space'), { width: '148px', from: 768, sort: 'usedCapacity' }, (group) => (
    <span className="block w-[132px]">
      <SpaceBar name={group.groupName} used={group.usedCapacity} total={group.totalCapacity} quiet />
    </span>
  )),
  column('createTime', t('created'), { width: '100px', from: 1280, sort: 'createTime' }, (group) => (
    <TimeCell iso={group.createTime} className="tabular" />
  )),
  column('state', t('state'), { width: '136px', from: 768 }, (group) => <State group={group} />),
]

export const adminGroupPhoneRow = (group: AdminGroup): ReactElement => (
  <PhoneRow
    picture={<GroupAvatar name={group.groupName} size={34} />}
    name={group.groupName}
    note={[group.ownerName, group.departmentName].filter(Boolean).join(' · ')}
  >
    <State group={group} />
  </PhoneRow>
)
