import type { Leave } from '@clouddisk/contract/admin-offboarding'
import { clsx } from 'clsx'
import type { ReactElement } from 'react'
import { formatDate } from '../../lib/format-date.ts'
import { formatFullDateTime } from '../../lib/format-date-time.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { PersonCell, PhoneRow, StateCell, TimeCell } from '../../ui/list/cells.tsx'
import { column } from '../../ui/list/column.tsx'
import type { ColumnDef } from '../../ui/table/columns.ts'
import { daysUntil } from './plan.ts'
import { t } from './strings.ts'

const TONES = { handing: 'info', kept: 'neutral', failed: 'danger', ended: 'muted' } as const

export const OffboardingState = ({ leave }: { leave: Leave }): ReactElement => (
  <StateCell tone={TONES[leave.status]} title={leave.errmsg ?? undefined}>
    {t(leave.status)}
  </StateCell>
)

/** The day, and how far off it is: amber for a week, red on the last (DESIGN.md section 9). */
export function PurgeDay({ leave }: { leave: Leave }): ReactElement {
  const over = Date.parse(leave.purgeTime) <= Date.now()
  const days = daysUntil(leave.purgeTime)
  const text = over
    ? t(leave.status === 'handing' ? 'afterHandover' : leave.status === 'failed' ? 'notUnhanded' : 'due')
    : days <= 0
      ? t('lastDay')
      : t('daysLeft', { count: days })
  return (
    <span className="tabular min-w-0 pr-2" title={formatFullDateTime(leave.purgeTime)}>
      <span className="block truncate text-secondary text-fg-2">{formatDate(leave.purgeTime)}</span>
      <span
        className={clsx(
          'block truncate text-caption',
          over || days > 7 ? 'text-mut' : days <= 0 ? 'text-danger' : 'text-warn',
        )}
      >
        {text}
      </span>
    </span>
  )
}

export const offboardingColumns: readonly ColumnDef<Leave>[] = [
  column('person', t('person'), { width: 'minmax(160px, 1.4fr)', fixed: true }, (leave) => (
    <PersonCell name={leave.userRealName} account={leave.accountName} />
  )),
  column('state', t('state'), { width: '128px' }, (leave) => <OffboardingState leave={leave} />),
  column('receiver', t('receiver'), { width: 'minmax(120px, 1fr)', from: 768 }, (leave) =>
    leave.toUserRealName === null ? (
      <span className="text-secondary text-mut">{t('noReceiver')}</span>
    ) : (
      <span className="flex min-w-0 items-center gap-2.5 pr-2">
        <Avatar name={leave.toUserRealName} size={24} />
        <span className="truncate text-secondary">{leave.toUserRealName}</span>
      </span>
    ),
  ),
  column('begun', t('begun'), { width: '140px', from: 1024 }, (leave) => (
    <TimeCell iso={leave.beginTime} className="tabular" />
  )),
  column('purge', t('purge'), { width: 'minmax(120px, 180px)', from: 768 }, (leave) => (
    <PurgeDay leave={leave} />
  )),
]

export const offboardingPhoneRow = (leave: Leave): ReactElement => (
  <PhoneRow
    picture={<Avatar name={leave.userRealName} size={34} />}
    name={leave.userRealName}
    note={[leave.toUserRealName ?? t('noReceiver'), formatDate(leave.purgeTime)].join(' · ')}
  >
    <OffboardingState leave={leave} />
  </PhoneRow>
)
