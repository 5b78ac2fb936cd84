import type { AdminOutboundRequest } from '@clouddisk/contract/outbound'
import type { ReactElement } from 'react'
import { formatDateTime } from '../../../lib/format-date-time.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { OwnerCell, PlainCell, TimeCell } from '../../../ui/list/cells.tsx'
import { column } from '../../../ui/list/column.tsx'
import type { ColumnDef } from '../../../ui/table/columns.ts'
import { TwoLines } from '../../../ui/two-lines.tsx'
import { filesText, STATE_TONES, stateText } from '../outbound/outbound.ts'
import { t as words } from '../outbound/strings.ts'
import { t } from './request-strings.ts'

/** The account, and the department if there is one. */
export const accountOf = ({ ownerAccount, departmentName }: AdminOutboundRequest): string =>
  departmentName === null ? ownerAccount : `${ownerAccount} · ${departmentName}`

/** How long it was asked for, or until when it was given. */
export const termText = ({ duration, state, expireTime }: AdminOutboundRequest): string =>
  state === 'approved' && expireTime !== null
    ? t('until', { time: formatDateTime(expireTime) })
    : words(duration)

const State = ({ request }: { request: AdminOutboundRequest }): ReactElement => (
  <Chip tone={STATE_TONES[request.state]}>{stateText(request.state)}</Chip>
)

export const requestColumns: readonly ColumnDef<AdminOutboundRequest>[] = [
  column('person', t('person'), { width: 'minmax(160px, 1fr)', fixed: true }, (request) => (
    <OwnerCell type="user" name={request.ownerName}>
      <span className="block truncate text-caption text-mut" title={accountOf(request)}>
        {accountOf(request)}
      </span>
    </OwnerCell>
  )),
  column('reason', t('reason'), { width: 'minmax(180px, 2fr)', from: 768 }, (request) => (
    <TwoLines
      nameClass="text-secondary"
      name={request.reason}
      nameTitle={request.reason}
      note={filesText(request)}
      noteTitle={request.fileNames.join('\n')}
    />
  )),
  column('state', t('state'), { width: '116px', from: 768 }, (request) => <State request={request} />),
  column('duration', t('duration'), { width: '140px', from: 1024 }, (request) => (
    <PlainCell>{termText(request)}</PlainCell>
  )),
  column('createTime', t('time'), { width: '136px', from: 1024 }, (request) => (
    <TimeCell iso={request.createTime} className="tabular" />
  )),
]

/** Two lines for a phone: person; what for. */
export const RequestPhoneRow = (request: AdminOutboundRequest): ReactElement => (
  <span className="flex min-w-0 flex-1 items-center gap-3">
    <Avatar name={request.ownerName} size={30} />
    <TwoLines
      className="flex-1"
      nameClass="text-section"
      name={request.ownerName}
      note={`${request.reason} · ${words(request.duration)}`}
    />
    <State request={request} />
  </span>
)
