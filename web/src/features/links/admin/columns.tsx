import type { AdminLink } from '@clouddisk/contract/admin-links'
import type { ReactElement } from 'react'
import { formatDateTime, formatFullDateTime } from '../../../lib/format-date-time.ts'
import { Chip } from '../../../ui/chip.tsx'
import { OwnerCell } from '../../../ui/list/cells.tsx'
import { column } from '../../../ui/list/column.tsx'
import type { ColumnDef } from '../../../ui/table/columns.ts'
import { TwoLines } from '../../../ui/two-lines.tsx'
import { FirstName, Name, Picture } from '../link-name.tsx'
import { t as words } from '../strings.ts'
import {
  expiryText,
  permissionsText,
  reasonText,
  TONES,
  takenText,
  visitorText,
  visitsText,
  withCount,
} from '../words.ts'
import { t } from './strings.ts'

export const pathOf = ({ folderPath }: AdminLink): string => folderPath?.split('/').join(' / ') ?? t('hidden')

/** Why it does not open, as somebody else reads it; "" where it does. */
export function whyText({ reason, stoppedBy }: AdminLink): string {
  if (reason === 'stopped')
    return stoppedBy === null ? t('whyStopped') : t('whyAdministrator', { name: stoppedBy })
  return reason === 'owner' ? t('whyOwner') : reason ? reasonText({ reason }) : ''
}

/** The account, and the department if there is one. */
export const accountLabel = ({ ownerAccount, departmentName }: AdminLink): string =>
  departmentName === null ? ownerAccount : `${ownerAccount} · ${departmentName}`

function Status({ link }: { link: AdminLink }): ReactElement {
  const why = whyText(link)
  return (
    <span className="flex min-w-0 flex-col items-start gap-0.5">
      <Chip tone={TONES[link.status]}>{words(link.status)}</Chip>
      {why && (
        <span
          className="w-full truncate text-caption text-mut"
          title={link.stopReason === null ? why : `${why}\n${link.stopReason}`}
        >
          {why}
        </span>
      )}
    </span>
  )
}

const endText = (link: AdminLink): string =>
  link.expireTime ? t('until', { time: formatDateTime(link.expireTime) }) : expiryText(link)

export const adminLinkColumns = (mark: string): readonly ColumnDef<AdminLink>[] => [
  column('name', t('name'), { width: 'minmax(180px, 1.8fr)', fixed: true }, (link) => (
    <span className="flex min-w-0 items-center gap-3.5 pr-3">
      <Picture link={link} />
      <span className="flex min-w-0 flex-col">
        <FirstName link={link} mark={mark} />
        <span className="tabular truncate text-caption text-mut" title={pathOf(link)}>
          {withCount(link, pathOf(link))}
        </span>
      </span>
    </span>
  )),
  column('owner', t('owner'), { width: 'minmax(150px, 1fr)', from: 768 }, (link) => (
    <OwnerCell type="user" name={link.ownerName}>
      <span className="block truncate text-caption text-mut" title={accountLabel(link)}>
        {accountLabel(link)}
      </span>
    </OwnerCell>
  )),
  column('status', t('status'), { width: '124px', from: 768 }, (link) => <Status link={link} />),
  column('visitor', t('visitor'), { width: 'minmax(124px, .8fr)', from: 1024 }, (link) => (
    <TwoLines
      nameClass="text-secondary text-fg-2"
      name={visitorText(link)}
      note={permissionsText(link.perms)}
    />
  )),
  column('viewCount', t('visits'), { width: '128px', from: 1024 }, (link) => (
    <TwoLines nameClass="text-secondary text-fg-2" name={visitsText(link)} note={takenText(link)} />
  )),
  {
    id: 'createTime',
    accessorKey: 'createTime',
    header: t('createdEnds'),
    sortDescFirst: true,
    meta: { width: '136px', from: 1024 },
    cell: ({ row: { original: link } }) => (
      <TwoLines
        nameClass="text-secondary text-fg-2"
        name={formatDateTime(link.createTime)}
        nameTitle={formatFullDateTime(link.createTime)}
        note={endText(link)}
        noteTitle={expiryText(link)}
      />
    ),
  },
]

/** Two lines for a phone: name; owner, who can open it, visits. */
export const AdminLinkPhoneRow = ({ link, mark }: { link: AdminLink; mark: string }): ReactElement => (
  <span className="flex min-w-0 flex-1 items-center gap-3">
    <Picture link={link} size={30} />
    <span className="min-w-0 flex-1">
      <Name link={link} mark={mark} className="text-section" />
      <span className="tabular block truncate text-caption text-mut">
        {link.ownerName} · {whyText(link) || `${visitorText(link)} · ${visitsText(link)}`}
      </span>
    </span>
    <Chip tone={TONES[link.status]}>{words(link.status)}</Chip>
  </span>
)
