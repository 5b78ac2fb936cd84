import type { Share } from '@clouddisk/contract/shares'
import { clsx } from 'clsx'
import type { ReactElement } from 'react'
import { formatDateTime, formatFullDateTime } from '../../lib/format-date-time.ts'
import { language } from '../../lib/i18n.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { FileName } from '../../ui/file-name.tsx'
import { FilePhoneRow, TimeCell } from '../../ui/list/cells.tsx'
import { column } from '../../ui/list/column.tsx'
import { PrincipalAvatar } from '../../ui/principal-avatar.tsx'
import type { ColumnDef } from '../../ui/table/columns.ts'
import { FilePicture } from '../../ui/thumbnail/file-picture.tsx'
import { t } from './page-strings.ts'
import { shareRoleLabel } from './roles.ts'
import { isFolder, type ShareList } from './shares.ts'

const DAY_MS = 24 * 3600 * 1000

/** Amber within a week, red on the last day alone. */
function expiryClass(expireTime: string, now: number = Date.now()): string {
  const left = Date.parse(expireTime) - now
  return left < DAY_MS ? 'text-danger' : left < 7 * DAY_MS ? 'text-warn' : 'text-fg-2'
}

const Ends = ({ share }: { share: Share }): ReactElement =>
  share.expireTime ? (
    <time
      dateTime={share.expireTime}
      title={formatFullDateTime(share.expireTime)}
      className={clsx('truncate text-secondary', expiryClass(share.expireTime))}
    >
      {formatDateTime(share.expireTime)}
    </time>
  ) : (
    <span className="truncate text-secondary text-mut">{t('forever')}</span>
  )

/** What was said with it. */
const Message = ({ share: { message } }: { share: Share }): ReactElement | null =>
  message ? (
    <span className="truncate text-caption text-mut" title={message}>
      {message}
    </span>
  ) : null

/** Of the names there is room for a few; the count says the rest. */
function membersText({ members, memberCount }: Share): string {
  const names = members.map(({ name }) => name).join(t('between'))
  const named = members.reduce((sum, { count }) => sum + count, 0)
  return memberCount > named ? t('and', { names, count: memberCount }) : names
}

function Members({ share }: { share: Share }): ReactElement {
  const text = membersText(share)
  return (
    <span className="flex min-w-0 items-center gap-2" title={text}>
      <span className="flex shrink-0 -space-x-1.5">
        {share.members.slice(0, 3).map(({ principalId, principalType, name }) => (
          <PrincipalAvatar key={principalId} type={principalType} name={name} size={24} />
        ))}
      </span>
      <span className="min-w-0 truncate text-secondary text-fg-2">{text}</span>
    </span>
  )
}

export function shareColumns(list: ShareList, mark: string): readonly ColumnDef<Share>[] {
  const who: ColumnDef<Share> =
    list === 'received'
      ? {
          id: 'ownerName',
          header: t('owner'),
          meta: { width: 'minmax(120px, .7fr)', from: 768 },
          cell: ({ row: { original: share } }) => (
            <span className="flex min-w-0 items-center gap-2" title={share.ownerName}>
              <Avatar name={share.ownerName} size={24} />
              <span className="truncate text-secondary text-fg-2">{share.ownerName}</span>
            </span>
          ),
        }
      : {
          id: 'members',
          header: t('sharedWith'),
          meta: { width: 'minmax(150px, 1fr)', from: 768 },
          cell: ({ row: { original: share } }) => <Members share={share} />,
        }
  return [
    column(
      'instanceName',
      t('name'),
      { width: 'minmax(180px, 1.3fr)', sort: 'instance', fixed: true },
      (share) => (
        <span className="flex min-w-0 items-center gap-3.5 pr-3">
          <FilePicture file={share.instance} mark="people" />
          <span className="flex min-w-0 flex-col">
            <FileName name={share.instance.instanceName} folder={isFolder(share)} mark={mark} />
            <Message share={share} />
          </span>
        </span>
      ),
    ),
    who,
    column('role', t('role'), { width: '92px', from: 1024 }, (share) => (
      <span className="truncate text-secondary text-fg-2">{shareRoleLabel(share.role)}</span>
    )),
    column('memberCount', t('people'), { width: '64px', from: 1280 }, (share) => (
      <span className="tabular text-secondary text-fg-2">{share.memberCount.toLocaleString(language)}</span>
    )),
    column(
      'createTime',
      t('created'),
      { width: '124px', from: 1024, sort: 'createTime', descFirst: true },
      (share) => <TimeCell iso={share.createTime} />,
    ),
    column('expireTime', t('ends'), { width: '112px', from: 768 }, (share) => <Ends share={share} />),
  ]
}

/** Two lines for a phone: name; whose or with whom, and as what. */
export function SharePhoneRow(props: { share: Share; list: ShareList; mark: string }): ReactElement {
  const { share, list, mark } = props
  const who = list === 'received' ? `${share.ownerName} · ${shareRoleLabel(share.role)}` : membersText(share)
  return (
    <FilePhoneRow file={share.instance} mark={mark} shared>
      {who}
      {share.expireTime && (
        <span className={expiryClass(share.expireTime)}> · {formatDateTime(share.expireTime)}</span>
      )}
      {share.message && ` · ${share.message}`}
    </FilePhoneRow>
  )
}
