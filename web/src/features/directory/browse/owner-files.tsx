import type { Instance } from '@clouddisk/contract/files'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ArrowLeft, FolderOpen, Info, SearchX } from 'lucide-react'
import { type ReactElement, useCallback, useMemo, useRef, useState } from 'react'
import type { Action } from '../../../lib/action.ts'
import type { AdminAddress } from '../../../lib/admin.ts'
import { errorMessage } from '../../../lib/api.ts'
import { useLastPage } from '../../../lib/last-page.ts'
import { usePhone } from '../../../lib/media-query.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { usePreferences } from '../../../lib/preferences.ts'
import { useShortcuts } from '../../../lib/shortcuts.ts'
import { Breadcrumb } from '../../../ui/breadcrumb.tsx'
import { Button } from '../../../ui/button.tsx'
import { useContextMenu } from '../../../ui/context-menu.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { KeywordField } from '../../../ui/keyword-field.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { type MenuRequest, Table, type TableHandle } from '../../../ui/table/table.tsx'
import { useSelection } from '../../../ui/use-selection.ts'
import { AuditNotice } from './audit-notice.tsx'
import { FILE_ORDERS, type FileOwner, ownedFilesQuery, ownerNameQuery, readPage } from './data.ts'
import { isFolder, OwnedFilePhoneRow, ownedFileColumns } from './file-columns.tsx'
import { FileDrawer } from './file-drawer.tsx'
import { t } from './strings.ts'

const NONE: readonly Instance[] = []

/** The tree of one person or group, folder by folder; to be looked at and nothing else. */
export function OwnerFiles({ owner, address }: { owner: FileOwner; address: AdminAddress }): ReactElement {
  const { search } = address
  const shown = readPage(search, FILE_ORDERS)
  const query = useQuery(ownedFilesQuery(owner, search.folder, shown))
  const name = useQuery(ownerNameQuery(owner)).data
  usePageTitle(name ? t('filesOf', { name }) : t('title'))
  const page = query.data
  const toPage = (number: number) => address.narrow({ page: number === 1 ? undefined : String(number) })
  useLastPage({ ...shown, total: query.isPlaceholderData ? undefined : page?.total }, toPage)
  const rows = page?.list ?? NONE
  const table = useRef<TableHandle>(null)
  const field = useRef<HTMLInputElement>(null)
  const [seen, setSeen] = useState<Instance>()
  const [open, setOpen] = useState(false)
  const narrow = (next: Readonly<Record<string, string | undefined>>) =>
    address.narrow({ page: undefined, ...next })
  const base = useMemo(
    () => (owner.type === 'user' ? { person: owner.id } : { space: owner.id }),
    [owner.type, owner.id],
  )
  const size = search.size
  const { visit } = address
  const openFolder = useCallback(
    (folder: string | undefined) => visit('files', { ...base, folder, size }),
    [visit, base, size],
  )
  const look = useCallback((item: Instance) => {
    setSeen(item)
    setOpen(true)
  }, [])
  const crumbs = (page?.path ?? []).map((step, index) => ({
    id: step.instanceId,
    name: index === 0 ? (name ?? step.instanceName) : step.instanceName,
  }))
  const parent = crumbs.at(-2)
  useShortcuts(t('title'), [
    { name: 'files.filter', label: t('search'), keys: '/', run: () => field.current?.focus() },
    { name: 'files.open', label: t('open'), keys: 'Enter' },
    {
      name: 'files.up',
      label: t('up'),
      keys: 'Backspace',
      visible: parent !== undefined,
      run: () => parent && openFolder(crumbs.length === 2 ? undefined : parent.id),
    },
  ])
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex min-h-0 flex-1 flex-col px-6 max-md:px-4">
        <div className="flex min-h-15 shrink-0 items-center gap-2 py-2.5">
          <IconButton
            icon={ArrowLeft}
            label={t('back')}
            onClick={() => visit('files', owner.type === 'group' ? { kind: 'groups' } : {})}
            className="-ml-2"
          />
          {crumbs.length > 0 ? (
            <Breadcrumb crumbs={crumbs} onOpen={(id) => openFolder(id === crumbs[0]?.id ? undefined : id)} />
          ) : (
            <h1 className="truncate text-page font-semibold">{name ?? t('title')}</h1>
          )}
        </div>
        <div className="flex min-h-13 shrink-0 flex-wrap items-center gap-3 py-1">
          <KeywordField
            ref={field}
            value={shown.keyword}
            label={t('search')}
            onSettled={(q) => narrow({ q })}
            onLeave={() => table.current?.focus()}
            className="md:w-[230px]!"
          />
          <p className="tabular text-secondary text-mut">
            {page &&
              t('counts', {
                folders: t('folders', { count: page.folderCount }),
                files: t('files', { count: page.fileCount }),
              })}
          </p>
          <AuditNotice />
        </div>
        <List
          query={query}
          rows={rows}
          shown={shown}
          table={table}
          narrow={narrow}
          onFolder={openFolder}
          onDetails={look}
        />
      </div>
      {page && page.total > 0 && (
        <Pager
          total={page.total}
          page={shown.page}
          pageSize={shown.pageSize}
          onPage={toPage}
          onPageSize={(next) => narrow({ size: String(next) })}
          className="min-h-12 shrink-0 border-t border-line px-6 py-1.5 max-md:px-4"
        />
      )}
      {seen && (
        <FileDrawer item={seen} way={crumbs.map((crumb) => crumb.name)} open={open} onOpenChange={setOpen} />
      )}
    </div>
  )
}

interface ListProps {
  query: {
    readonly error: Error | null
    readonly isPending: boolean
    readonly isFetching: boolean
    readonly isPlaceholderData: boolean
    refetch(): unknown
  }
  rows: readonly Instance[]
  shown: ReturnType<typeof readPage>
  table: React.RefObject<TableHandle | null>
  narrow: AdminAddress['narrow']
  onFolder: (folder: string) => void
  onDetails: (item: Instance) => void
}

function List(props: ListProps): ReactElement {
  const { query, rows, shown, table, narrow, onFolder, onDetails } = props
  const { keyword } = shown
  const phone = usePhone()
  const compact = usePreferences().density === 'compact'
  const menu = useContextMenu()
  const keys = useMemo(() => rows.map(({ instanceId }) => instanceId), [rows])
  const selection = useSelection(keys)
  const columns = useMemo(() => ownedFileColumns(keyword), [keyword])
  const actions = useCallback(
    (item: Instance): Action[] => [
      {
        name: 'files.open',
        label: t('open'),
        icon: FolderOpen,
        keys: 'Enter',
        visible: isFolder(item),
        run: () => onFolder(item.instanceId),
      },
      { name: 'files.details', label: t('details'), icon: Info, run: () => onDetails(item) },
    ],
    [onFolder, onDetails],
  )
  const phoneRow = useCallback(
    (item: Instance) => <OwnedFilePhoneRow item={item} mark={keyword} />,
    [keyword],
  )
  const onMenu = ({ row, anchor }: MenuRequest<Instance>) => {
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
        label={t('title')}
        columns={columns}
        rows={rows}
        rowLabel={(item) => item.instanceName}
        selection={selection}
        selectable={false}
        sort={shown.sort ?? { column: 'instanceName', direction: 'asc' }}
        onSort={({ column, direction }) => narrow({ sort: `${column}.${direction}` })}
        onOpen={(item) => (isFolder(item) ? onFolder(item.instanceId) : onDetails(item))}
        onMenu={onMenu}
        operations={phone ? undefined : actions}
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
          ) : keyword ? (
            <EmptyState illustration="search" title={t('noMatch', { keyword })} text={t('noMatchText')}>
              <Button icon={SearchX} onClick={() => narrow({ q: undefined })}>
                {t('clearFilters')}
              </Button>
            </EmptyState>
          ) : (
            <EmptyState title={t('emptyFolder')} text={t('emptyFolderText')} />
          )
        }
        className={clsx('max-md:-mx-4', query.isPlaceholderData && 'opacity-60 transition-opacity delay-150')}
      />
      {menu.element}
    </>
  )
}
