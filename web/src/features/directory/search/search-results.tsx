import type { FoundFile, searchOwnedFiles } from '@clouddisk/contract/admin-files'
import type { Reply } from '@clouddisk/contract/route'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ArrowLeft, FolderOpen, FolderSearch, SearchX, TriangleAlert } from 'lucide-react'
import { type ReactElement, type RefObject, useCallback, useMemo, useRef } from 'react'
import type { Action } from '../../../lib/action.ts'
import type { AdminAddress } from '../../../lib/admin.ts'
import { errorMessage } from '../../../lib/api.ts'
import { limits } from '../../../lib/limits.ts'
import { usePhone } from '../../../lib/media-query.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { usePreferences } from '../../../lib/preferences.ts'
import { useShortcuts } from '../../../lib/shortcuts.ts'
import { Button } from '../../../ui/button.tsx'
import { useContextMenu } from '../../../ui/context-menu.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { type MenuRequest, Table, type TableHandle } from '../../../ui/table/table.tsx'
import { useSelection } from '../../../ui/use-selection.ts'
import { AuditNotice } from '../browse/audit-notice.tsx'
import { SearchResultPhoneRow, searchResultColumns } from './columns.tsx'
import {
  CLEARED,
  type FileSearchView,
  fileSearchQuery,
  isFolder,
  isNarrowed,
  ownerTreeSearch,
  readSearch,
} from './data.ts'
import { FilterBar } from './filter-bar.tsx'
import { t } from './strings.ts'

const NONE: readonly FoundFile[] = []

/** The latest files that match, among those of all people, groups and departments (R228, C34). */
export function FileSearchPage({ address }: { address: AdminAddress }): ReactElement {
  usePageTitle(t('title'))
  const { visit, narrow } = address
  const shown = readSearch(address.search)
  const query = useQuery(fileSearchQuery(shown))
  const table = useRef<TableHandle>(null)
  const field = useRef<HTMLInputElement>(null)
  const rows = query.data?.list ?? NONE
  const focusField = () => field.current?.focus()
  useShortcuts(t('title'), [
    { name: 'found.filter', label: t('search'), keys: '/', run: focusField },
    { name: 'found.open', label: t('open'), keys: 'Enter' },
  ])
  return (
    <div className="flex h-full min-h-0 flex-col px-6 max-md:px-4">
      <div className="flex min-h-15 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 py-2.5">
        <IconButton icon={ArrowLeft} label={t('back')} onClick={() => visit('files', {})} className="-ml-2" />
        <h1 className="min-w-0 truncate text-page font-semibold">{t('title')}</h1>
        <p role="status" className="tabular truncate text-secondary text-mut">
          {rows.length > 0 && !query.isPlaceholderData && t('items', { count: rows.length })}
        </p>
        <AuditNotice />
      </div>
      <FilterBar
        shown={shown}
        narrow={narrow}
        field={field}
        ownerName={rows.find(({ ownerId }) => ownerId === shown.owner)?.ownerName}
        onLeave={() => table.current?.focus()}
      />
      {query.data?.truncated && rows.length > 0 && <Truncated count={rows.length} onNarrow={focusField} />}
      <List query={query} rows={rows} shown={shown} table={table} address={address} />
    </div>
  )
}

/** Said where something is left out: more match than are listed, or what is older was not looked through. */
function Truncated({ count, onNarrow }: { count: number; onNarrow: () => void }): ReactElement {
  const many = count >= limits().searchMax
  return (
    <div
      role="status"
      className="my-1.5 flex shrink-0 gap-3 rounded-m border border-warn-line bg-warn-soft px-4 py-2.5"
    >
      <TriangleAlert size={18} className="mt-0.5 shrink-0 text-warn" aria-hidden />
      <div className="min-w-0 text-secondary">
        <p className="font-semibold">{t(many ? 'manyTitle' : 'olderTitle')}</p>
        {many ? (
          <p className="text-fg-2">
            {t('manyText', { count })}
            <button type="button" className="font-medium text-accent-text hover:underline" onClick={onNarrow}>
              {t('narrow')}
            </button>
            {t('period')}
          </p>
        ) : (
          <p className="text-fg-2">{t('olderText')}</p>
        )}
      </div>
    </div>
  )
}

interface ListProps {
  query: UseQueryResult<Reply<typeof searchOwnedFiles>>
  rows: readonly FoundFile[]
  shown: FileSearchView
  table: RefObject<TableHandle | null>
  address: AdminAddress
}

function List({ query, rows, shown, table, address }: ListProps): ReactElement {
  const { visit, narrow } = address
  const { keyword } = shown
  const phone = usePhone()
  const compact = usePreferences().density === 'compact'
  const menu = useContextMenu()
  const keys = useMemo(() => rows.map(({ instanceId }) => instanceId), [rows])
  const selection = useSelection(keys)
  const columns = useMemo(() => searchResultColumns(keyword), [keyword])
  const phoneRow = useCallback(
    (item: FoundFile) => <SearchResultPhoneRow item={item} mark={keyword} />,
    [keyword],
  )
  const go = useCallback(
    (item: FoundFile, folder: string) => visit('files', ownerTreeSearch(item, folder)),
    [visit],
  )
  const open = (item: FoundFile) => go(item, isFolder(item) ? item.instanceId : item.parentId)
  const actions = useCallback(
    (item: FoundFile): Action[] => [
      {
        name: 'found.open',
        label: t('open'),
        icon: FolderOpen,
        visible: isFolder(item),
        run: () => go(item, item.instanceId),
      },
      {
        name: 'found.place',
        label: t('openPlace'),
        icon: FolderSearch,
        run: () => go(item, item.parentId),
      },
    ],
    [go],
  )
  const onMenu = ({ row, anchor }: MenuRequest<FoundFile>) => {
    if (!row) return
    menu.open({
      anchor,
      groups: [actions(row)],
      label: t('menuOf', { name: row.instanceName }),
      header: <p className="truncate text-section font-semibold">{row.instanceName}</p>,
    })
  }
  return (
    <>
      <Table
        ref={table}
        label={t('list')}
        columns={columns}
        rows={rows}
        rowLabel={(item) => item.instanceName}
        selection={selection}
        selectable={false}
        onOpen={open}
        onMenu={onMenu}
        operations={phone ? undefined : actions}
        phoneRow={phoneRow}
        rowHeight={compact ? 46 : 54}
        loading={query.isPending}
        empty={<Nothing query={query} shown={shown} onClear={() => narrow(CLEARED)} />}
        className={clsx('max-md:-mx-4', query.isPlaceholderData && 'opacity-60 transition-opacity delay-150')}
      />
      {menu.element}
    </>
  )
}

interface NothingProps {
  query: ListProps['query']
  shown: FileSearchView
  onClear: () => void
}

/** In the place of rows: nothing found, nothing found so far, or why it could not be searched. */
function Nothing({ query, shown, onClear }: NothingProps): ReactElement {
  if (query.error)
    return (
      <ErrorState
        title={t('failed')}
        text={errorMessage(query.error)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    )
  const lately = query.data?.truncated ?? false
  return (
    <EmptyState
      illustration="search"
      title={t(lately ? 'nothingLately' : 'nothing')}
      text={t(lately ? 'nothingLatelyText' : 'nothingText')}
    >
      {isNarrowed(shown) && (
        <Button icon={SearchX} onClick={onClear}>
          {t('clearFilters')}
        </Button>
      )}
    </EmptyState>
  )
}
