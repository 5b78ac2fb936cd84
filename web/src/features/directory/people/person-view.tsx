import type { AdminPerson } from '@clouddisk/contract/admin-people'
import { formatSize } from '@clouddisk/contract/format'
import type { ReactElement, ReactNode } from 'react'
import { formatFullDateTime } from '../../../lib/format-date-time.ts'
import { t } from '../strings.ts'
import { departmentPathText, roleNames, Status, Validity } from './columns.tsx'

/** What is known of a person, for those who may read it only. */
export function PersonView({ person }: { person: AdminPerson }): ReactElement {
  const size = (used: number, total: number | null) =>
    total === null
      ? t('usedUnlimited', { used: formatSize(used) })
      : `${formatSize(used)} / ${formatSize(total)}`
  const lines: readonly (readonly [string, ReactNode])[] = [
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
    ...(person.changeTime
      ? [
          [
            t('changedLast'),
            `${person.changedBy ?? t('somebody')} · ${formatFullDateTime(person.changeTime)}`,
          ] as const,
        ]
      : []),
  ]
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-3 text-body">
      {lines.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-secondary text-mut">{label}</dt>
          <dd className="tabular break-words">{value || t('none')}</dd>
        </div>
      ))}
    </dl>
  )
}
