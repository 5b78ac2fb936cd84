import type { AdminGroup } from '@clouddisk/contract/admin-groups'
import { clsx } from 'clsx'
import { EyeOff } from 'lucide-react'
import type { ReactElement } from 'react'
import { formatDateTime, formatFullDateTime } from '../../../lib/format-date-time.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { PlainCell } from '../../../ui/list/cells.tsx'
import type { ColumnDef } from '../../../ui/table/columns.ts'
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
        <span className="block truncate text-secondary">{group.ownerName}</span>
        <span className="block truncate text-caption text-mut">{group.ownerAccount}</span>
      </span>
    </span>
  )
}

const DOTS = {
  ok: 'text-ok before:bg-ok-fill',
  info: 'text-info before:bg-info',
  warn: 'text-warn before:bg-warn-fill',
}

export function AdminGroupState({ group }: { group: AdminGroup }): ReactElement {
  const [look, words] = group.dissolveTime
    ? (['warn', t('endsOn', { day: formatDay(group.dissolveTime) })] as const)
    : group.handover
      ? (['info', t('handingOver')] as const)
      : (['ok', t('living')] as const)
  return (
    <span
      className={clsx(
        'tabular flex items-center gap-1.5 text-secondary whitespace-nowrap before:size-1.5 before:shrink-0 before:rounded-full',
        DOTS[look],
      )}
    >
      {words}
    </span>
  )
}

/** Ids of those that can be sorted by are what the call orders by. */
export const adminGroupColumns: readonly ColumnDef<AdminGroup>[] = [
  {
    id: 'groupName',
    accessorKey: 'groupName',
    header: t('group'),
    enableHiding: false,
    meta: { width: 'minmax(180px, 1.6fr)' },
    cell: ({ row: { original: group } }) => <What group={group} />,
  },
  {
    id: 'owner',
    header: t('owner'),
    meta: { width: 'minmax(120px, 1fr)', from: 768 },
    cell: ({ row: { original: group } }) => <Owner group={group} />,
  },
  {
    id: 'department',
    header: t('department'),
    meta: { width: 'minmax(90px, 0.8fr)', from: 1024 },
    cell: ({ row: { original: group } }) => <PlainCell>{group.departmentName ?? t('person')}</PlainCell>,
  },
  {
    id: 'members',
    header: t('members'),
    meta: { width: '76px', from: 1024 },
    cell: ({ row: { original: group } }) => (
      <PlainCell>{t('memberCount', { count: group.memberCount })}</PlainCell>
    ),
  },
  {
    id: 'usedCapacity',
    accessorKey: 'usedCapacity',
    header: t('space'),
    meta: { width: '148px', from: 768 },
    cell: ({ row: { original: group } }) => (
      <span className="block w-[132px]">
        <SpaceBar name={group.groupName} used={group.usedCapacity} total={group.totalCapacity} quiet />
      </span>
    ),
  },
  {
    id: 'createTime',
    accessorKey: 'createTime',
    header: t('created'),
    meta: { width: '100px', from: 1280 },
    cell: ({ row: { original: group } }) => (
      <time
        dateTime={group.createTime}
        title={formatFullDateTime(group.createTime)}
        className="tabular truncate text-secondary text-fg-2"
      >
        {formatDateTime(group.createTime)}
      </time>
    ),
  },
  {
    id: 'state',
    header: t('state'),
    meta: { width: '136px', from: 768 },
    cell: ({ row: { original: group } }) => <AdminGroupState group={group} />,
  },
]

/** Two lines for a phone: what; whose and in what state. */
export const AdminGroupPhoneRow = ({ group }: { group: AdminGroup }): ReactElement => (
  <span className="flex min-w-0 flex-1 items-center gap-3">
    <GroupAvatar name={group.groupName} size={34} />
    <span className="min-w-0 flex-1">
      <span className="block truncate text-section">{group.groupName}</span>
      <span className="block truncate text-caption text-mut">
        {[group.ownerName, group.departmentName].filter(Boolean).join(' · ')}
      </span>
    </span>
    <AdminGroupState group={group} />
  </span>
)
