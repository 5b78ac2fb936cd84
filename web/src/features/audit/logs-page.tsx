import type { AuditEntry, pageLogs } from '@clouddisk/contract/audit'
import type { Reply } from '@clouddisk/contract/route'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Eye, SearchX, ShieldCheck } from 'lucide-react'
import { type ReactElement, useCallback, useMemo, useRef, useState } from 'react'
import type { AdminPageProps } from '../../lib/admin.ts'
import { errorMessage } from '../../lib/api.ts'
import { language } from '../../lib/i18n.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { usePreferences } from '../../lib/preferences.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { Chip } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Table } from '../../ui/table/table.tsx'
import { useSelection } from '../../ui/use-selection.ts'
import { LogPhoneRow, logColumns } from './columns.tsx'
import { logsQuery, regionsQuery } from './data.ts'
import { EntryDrawer } from './entry-drawer.tsx'
import { ExportMenu, Exports, TruncatedNotice } from './exports.tsx'
import { CLEARED, filterOf, pageOf, readSearch } from './filter.ts'
import { FilterBar } from './filter-bar.tsx'
import { actorName } from './messages.ts'
import { t } from './strings.ts'
import { verifyWholeLog } from './verify.tsx'
import { Views } from './views.tsx'

const NONE: readonly AuditEntry[] = []

/** The audit log (R98, R227, R228, C34): to be read, narrowed, exported and checked; nobody changes it. */
export function LogsPage({ address }: AdminPageProps): ReactElement {
  usePageTitle(t('title'))
  const shown = readSearch(address.search)
  const query = useQuery(logsQuery(pageOf(shown)))
  const { data: named } = useQuery(regionsQuery)
  const regions = useMemo(
    () => new Map((named ?? []).map((region) => [region.id, region[language]])),
    [named],
  )
  const [seq, setSeq] = useState<number>()
  const [open, setOpen] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const narrow = (search: Readonly<Record<string, string | undefined>>) =>
    address.narrow({ page: undefined, ...search })
  const look = useCallback((entry: AuditEntry) => {
    setSeq(entry.seq)
    setOpen(true)
  }, [])
  const focusFilter = () => field.current?.focus()
  useShortcuts(t('title'), [
    { name: 'logs.filter', label: t('search'), keys: '/', run: focusFilter },
    { name: 'logs.open', label: t('details'), keys: 'Enter' },
  ])
  const filter = filterOf(shown)
  const page = query.data
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex min-h-0 flex-1 flex-col px-6 max-md:px-4">
        <div className="flex min-h-15 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
          <h1 className="text-page font-semibold max-md:sr-only">{t('title')}</h1>
          <span title={t('readOnlyWhy')} className="max-md:sr-only">
            <Chip>
              <Eye size={13} aria-hidden />
              {t('readOnly')}
            </Chip>
          </span>
          <span className="flex-1" />
          <Verify />
          <Views address={address} />
          <ExportMenu filter={filter} page={page} />
        </div>
        <FilterBar shown={shown} search={address.search} narrow={narrow} regions={regions} field={field} />
        {page && <TruncatedNotice page={page} filter={filter} onNarrow={focusFilter} />}
        <Exports />
        <List query={query} regions={regions} onOpen={look} onClear={() => narrow(CLEARED)} />
      </div>
      {page && page.total > 0 && (
        <Pager
          total={page.total}
          page={shown.page}
          pageSize={shown.pageSize}
          onPage={(number) => address.narrow({ page: number === 1 ? undefined : String(number) })}
          onPageSize={(size) => narrow({ size: String(size) })}
          className="min-h-12 shrink-0 border-t border-line px-6 py-1.5 max-md:px-4"
        />
      )}
      {seq !== undefined && <EntryDrawer seq={seq} regions={regions} open={open} onOpenChange={setOpen} />}
    </div>
  )
}

function Verify(): ReactElement {
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    await verifyWholeLog()
    setBusy(false)
  }
  return (
    <Button icon={ShieldCheck} busy={busy} onClick={() => void run()}>
      <span className="max-md:sr-only">{t(busy ? 'verifying' : 'verify')}</span>
    </Button>
  )
}

interface ListProps {
  query: UseQueryResult<Reply<typeof pageLogs>>
  regions: ReadonlyMap<string, string>
  onOpen: (entry: AuditEntry) => void
  onClear: () => void
}

function List({ query, regions, onOpen, onClear }: ListProps): ReactElement {
  const rows = query.data?.list ?? NONE
  const keys = useMemo(() => rows.map(({ seq }) => String(seq)), [rows])
  const selection = useSelection(keys)
  const columns = useMemo(() => logColumns(regions), [regions])
  const compact = usePreferences().density === 'compact'
  const operations = useCallback(
    (entry: AuditEntry) => [{ name: 'log.open', label: t('details'), icon: Eye, run: () => onOpen(entry) }],
    [onOpen],
  )
  const phoneRow = useCallback((entry: AuditEntry) => <LogPhoneRow entry={entry} />, [])
  return (
    <Table
      label={t('list')}
      columns={columns}
      rows={rows}
      rowLabel={(entry) => `${actorName(entry)} ${entry.objectName ?? ''}`}
      selection={selection}
      selectable={false}
      onOpen={onOpen}
      operations={operations}
      phoneRow={phoneRow}
      rowHeight={compact ? 40 : 46}
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
            <Button icon={SearchX} onClick={onClear}>
              {t('clearFilters')}
            </Button>
          </EmptyState>
        )
      }
      className={clsx('max-md:-mx-4', query.isPlaceholderData && 'opacity-60 transition-opacity delay-150')}
    />
  )
}
