import type { AdminPerson } from '@clouddisk/contract/admin-people'
import { formatSize } from '@clouddisk/contract/format'
import type { ReactElement } from 'react'
import { formatFullDateTime } from '../../../lib/format-date-time.ts'
import { type DetailLines, DetailList } from '../../../ui/detail-list.tsx'
import { t } from '../strings.ts'
import { departmentPathText, roleNames, Status, Validity } from './columns.tsx'

/** What is known of a person, for those who may read it only. */
export function PersonView({ person }: { person: AdminPerson }): ReactElement {
  const size = (used: number, total: number | null) =>
    total === null
      ? t('usedUnlimited', { used: formatSize(used) })
      : `${formatSize(used)} / ${formatSize(total)}`
  const lines: DetailLines = [
    [t('accountName'), person.accountName],
    [t('realName'), person.userRealName],
    [t('userName'), person.userName],
    [t('phone'), person.phone],
    [t('email'), person.email],
    [t('department'), departmentPathText(person)],
    [t('roles'), roleNames(person)],
    [t('space'), size(person.usedCapacity, person.totalCapacity)],
    [t('groupCapacity'), size(person.groupAllotted, person.groupCapacity)],
    [t('speed'), person.speedLimit === null ? t('unlimited') : `${formatSize(person.speedLimit)}/s`],
    [t('validity'), <Validity key="validity" person={person} />],
    [t('status'), <Status key="status" status={person.status} />],
    [t('joined'), formatFullDateTime(person.createTime)],
    [t('lastSeen'), person.lastSeenTime ? formatFullDateTime(person.lastSeenTime) : t('never')],
    person.changeTime !== null && [
      t('changedLast'),
      `${person.changedBy ?? t('somebody')} · ${formatFullDateTime(person.changeTime)}`,
    ],
  ]
  return <DetailList lines={lines} none={t('none')} />
}
