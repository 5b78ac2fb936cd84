import type { Leave } from '@clouddisk/contract/admin-leavers'
import { clsx } from 'clsx'
import type { ReactElement } from 'react'
import { formatDate } from '../../lib/format-date.ts'
import { formatDateTime, formatFullDateTime } from '../../lib/format-date-time.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { PersonCell } from '../../ui/list/cells.tsx'
import type { ColumnDef } from '../../ui/table/columns.ts'
import { daysUntil } from './plan.ts'
import { t } from './strings.ts'

const DOTS = {
  handing: 'text-info before:bg-info',
  kept: 'text-fg-2 before:bg-mut',
  failed: 'text-danger before:bg-danger',
  ended: 'text-mut before:bg-mut',
}

export const OffboardingState = ({ leave }: { leave: Leave }): ReactElement => (
  <span
    title={leave.errmsg ?? undefined}
    className={clsx(
      'flex items-center gap-1.5 text-secondary whitespace-nowrap before:size-1.5 before:shrink-0 before:rounded-full',
      DOTS[leave.status],
    )}
  >
    {t(leave.status)}
  </span>
)

/** The day, and how far off it is: amber for a week, red on the last (DESIGN.md section 9). */
export function PurgeDay({ leave }: { leave: Leave }): ReactElement {
  const over = Date.parse(leave.purgeTime) <= Date.now()
  const days = daysUntil(leave.purgeTime)
  const words = over
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
        {words}
      </span>
    </span>
  )
}

export const offboardingColumns: readonly ColumnDef<Leave>[] = [
  {
    id: 'person',
    header: t('person'),
    enableHiding: false,
    meta: { width: 'minmax(160px, 1.4fr)' },
    cell: ({ row: { original: leave } }) => (
      <PersonCell name={leave.userRealName} account={leave.accountName} />
    ),
  },
  {
    id: 'state',
    header: t('state'),
    meta: { width: '128px' },
    cell: ({ row: { original: leave } }) => <OffboardingState leave={leave} />,
  },
  {
    id: 'receiver',
    header: t('receiver'),
    meta: { width: 'minmax(120px, 1fr)', from: 768 },
    cell: ({ row: { original: leave } }) =>
      leave.toUserRealName === null ? (
        <span className="text-secondary text-mut">{t('noReceiver')}</span>
      ) : (
        <span className="flex min-w-0 items-center gap-2.5 pr-2">
          <Avatar name={leave.toUserRealName} size={24} />
          <span className="truncate text-secondary">{leave.toUserRealName}</span>
        </span>
      ),
  },
  {
    id: 'begun',
    header: t('begun'),
    meta: { width: '140px', from: 1024 },
    cell: ({ row: { original: leave } }) => (
      <time
        dateTime={leave.beginTime}
        title={formatFullDateTime(leave.beginTime)}
        className="tabular truncate text-secondary text-fg-2"
      >
        {formatDateTime(leave.beginTime)}
      </time>
    ),
  },
  {
    id: 'purge',
    header: t('purge'),
    meta: { width: 'minmax(120px, 180px)', from: 768 },
    cell: ({ row: { original: leave } }) => <PurgeDay leave={leave} />,
  },
]

/** Two lines for a phone: who; in what state. */
export const OffboardingPhoneRow = ({ leave }: { leave: Leave }): ReactElement => (
  <span className="flex min-w-0 flex-1 items-center gap-3">
    <Avatar name={leave.userRealName} size={34} />
    <span className="min-w-0 flex-1">
      <span className="block truncate text-section">{leave.userRealName}</span>
      <span className="tabular block truncate text-caption text-mut">
        {[leave.toUserRealName ?? t('noReceiver'), formatDate(leave.purgeTime)].join(' · ')}
      </span>
    </span>
    <OffboardingState leave={leave} />
  </span>
)
