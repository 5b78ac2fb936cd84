import { type AdminSession, endAdminSessions, pageAdminSessions } from '@clouddisk/contract/admin-sessions'
import { LIMITS } from '@clouddisk/contract/limits'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { LogOut, SearchX, UserX } from 'lucide-react'
import { type ReactElement, useCallback, useMemo } from 'react'
import type { Action } from '../../lib/action.ts'
import type { AdminPageProps } from '../../lib/admin.ts'
import { call, callerName, errorMessage } from '../../lib/api.ts'
import { formatDateTime } from '../../lib/format-date-time.ts'
import { useLastPage } from '../../lib/last-page.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { usePreferences } from '../../lib/preferences.ts'
import { queryClient } from '../../lib/query-client.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Chip } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { useContextMenu } from '../../ui/context-menu.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { showError } from '../../ui/failures.ts'
import { KeywordField } from '../../ui/keyword-field.tsx'
import { Pager } from '../../ui/pager.tsx'
import type { ColumnDef } from '../../ui/table/columns.ts'
import { type MenuRequest, Table } from '../../ui/table/table.tsx'
import { toast } from '../../ui/toast.tsx'
import { useSelection } from '../../ui/use-selection.ts'
import { deviceLabel } from './device.ts'
import { t } from './strings.ts'

const SESSIONS = 'admin-sessions'
const NONE: readonly AdminSession[] = []

interface SessionsView {
  readonly keyword: string
  readonly ip: string
  readonly page: number
  readonly pageSize: number
}

function readSearch(search: Readonly<Record<string, string>>): SessionsView {
  const size = Number(search.size)
  return {
    keyword: search.q ?? '',
    ip: search.ip ?? '',
    page: Math.max(1, Math.trunc(Number(search.page)) || 1),
    pageSize: LIMITS.pageSizes.includes(size) ? size : LIMITS.pageSizeDefault,
  }
}

const sessionsQuery = ({ keyword, ip, page: pageNo, pageSize }: SessionsView) =>
  queryOptions({
    queryKey: [SESSIONS, keyword, ip, pageNo, pageSize],
    queryFn: ({ signal }) =>
      call(
        pageAdminSessions,
        { ...(keyword && { keyword }), ...(ip && { ip }), pageNo, pageSize },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

/** Ends one session or all of its person, once that was meant. */
async function end(session: AdminSession, all: boolean): Promise<void> {
  const name = session.userRealName
  const own = session.current || (all && session.userName === callerName())
  const meant = await confirm({
    type: 'warning',
    title: t(all ? 'endAllTitle' : 'endTitle', { name }),
    text: t(own ? 'endOwnText' : 'endText'),
    confirmText: t(all ? 'endAll' : 'end'),
    danger: true,
  })
  if (!meant) return
  try {
    const { userId, sessionId } = session
    const { ended } = await call(endAdminSessions, all ? { userId } : { userId, sessionId })
    toast.ok(t('ended', { count: ended }))
  } catch (error) {
    showError(t('notEnded'), error)
  } finally {
    await queryClient.invalidateQueries({ queryKey: [SESSIONS] })
  }
}

/** Who is signed in, and ending that (R240). */
export function SessionsPage({ address, change }: AdminPageProps): ReactElement {
  usePageTitle(t('title'))
  const shown = readSearch(address.search)
  const query = useQuery(sessionsQuery(shown))
  const total = query.data?.total ?? 0
  const toPage = (page: number) => address.narrow({ page: page === 1 ? undefined : String(page) })
  useLastPage({ ...shown, total: query.isPlaceholderData ? undefined : query.data?.total }, toPage)
  const narrow = (search: Readonly<Record<string, string | undefined>>) =>
    address.narrow({ page: undefined, ...search })
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex min-h-0 flex-1 flex-col px-6 max-md:px-4">
        <div className="flex min-h-15 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
          <h1 className="text-page font-semibold max-md:sr-only">{t('title')}</h1>
          <p className="tabular text-secondary text-mut">{query.data && t('signedIn', { count: total })}</p>
        </div>
        <div className="flex min-h-13 shrink-0 flex-wrap items-center gap-2 py-1">
          <KeywordField value={shown.keyword} label={t('search')} onSettled={(q) => narrow({ q })} />
          <KeywordField value={shown.ip} label={t('ipSearch')} onSettled={(ip) => narrow({ ip })} />
        </div>
        <List
          query={query}
          change={change}
          onClear={shown.keyword || shown.ip ? () => narrow({ q: undefined, ip: undefined }) : undefined}
        />
      </div>
      {total > 0 && (
        <Pager
          total={total}
          page={shown.page}
          pageSize={shown.pageSize}
          onPage={toPage}
          onPageSize={(size) => narrow({ size: String(size) })}
          className="min-h-12 shrink-0 border-t border-line px-6 py-1.5 max-md:px-4"
        />
      )}
    </div>
  )
}

const Plain = ({ children, title = children }: { children: string; title?: string }): ReactElement => (
  <span title={title} className="tabular truncate pr-2 text-secondary text-fg-2">
    {children}
  </span>
)

function Who({ session }: { session: AdminSession }): ReactElement {
  return (
    <span className="flex min-w-0 items-center gap-3 pr-3">
      <Avatar name={session.userRealName} size={28} />
      <span className="min-w-0">
        <span className="block truncate text-body">{session.userRealName}</span>
        <span className="block truncate text-caption text-mut">{session.userName}</span>
      </span>
      {session.current && <Chip tone="info">{t('current')}</Chip>}
    </span>
  )
}

const deviceOf = ({ device }: AdminSession): string => deviceLabel(device) || t('unknownDevice')

const columns: readonly ColumnDef<AdminSession>[] = [
  {
    id: 'person',
    header: t('person'),
    enableHiding: false,
    meta: { width: 'minmax(160px, 1.2fr)' },
    cell: ({ row: { original: session } }) => <Who session={session} />,
  },
  {
    id: 'department',
    header: t('department'),
    meta: { width: 'minmax(100px, 1fr)', from: 1024 },
    cell: ({ row: { original: session } }) => <Plain>{session.departmentName ?? t('none')}</Plain>,
  },
  {
    id: 'device',
    header: t('device'),
    meta: { width: 'minmax(120px, 1fr)', from: 768 },
    cell: ({ row: { original: session } }) => <Plain title={session.device}>{deviceOf(session)}</Plain>,
  },
  {
    id: 'ip',
    header: t('ip'),
    meta: { width: '140px' },
    cell: ({ row: { original: session } }) => <Plain>{session.ip}</Plain>,
  },
  {
    id: 'lastSeen',
    header: t('lastSeen'),
    meta: { width: '120px', from: 768 },
    cell: ({ row: { original: session } }) => <Plain>{formatDateTime(session.lastSeenTime)}</Plain>,
  },
  {
    id: 'signedIn',
    header: t('signedInAt'),
    // What is done to a session shows over the end of it.
    meta: { width: '172px', from: 1280 },
    cell: ({ row: { original: session } }) => <Plain>{formatDateTime(session.createTime)}</Plain>,
  },
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

interface ListProps {
  query: {
    readonly data: { readonly list: readonly AdminSession[] } | undefined
    readonly error: Error | null
    readonly isPending: boolean
    readonly isFetching: boolean
    readonly isPlaceholderData: boolean
    refetch(): unknown
  }
  change: boolean
  /** Where something narrows the list. */
  onClear: (() => void) | undefined
}

function List({ query, change, onClear }: ListProps): ReactElement {
  const rows = query.data?.list ?? NONE
  const keys = useMemo(() => rows.map(({ sessionId }) => sessionId), [rows])
  const selection = useSelection(keys)
  const compact = usePreferences().density === 'compact'
  const menu = useContextMenu()
  const onMenu = ({ row, anchor }: MenuRequest<AdminSession>) => {
    if (!row) return
    const { end, endAll } = actionsOf(row)
    menu.open({ anchor, groups: [[end, endAll]], label: t('menuOf', { name: row.userRealName }) })
  }
  const operations = useCallback((session: AdminSession) => {
    const { end, endAll } = actionsOf(session)
    return [end, endAll]
  }, [])
  const phoneRow = useCallback(
    (session: AdminSession) => (
      <span className="flex min-w-0 flex-1 items-center gap-3">
        <Avatar name={session.userRealName} size={34} />
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-2">
            <span className="truncate text-section">{session.userRealName}</span>
            <span className="truncate text-caption text-mut">{session.userName}</span>
            {session.current && <Chip tone="info">{t('current')}</Chip>}
          </span>
          <span className="tabular block truncate text-caption text-mut">
            {[deviceOf(session), session.ip, formatDateTime(session.lastSeenTime)].join(' · ')}
          </span>
        </span>
      </span>
    ),
    [],
  )
  return (
    <>
      <Table
        label={t('list')}
        columns={columns}
        rows={rows}
        rowLabel={(session) => session.userRealName}
        selection={selection}
        selectable={false}
        onMenu={change ? onMenu : undefined}
        operations={change ? operations : undefined}
        phoneRow={phoneRow}
        rowHeight={compact ? 44 : 52}
        loading={query.isPending}
        empty={
          query.error ? (
            <ErrorState
              title={t('failed')}
              text={errorMessage(query.error)}
              onRetry={() => void query.refetch()}
              retrying={query.isFetching}
            />
          ) : (
            <EmptyState illustration="search" title={t('empty')} text={t('emptyText')}>
              {onClear && (
                <Button icon={SearchX} onClick={onClear}>
                  {t('clearFilters')}
                </Button>
              )}
            </EmptyState>
          )
        }
        className={clsx('max-md:-mx-4', query.isPlaceholderData && 'opacity-60 transition-opacity delay-150')}
      />
      {menu.element}
    </>
  )
}
