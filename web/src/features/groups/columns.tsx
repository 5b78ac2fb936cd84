import type { Group } from '@clouddisk/contract/groups'
import type { ReactElement } from 'react'
import { formatDateTime, formatFullDateTime } from '../../lib/format-date-time.ts'
import { Chip } from '../../ui/badge.tsx'
import type { ColumnDef } from '../../ui/table/columns.ts'
import { GroupAvatar, MemberAvatars } from './avatars.tsx'
import { GroupState, stateText } from './group-state.tsx'
import { groupRoleName } from './roles.ts'
import { SpaceBar } from './space-bar.tsx'
import { t } from './strings.ts'

export const groupColumns = (): readonly ColumnDef<Group>[] => [
  {
    id: 'groupName',
    accessorKey: 'groupName',
    header: t('name'),
    enableHiding: false,
    meta: { width: 'minmax(200px, 2fr)' },
    cell: ({ row: { original: group } }) => (
      <span className="flex min-w-0 items-center gap-3">
        <GroupAvatar name={group.groupName} size={30} />
        <span className="truncate" title={group.groupName}>
          {group.groupName}
        </span>
        <GroupState group={group} />
      </span>
    ),
  },
  {
    id: 'space',
    header: t('space'),
    enableSorting: false,
    meta: { width: 'minmax(168px, 1fr)', from: 768 },
    cell: ({ row: { original: group } }) => (
      <span className="block w-[148px]">
        <SpaceBar name={group.groupName} used={group.usedCapacity} total={group.totalCapacity} quiet />
      </span>
    ),
  },
  {
    id: 'members',
    header: t('membersColumn'),
    enableSorting: false,
    meta: { width: 'minmax(148px, 1fr)', from: 1024 },
    cell: ({ row: { original: group } }) => <MemberAvatars group={group} />,
  },
  {
    id: 'owner',
    header: t('ownerColumn'),
    enableSorting: false,
    meta: { width: '104px', from: 1280 },
    cell: ({ row: { original: group } }) => quiet(group.ownerName),
  },
  {
    id: 'role',
    header: t('roleColumn'),
    enableSorting: false,
    meta: { width: 'minmax(108px, .7fr)', from: 768 },
    cell: ({ row: { original: group } }) => group.role && <Chip>{groupRoleName(group.role)}</Chip>,
  },
  {
    id: 'createTime',
    accessorKey: 'createTime',
    sortDescFirst: true,
    header: t('created'),
    meta: { width: '124px', from: 1280 },
    cell: ({ row: { original: group } }) => (
      <time
        dateTime={group.createTime}
        title={formatFullDateTime(group.createTime)}
        className="truncate text-secondary text-fg-2"
      >
        {formatDateTime(group.createTime)}
      </time>
    ),
  },
]

const quiet = (words: string): ReactElement => (
  <span className="truncate text-secondary text-fg-2" title={words}>
    {words}
  </span>
)

/** Two lines for a phone: name; how many people, and one's role. */
export const GroupPhoneRow = ({ group }: { group: Group }): ReactElement => (
  <span className="flex min-w-0 flex-1 items-center gap-3">
    <GroupAvatar name={group.groupName} size={34} />
    <span className="min-w-0 flex-1">
      <span className="block truncate text-section">{group.groupName}</span>
      <span className="tabular block truncate text-caption text-mut">
        {t('people', { count: group.memberCount })}
        {group.role && ` · ${groupRoleName(group.role)}`}
        {stateText(group) && ` · ${stateText(group)}`}
      </span>
    </span>
  </span>
)
