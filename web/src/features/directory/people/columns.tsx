import type { AdminPerson } from '@clouddisk/contract/admin-people'
import { formatSize } from '@clouddisk/contract/format'
import { clsx } from 'clsx'
import type { ReactElement } from 'react'
import { formatDate } from '../../../lib/format-date.ts'
import { formatDateTime, formatFullDateTime } from '../../../lib/format-date-time.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { capacityLevel, capacityShare, usedOfTotal } from '../../../ui/capacity-bar.tsx'
import { PersonCell } from '../../../ui/list/cells.tsx'
import type { ColumnDef } from '../../../ui/table/columns.ts'
import { roleName } from '../role-labels.ts'
import { t } from '../strings.ts'

const Plain = ({ children }: { children: string }): ReactElement => (
  <span title={children} className="truncate pr-2 text-secondary text-fg-2">
    {children}
  </span>
)

export const roleNames = (person: AdminPerson): string => person.roles.map(roleName).join(t('comma'))
export const departmentPathText = ({ departmentPath }: AdminPerson): string => departmentPath.join(' / ')

/** Its own department, and where that lies. */
function Where({ person }: { person: AdminPerson }): ReactElement {
  const { departmentPath: path } = person
  return (
    <span className="min-w-0 pr-2" title={departmentPathText(person)}>
      <span className="block truncate text-secondary text-fg-2">{path.at(-1) ?? t('none')}</span>
      {path.length > 1 && (
        <span className="block truncate text-caption text-mut">{path.slice(0, -1).join(' / ')}</span>
      )}
    </span>
  )
}

const BARS = { neutral: 'bg-fg-2', warn: 'bg-warn-fill', danger: 'bg-danger' }

/** Used of granted space, in words and as a bar. */
function Space({ person }: { person: AdminPerson }): ReactElement {
  const { usedCapacity: used, totalCapacity: total } = person
  if (total === null)
    return (
      <span className="tabular truncate text-secondary text-fg-2">
        {t('usedUnlimited', { used: formatSize(used) })}
      </span>
    )
  const share = capacityShare(used, total)
  return (
    <span className="w-full max-w-[150px]">
      <span className="tabular block truncate text-caption text-fg-2">{usedOfTotal(used, total)}</span>
      <span aria-hidden className="mt-0.5 block h-1 overflow-hidden rounded-full bg-press">
        <span
          className={clsx('block h-full rounded-full', BARS[capacityLevel(share)])}
          style={{ width: `${share * 100}%` }}
        />
      </span>
    </span>
  )
}

const DOTS = {
  active: 'text-ok before:bg-ok-fill',
  frozen: 'text-mut before:bg-mut',
  expired: 'text-danger before:bg-danger',
  removed: 'text-mut before:bg-mut',
}

export const Status = ({ status }: { status: AdminPerson['status'] }): ReactElement => (
  <span
    className={clsx(
      'flex items-center gap-1.5 text-secondary whitespace-nowrap before:size-1.5 before:shrink-0 before:rounded-full',
      DOTS[status],
    )}
  >
    {t(status)}
  </span>
)

export const Validity = ({ person }: { person: AdminPerson }): ReactElement => (
  <span
    className={clsx(
      'tabular truncate text-secondary',
      person.status === 'expired' ? 'text-danger' : 'text-fg-2',
    )}
  >
    {person.validUntil === null ? t('forever') : formatDate(person.validUntil)}
  </span>
)

export const lastSeenText = (
  { lastSeenTime }: AdminPerson,
  words: (iso: string) => string = formatDateTime,
): string => (lastSeenTime ? words(lastSeenTime) : t('never'))

/** When, in short; in full under the pointer. */
const When = ({ iso, children }: { iso: string | null; children: string }): ReactElement => (
  <span
    title={iso ? formatFullDateTime(iso) : undefined}
    className="tabular truncate pr-2 text-secondary text-fg-2"
  >
    {children}
  </span>
)

/** Shown once somebody wants them: there is little room beside the departments. */
export const HIDDEN_AT_FIRST = ['createTime', 'lastSeenTime']

/** Their ids are what the call orders by. All of them side by side have room at 1280 px, beside the departments. */
export const peopleColumns: readonly ColumnDef<AdminPerson>[] = [
  {
    id: 'accountName',
    accessorKey: 'accountName',
    header: t('account'),
    enableHiding: false,
    meta: { width: 'minmax(96px, 1.3fr)' },
    cell: ({ row: { original: person } }) => (
      <PersonCell name={person.userRealName} account={person.accountName} />
    ),
  },
  {
    id: 'departmentName',
    accessorKey: 'departmentId',
    header: t('department'),
    meta: { width: 'minmax(56px, 1.2fr)', from: 1024 },
    cell: ({ row: { original: person } }) => <Where person={person} />,
  },
  {
    id: 'roles',
    header: t('roles'),
    meta: { width: 'minmax(40px, 0.9fr)', from: 1280 },
    cell: ({ row: { original: person } }) => <Plain>{roleNames(person)}</Plain>,
  },
  {
    id: 'usedCapacity',
    accessorKey: 'usedCapacity',
    header: t('space'),
    meta: { width: 'minmax(50px, 1fr)', from: 768 },
    cell: ({ row: { original: person } }) => <Space person={person} />,
  },
  {
    id: 'validUntil',
    accessorKey: 'validUntil',
    header: t('validity'),
    meta: { width: '88px', from: 1024 },
    cell: ({ row: { original: person } }) => <Validity person={person} />,
  },
  {
    id: 'createTime',
    accessorKey: 'createTime',
    header: t('joined'),
    meta: { width: '92px', from: 1024 },
    cell: ({ row: { original: person } }) => (
      <When iso={person.createTime}>{formatDateTime(person.createTime)}</When>
    ),
  },
  {
    id: 'lastSeenTime',
    accessorKey: 'lastSeenTime',
    header: t('lastSeen'),
    meta: { width: '92px', from: 1024 },
    cell: ({ row: { original: person } }) => <When iso={person.lastSeenTime}>{lastSeenText(person)}</When>,
  },
  {
    id: 'status',
    header: t('status'),
    meta: { width: '128px', from: 768 },
    cell: ({ row: { original: person } }) => <Status status={person.status} />,
  },
]

/** Two lines for a phone: who; where and in what state. */
export function PersonPhoneRow({ person }: { person: AdminPerson }): ReactElement {
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3">
      <Avatar name={person.userRealName} size={34} />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-section">{person.userRealName}</span>
        <span className="block truncate text-caption text-mut">
          {[person.accountName, person.departmentPath.at(-1)].filter(Boolean).join(' · ')}
        </span>
      </span>
      <Status status={person.status} />
    </span>
  )
}
