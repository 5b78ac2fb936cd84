import { type AdminSession, endAdminSessions, pageAdminSessions } from '@clouddisk/contract/admin-sessions'
import type { Device } from '@clouddisk/contract/devices'
import { useQuery } from '@tanstack/react-query'
import { LogOut, UserX } from 'lucide-react'
import { type ReactElement, useCallback } from 'react'
import type { Action } from '../../lib/action.ts'
import type { AdminPageProps } from '../../lib/admin.ts'
import { call, callerName } from '../../lib/api.ts'
import { nonEmpty, pageQuery } from '../../lib/call-query.ts'
import { clientText, lastSyncText, localSyncText } from '../../lib/client-device.ts'
import { formatDateTime } from '../../lib/format-date-time.ts'
import { queryClient } from '../../lib/query-client.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Chip } from '../../ui/chip.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { KeywordField } from '../../ui/keyword-field.tsx'
import { type PageNumber, readPageNumber, useAddressPages } from '../../ui/list/address.ts'
import { NameAndAccount, PersonCell, PhoneRow, PlainCell } from '../../ui/list/cells.tsx'
import { column } from '../../ui/list/column.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { ListPager } from '../../ui/list/list-pager.tsx'
import { pageRows } from '../../ui/list/list-rows.ts'
import { ListState } from '../../ui/list/list-state.tsx'
import { ListTable } from '../../ui/list/list-table.tsx'
import { useListPage } from '../../ui/list/use-list-page.ts'
import type { ColumnDef } from '../../ui/table/columns.ts'
import { toast } from '../../ui/toast.tsx'
import { withErrorMessage } from '../../ui/with-error-message.ts'
import { deviceLabel } from './device.ts'
import { t } from './strings.ts'

const SESSIONS = 'admin-sessions'
const idOf = (session: AdminSession) => session.sessionId
const nameOf = (session: AdminSession) => session.userRealName

interface SessionsView extends PageNumber {
  readonly keyword: string
  readonly ip: string
}

const sessionsQuery = ({ keyword, ip, page: pageNo, pageSize }: SessionsView) =>
  pageQuery([SESSIONS, keyword, ip, pageNo, pageSize], pageAdminSessions, {
    ...nonEmpty({ keyword, ip }),
    pageNo,
    pageSize,
  })

/** Ends one session or all of its person; asks first. */
async function end(session: AdminSession, all: boolean): Promise<void> {
  const name = session.userRealName
  const own = session.current || (all && session.userName === callerName())
  const sure = await confirm({
    type: 'warning',
    title: t(all ? 'endAllTitle' : 'endTitle', { name }),
    text: t(own ? 'endOwnText' : 'endText'),
    confirmText: t(all ? 'endAll' : 'end'),
    danger: true,
  })
  if (!sure) return
  await withErrorMessage(
    t('notEnded'),
    async () => {
      const { userId, sessionId } = session
      const { ended } = await call(endAdminSessions, all ? { userId } : { userId, sessionId })
      toast.ok(t('ended', { count: ended }))
    },
    () => queryClient.invalidateQueries({ queryKey: [SESSIONS] }),
  )
}

/** Sessions of all people, which can be ended (R240). */
export function SessionsPage({ address, change }: AdminPageProps): ReactElement {
  const { q: keyword = '', ip = '' } = address.search
  const shown = { keyword, ip, ...readPageNumber(address.search) }
  const query = useQuery(sessionsQuery(shown))
  const pages = useAddressPages(address, shown, query)
  const { narrow } = pages
  const list = useListPage(pageRows(query), { idOf })
  const operations = useCallback((session: AdminSession) => Object.values(actionsOf(session)), [])
  const total = query.data?.total ?? 0
  return (
    <ListPage
      title={t('title')}
      note={query.data && t('signedIn', { count: total })}
      foot={<ListPager pages={pages} total={total} />}
    >
      <div className="flex min-h-13 shrink-0 flex-wrap items-center gap-2 py-1">
        <KeywordField value={keyword} label={t('search')} onSettled={(q) => narrow({ q })} />
        <KeywordField value={ip} label={t('ipSearch')} onSettled={(next) => narrow({ ip: next })} />
      </div>
      <ListTable
        list={list}
        label={t('list')}
        columns={columns}
        rowLabel={nameOf}
        selectable={false}
        menu={change ? (_, session) => [Object.values(actionsOf(session))] : undefined}
        menuWithoutHeader
        operations={change ? operations : undefined}
        phoneRow={phoneRow}
        rowHeights={[44, 52]}
        state={
          <ListState
            list={list}
            failedTitle={t('failed')}
            noMatch={{
              title: t('empty'),
              text: t('emptyText'),
              onClear: keyword || ip ? () => narrow({ q: undefined, ip: undefined }) : undefined,
            }}
          />
        }
        className="max-md:-mx-4"
      />
    </ListPage>
  )
}

const deviceOf = ({ device, client }: AdminSession): string =>
  client?.name || deviceLabel(device) || t('unknownDevice')

/** A computer with the desktop client: its name, and below it what runs there, and what local sync uploaded last. */
const ClientCell = ({ client }: { client: Device }): ReactElement => (
  <span
    className="min-w-0 pr-2"
    title={[client.name, clientText(client), localSyncText(client)].filter(Boolean).join('\n')}
  >
    <span className="block truncate text-secondary text-fg-2">{client.name}</span>
    <span className="block truncate text-caption text-mut">{lastSyncText(client) ?? clientText(client)}</span>
  </span>
)

const columns: readonly ColumnDef<AdminSession>[] = [
  column('person', t('person'), { width: 'minmax(160px, 1.2fr)', fixed: true }, (session) => (
    <PersonCell name={session.userRealName} account={session.userName}>
      {session.current && <Chip tone="info">{t('current')}</Chip>}
    </PersonCell>
  )),
  column(
    'department',
    t('department'),
    { width: 'minmax(100px, 1fr)', from: 1024 },
    (session) => session.departmentName ?? t('none'),
  ),
  column('device', t('device'), { width: 'minmax(184px, 1fr)', from: 768 }, (session) =>
    session.client ? (
      <ClientCell client={session.client} />
    ) : (
      <PlainCell title={session.device}>{deviceOf(session)}</PlainCell>
    ),
  ),
  column('ip', t('ip'), { width: '140px' }, (session) => session.ip),
  column('lastSeen', t('lastSeen'), { width: '120px', from: 768 }, (session) =>
    formatDateTime(session.lastSeenTime),
  ),
  // The row's actions cover the end of this column.
  column('signedIn', t('signedInAt'), { width: '172px', from: 1280 }, (session) =>
    formatDateTime(session.createTime),
  ),
]

const actionsOf = (session: AdminSession): { end: Action; endAll: Action } => ({
  end: {
    name: 'session.end',
    label: t('end'),
    icon: LogOut,
    danger: true,
    run: () => void end(session, false),
  },
  endAll: {
    name: 'session.end-all',
    label: t('endAll'),
    icon: UserX,
    danger: true,
    run: () => void end(session, true),
  },
})

const phoneRow = (session: AdminSession): ReactElement => (
  <PhoneRow
    picture={<Avatar name={session.userRealName} size={34} />}
    name={<NameAndAccount name={session.userRealName} account={session.userName} />}
    note={[deviceOf(session), session.ip, formatDateTime(session.lastSeenTime)].join(' · ')}
  >
    {session.current && <Chip tone="info">{t('current')}</Chip>}
  </PhoneRow>
)
