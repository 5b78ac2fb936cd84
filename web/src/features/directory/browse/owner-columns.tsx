import type { AdminGroup } from '@clouddisk/contract/admin-groups'
import type { AdminPerson } from '@clouddisk/contract/admin-people'
import { formatSize } from '@clouddisk/contract/format'
import type { ReactElement } from 'react'
import { Chip } from '../../../ui/badge.tsx'
import { usedOfTotal } from '../../../ui/capacity-bar.tsx'
import { PlainCell } from '../../../ui/list/cells.tsx'
import { PrincipalAvatar } from '../../../ui/principal-avatar.tsx'
import type { ColumnDef } from '../../../ui/table/columns.ts'
import { Status } from '../people/columns.tsx'
import { t as words } from '../strings.ts'
import { t } from './strings.ts'

const OwnerName = (props: { type: 'user' | 'group'; name: string; below: string }): ReactElement => (
  <span className="flex min-w-0 flex-1 items-center gap-3 pr-3">
    <PrincipalAvatar type={props.type} name={props.name} />
    <span className="min-w-0">
      <span className="block truncate text-body" title={props.name}>
        {props.name}
      </span>
      <span className="block truncate text-caption text-mut">{props.below}</span>
    </span>
  </span>
)

const departmentPathText = ({ departmentPath }: AdminPerson): string =>
  departmentPath.join(' / ') || words('none')

/** Their ids are what the calls order by. */
export const personOwnerColumns: readonly ColumnDef<AdminPerson>[] = [
  {
    id: 'accountName',
    accessorKey: 'accountName',
    header: t('person'),
    enableHiding: false,
    meta: { width: 'minmax(180px, 1.2fr)' },
    cell: ({ row: { original: one } }) => (
      <OwnerName type="user" name={one.userRealName} below={one.accountName} />
    ),
  },
  {
    id: 'department',
    header: words('department'),
    meta: { width: 'minmax(140px, 1.2fr)', from: 768 },
    cell: ({ row: { original: one } }) => <PlainCell>{departmentPathText(one)}</PlainCell>,
  },
  {
    id: 'usedCapacity',
    accessorKey: 'usedCapacity',
    header: t('used'),
    sortDescFirst: true,
    meta: { width: '170px', from: 768 },
    cell: ({ row: { original: one } }) => (
      <PlainCell>
        {one.totalCapacity === null
          ? words('usedUnlimited', { used: formatSize(one.usedCapacity) })
          : usedOfTotal(one.usedCapacity, one.totalCapacity)}
      </PlainCell>
    ),
  },
  {
    id: 'status',
    header: words('status'),
    meta: { width: '104px', from: 1024 },
    cell: ({ row: { original: one } }) => <Status status={one.status} />,
  },
]

const ownerText = ({ ownerName, ownerAccount }: AdminGroup): string => `${ownerName} · ${ownerAccount}`

export const groupOwnerColumns: readonly ColumnDef<AdminGroup>[] = [
  {
    id: 'groupName',
    accessorKey: 'groupName',
    header: t('group'),
    enableHiding: false,
    meta: { width: 'minmax(180px, 1.2fr)' },
    cell: ({ row: { original: group } }) => (
      <>
        <OwnerName
          type="group"
          name={group.groupName}
          below={t('memberCount', { count: group.memberCount })}
        />
        {group.dissolveTime && <Chip tone="warn">{t('dissolving')}</Chip>}
      </>
    ),
  },
  {
    id: 'owner',
    header: t('owner'),
    meta: { width: 'minmax(140px, 1fr)', from: 768 },
    cell: ({ row: { original: group } }) => <PlainCell>{ownerText(group)}</PlainCell>,
  },
  {
    id: 'department',
    header: words('department'),
    meta: { width: 'minmax(120px, 1fr)', from: 1024 },
    cell: ({ row: { original: group } }) => (
      <PlainCell>{group.departmentName ?? (group.ownerDepartment.join(' / ') || words('none'))}</PlainCell>
    ),
  },
  {
    id: 'usedCapacity',
    accessorKey: 'usedCapacity',
    header: t('used'),
    sortDescFirst: true,
    meta: { width: '170px', from: 768 },
    cell: ({ row: { original: group } }) => (
      <PlainCell>{usedOfTotal(group.usedCapacity, group.totalCapacity)}</PlainCell>
    ),
  },
]

export const PersonOwnerPhoneRow = ({ person }: { person: AdminPerson }): ReactElement => (
  <OwnerName
    type="user"
    name={person.userRealName}
    below={[person.accountName, formatSize(person.usedCapacity)].join(' · ')}
  />
)

export const GroupOwnerPhoneRow = ({ group }: { group: AdminGroup }): ReactElement => (
  <OwnerName
    type="group"
    name={group.groupName}
    below={[group.ownerName, formatSize(group.usedCapacity)].join(' · ')}
  />
)
