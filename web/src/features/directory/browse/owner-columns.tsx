import type { AdminGroup } from '@clouddisk/contract/admin-groups'
import type { AdminPerson } from '@clouddisk/contract/admin-people'
import { formatSize } from '@clouddisk/contract/format'
import type { ReactElement } from 'react'
import { usedOfTotal } from '../../../ui/capacity-bar.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { column } from '../../../ui/list/column.tsx'
import { PrincipalAvatar } from '../../../ui/principal-avatar.tsx'
import type { ColumnDef } from '../../../ui/table/columns.ts'
import { TwoLines } from '../../../ui/two-lines.tsx'
import { Status } from '../people/columns.tsx'
import { t as directory } from '../strings.ts'
import { t } from './strings.ts'

const OwnerName = (props: { type: 'user' | 'group'; name: string; note: string }): ReactElement => (
  <span className="flex min-w-0 flex-1 items-center gap-3 pr-3">
    <PrincipalAvatar type={props.type} name={props.name} />
    <TwoLines name={props.name} nameTitle={props.name} note={props.note} />
  </span>
)

/** Their ids are what the calls order by. */
export const personOwnerColumns: readonly ColumnDef<AdminPerson>[] = [
  column(
    'accountName',
    t('person'),
    { width: 'minmax(180px, 1.2fr)', sort: 'accountName', fixed: true },
    (one) => <OwnerName type="user" name={one.userRealName} note={one.accountName} />,
  ),
  column(
    'department',
    directory('department'),
    { width: 'minmax(140px, 1.2fr)', from: 768 },
    (one) => one.departmentPath.join(' / ') || directory('none'),
  ),
  column(
    'usedCapacity',
    t('used'),
    { width: '170px', from: 768, sort: 'usedCapacity', descFirst: true },
    (one) =>
      one.totalCapacity === null
        ? directory('usedUnlimited', { used: formatSize(one.usedCapacity) })
        : usedOfTotal(one.usedCapacity, one.totalCapacity),
  ),
  column('status', directory('status'), { width: '104px', from: 1024 }, (one) => (
    <Status status={one.status} />
  )),
]

export const groupOwnerColumns: readonly ColumnDef<AdminGroup>[] = [
  column(
    'groupName',
    t('group'),
    { width: 'minmax(180px, 1.2fr)', sort: 'groupName', fixed: true },
    ({ groupName, memberCount, dissolveTime }) => (
      <>
        <OwnerName type="group" name={groupName} note={t('memberCount', { count: memberCount })} />
        {dissolveTime && <Chip tone="warn">{t('dissolving')}</Chip>}
      </>
    ),
  ),
  column(
    'owner',
    t('owner'),
    { width: 'minmax(140px, 1fr)', from: 768 },
    ({ ownerName, ownerAccount }) => `${ownerName} · ${ownerAccount}`,
  ),
  column(
    'department',
    directory('department'),
    { width: 'minmax(120px, 1fr)', from: 1024 },
    (group) => group.departmentName ?? (group.ownerDepartment.join(' / ') || directory('none')),
  ),
  column(
    'usedCapacity',
    t('used'),
    { width: '170px', from: 768, sort: 'usedCapacity', descFirst: true },
    (group) => usedOfTotal(group.usedCapacity, group.totalCapacity),
  ),
]

export const personPhoneRow = ({ userRealName, accountName, usedCapacity }: AdminPerson): ReactElement => (
  <OwnerName type="user" name={userRealName} note={`${accountName} · ${formatSize(usedCapacity)}`} />
)

export const groupPhoneRow = ({ groupName, ownerName, usedCapacity }: AdminGroup): ReactElement => (
  <OwnerName type="group" name={groupName} note={`${ownerName} · ${formatSize(usedCapacity)}`} />
)
