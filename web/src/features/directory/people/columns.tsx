import type { AdminPerson } from '@clouddisk/contract/admin-people'
import { formatSize } from '@clouddisk/contract/format'
import { clsx } from 'clsx'
import type { ReactElement } from 'react'
import { formatDate } from '../../../lib/format-date.ts'
import { formatDateTime, formatFullDateTime } from '../../../lib/format-date-time.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { capacityLevel, capacityShare, usedOfTotal } from '../../../ui/capacity-bar.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { PersonCell, PhoneRow, StateCell } from '../../../ui/list/cells.tsx'
import { column } from '../../../ui/list/column.tsx'
import type { ColumnDef } from '../../../ui/table/columns.ts'
import { roleName } from '../role-labels.ts'
import { t } from '../strings.ts'

export const roleNames = (person: AdminPerson): string => person.roles.map(roleName).join(t('comma'))
export const departmentPathText = ({ departmentPath }: AdminPerson): string => departmentPath.join(' / ')

/** The person's department, and its path. */
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

/** Used and total space, as text and as a bar. */
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

const TONES = { active: 'ok', frozen: 'muted', expired: 'danger', removed: 'muted' } as const

export const Status = ({ status }: { status: AdminPerson['status'] }): ReactElement => (
  <StateCell tone={TONES[status]}>{t(status)}</StateCell>
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
  format: (iso: string) => string = formatDateTime,
): string => (lastSeenTime ? format(lastSeenTime) : t('never'))

/** A time in short; the tooltip has it in full. */
const When = ({ iso, children }: { iso: string | null; children: string }): ReactElement => (
  <span
    title={iso ? formatFullDateTime(iso) : undefined}
    className="tabular truncate pr-2 text-secondary text-fg-2"
  >
    {children}
  </span>
)

/** Hidden by default, as there is little room beside the departments. */
export const HIDDEN_AT_FIRST = ['createTime', 'lastSeenTime']

/** Their ids are what the call orders by. All of them side by side have room at 1280 px, beside the departments. */
export const peopleColumns: readonly ColumnDef<AdminPerson>[] = [
  column(
    'accountName',
    t('account'),
    { width: 'minmax(96px, 1.3fr)', sort: 'accountName', fixed: true },
    (person) => (
      <PersonCell name={person.userRealName} account={person.accountName}>
        {person.directory && (
          <span title={person.directory.name} className="ml-auto">
            <Chip>{t('domainAccount')}</Chip>
          </span>
        )}
        {person.service && <Chip className="ml-auto">{t('serviceAccount')}</Chip>}
      </PersonCell>
    ),
  ),
  column(
    'departmentName',
    t('department'),
    { width: 'minmax(56px, 1.2fr)', from: 1024, sort: 'departmentId' },
    (person) => <Where person={person} />,
  ),
  column('roles', t('roles'), { width: 'minmax(40px, 0.9fr)', from: 1280 }, roleNames),
  column(
    'usedCapacity',
    t('space'),
    { width: 'minmax(50px, 1fr)', from: 768, sort: 'usedCapacity' },
    (person) => <Space person={person} />,
  ),
  column('validUntil', t('validity'), { width: '88px', from: 1024, sort: 'validUntil' }, (person) => (
    <Validity person={person} />
  )),
  column('createTime', t('joined'), { width: '92px', from: 1024, sort: 'createTime' }, (person) => (
    <When iso={person.createTime}>{formatDateTime(person.createTime)}</When>
  )),
  column('lastSeenTime', t('lastSeen'), { width: '92px', from: 1024, sort: 'lastSeenTime' }, (person) => (
    <When iso={person.lastSeenTime}>{lastSeenText(person)}</When>
  )),
  column('status', t('status'), { width: '128px', from: 768 }, (person) => <Status status={person.status} />),
]

export const personPhoneRow = (person: AdminPerson): ReactElement => (
  <PhoneRow
    picture={<Avatar name={person.userRealName} size={34} />}
    name={person.userRealName}
    note={[person.accountName, person.service && t('serviceAccount'), person.departmentPath.at(-1)]
      .filter(Boolean)
      .join(' · ')}
  >
    <Status status={person.status} />
  </PhoneRow>
)
