import type { Group } from '@clouddisk/contract/groups'
import type { ReactElement } from 'react'
import { Chip } from '../../ui/chip.tsx'
import { PhoneRow, TimeCell } from '../../ui/list/cells.tsx'
import { column } from '../../ui/list/column.tsx'
import type { ColumnDef } from '../../ui/table/columns.ts'
import { GroupAvatar, MemberAvatars } from './avatars.tsx'
import { GroupState, stateText } from './group-state.tsx'
import { groupRoleName } from './roles.ts'
import { SpaceBar } from './space-bar.tsx'
import { t } from './strings.ts'

export const groupColumns = (): readonly ColumnDef<Group>[] => [
  column('groupName', t('name'), { width: 'minmax(200px, 2fr)', sort: 'groupName', fixed: true }, (group) => (
    <span className="flex min-w-0 items-center gap-3">
      <GroupAvatar name={group.groupName} size={30} />
      <span className="truncate" title={group.groupName}>
        {group.groupName}
      </span>
      <GroupState group={group} />
    </span>
  )),
  column('space', t('space'), { width: 'minmax(168px, 1fr)', from: 768 }, (group) => (
    <span className="block w-[148px]">
      <SpaceBar name={group.groupName} used={group.usedCapacity} total={group.totalCapacity} quiet />
    </span>
  )),
  column('members', t('membersColumn'), { width: 'minmax(148px, 1fr)', from: 1024 }, (group) => (
    <MemberAvatars group={group} />
  )),
  column('owner', t('ownerColumn'), { width: '104px', from: 1280 }, ({ ownerName }) => (
    <span className="truncate text-secondary text-fg-2" title={ownerName}>
      {ownerName}
    </span>
  )),
  column(
    'role',
    t('roleColumn'),
    { width: 'minmax(108px, .7fr)', from: 768 },
    (group) => group.role && <Chip>{groupRoleName(group.role)}</Chip>,
  ),
  column(
    'createTime',
    t('created'),
    { width: '124px', from: 1280, sort: 'createTime', descFirst: true },
    (group) => <TimeCell iso={group.createTime} />,
  ),
]

export const groupPhoneRow = (group: Group): ReactElement => (
  <PhoneRow
    picture={<GroupAvatar name={group.groupName} size={34} />}
    name={group.groupName}
    note={[
      t('people', { count: group.memberCount }),
      group.role && groupRoleName(group.role),
      stateText(group),
    ]
      .filter(Boolean)
      .join(' · ')}
  />
)
