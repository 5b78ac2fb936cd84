import { type AdminBucket, type BucketHome, setBucketHome } from '@clouddisk/contract/admin-storage'
import { useQuery } from '@tanstack/react-query'
import { House, Pencil, Plus, SearchX, Undo2 } from 'lucide-react'
import { type ReactElement, useCallback, useMemo, useState } from 'react'
import type { Action } from '../../lib/action.ts'
import { call, wordsOf } from '../../lib/api.ts'
import { useDebounced } from '../../lib/debounce.ts'
import { usePhone } from '../../lib/media-query.ts'
import { Button } from '../../ui/button.tsx'
import { useContextMenu } from '../../ui/context-menu.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { tellError } from '../../ui/failures.ts'
import { Pager } from '../../ui/pager.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import type { ColumnDef } from '../../ui/table/columns.ts'
import { type MenuRequest, Table } from '../../ui/table/table.tsx'
import { toast } from '../../ui/toast.tsx'
import { useSelection } from '../../ui/use-selection.ts'
import { homesQuery, refreshStorage } from './data.ts'
import { HOME_ICONS, HomeDialog } from './home-dialog.tsx'
import { t } from './strings.ts'

export interface HomesListProps {
  buckets: readonly AdminBucket[]
  change: boolean
}

const NONE: readonly BucketHome[] = []

/** Whose content goes where by their own wish, not by the default. */
export function HomesList({ buckets, change }: HomesListProps): ReactElement {
  const [typed, setTyped] = useState('')
  const keyword = useDebounced(typed.trim())
  const [pageNo, setPageNo] = useState(1)
  const [pageSize, setPageSize] = useState(20)
  const query = useQuery(homesQuery({ pageNo, pageSize, ...(keyword && { keyword }) }))
  const [asked, setAsked] = useState<readonly BucketHome[]>()
  const [open, setOpen] = useState(false)
  const phone = usePhone()
  const menu = useContextMenu()
  const rows = query.data?.list ?? NONE
  const keys = useMemo(
    () => rows.map(({ principalType, principalId }) => `${principalType}.${principalId}`),
    [rows],
  )
  const selection = useSelection(keys)
  const ask = useCallback((homes: readonly BucketHome[]) => {
    setAsked(homes)
    setOpen(true)
  }, [])
  const actions = useCallback(
    (home: BucketHome): readonly Action[] => [
      {
        name: 'home.change',
        label: t('changeHome'),
        icon: Pencil,
        keys: 'Enter',
        visible: change,
        run: () => ask([home]),
      },
      {
        name: 'home.unset',
        label: t('unsetHome'),
        icon: Undo2,
        visible: change,
        run: () => void unset(home),
      },
    ],
    [change, ask],
  )
  const onMenu = ({ row, anchor }: MenuRequest<BucketHome>) => {
    if (row && change) menu.open({ anchor, groups: [actions(row)], label: t('menuOf', { name: row.name }) })
  }
  const phoneRow = useCallback((home: BucketHome) => <Who home={home} phone />, [])
  return (
    <>
      <div className="flex min-h-13 shrink-0 flex-wrap items-center gap-2 py-2">
        <SearchField
          label={t('homesSearch')}
          value={typed}
          onChange={(next) => {
            setTyped(next)
            setPageNo(1)
          }}
          className="md:max-w-72"
        />
        <span className="flex-1" />
        {change && (
          <Button icon={Plus} onClick={() => ask([])}>
            {t('setHome')}
          </Button>
        )}
      </div>
      <Table
        label={t('homesList')}
        columns={columns}
        rows={rows}
        rowLabel={({ name }) => name}
        selection={selection}
        selectable={false}
        onOpen={change ? (home) => ask([home]) : undefined}
        onMenu={onMenu}
        operations={phone || !change ? undefined : actions}
        phoneRow={phoneRow}
        rowHeight={54}
        loading={query.isPending}
        className="max-md:-mx-4"
        empty={
          query.error ? (
            <ErrorState
              title={t('homesFailed')}
              text={wordsOf(query.error)}
              onRetry={() => void query.refetch()}
              retrying={query.isFetching}
            />
          ) : keyword ? (
            <EmptyState drawing="search" title={t('homesNoMatch')} text={t('homesNoMatchText')}>
              <Button icon={SearchX} onClick={() => setTyped('')}>
                {t('clear')}
              </Button>
            </EmptyState>
          ) : (
            <EmptyState title={t('homesEmptyTitle')} text={t('homesEmptyText')}>
              {change && (
                <Button icon={House} onClick={() => ask([])}>
                  {t('setHome')}
                </Button>
              )}
            </EmptyState>
          )
        }
      />
      {query.data && query.data.total > pageSize && (
        <Pager
          total={query.data.total}
          page={pageNo}
          pageSize={pageSize}
          onPage={setPageNo}
          onPageSize={(size) => {
            setPageSize(size)
            setPageNo(1)
          }}
          className="shrink-0 py-2"
        />
      )}
      {menu.element}
      {asked && (
        <HomeDialog
          key={asked.map(({ principalId }) => principalId).join()}
          first={asked}
          buckets={buckets}
          open={open}
          onOpenChange={setOpen}
          onClosed={() => setAsked(undefined)}
        />
      )}
    </>
  )
}

async function unset({ principalType, principalId, name, bucketName }: BucketHome): Promise<void> {
  const principals = [{ principalType, principalId }]
  const set = async (bucket: string | null) => {
    try {
      await call(setBucketHome, { principals, ...(bucket !== null && { bucketName: bucket }) })
      return true
    } catch (error) {
      tellError(t('notSet'), error)
      return false
    } finally {
      await refreshStorage()
    }
  }
  if (await set(null))
    toast.ok(t('homeUnset', { name }), { action: { label: t('undo'), run: () => void set(bucketName) } })
}

function Who({ home, phone }: { home: BucketHome; phone?: boolean }): ReactElement {
  const Icon = HOME_ICONS[home.principalType]
  const below = phone
    ? [t(`type_${home.principalType}`), home.bucketName]
    : [home.account ?? t(`type_${home.principalType}`)]
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3 pr-3">
      <Icon size={20} className="shrink-0 text-mut" aria-hidden />
      <span className="min-w-0">
        <span className="block truncate text-body" title={home.name}>
          {home.name}
        </span>
        <span className="block truncate text-caption text-mut">{below.filter(Boolean).join(' · ')}</span>
      </span>
    </span>
  )
}

const Plain = ({ children }: { children: string }): ReactElement => (
  <span title={children} className="truncate pr-2 text-secondary text-fg-2">
    {children}
  </span>
)

const columns: readonly ColumnDef<BucketHome>[] = [
  {
    id: 'who',
    header: t('who'),
    enableHiding: false,
    meta: { width: 'minmax(200px, 1.4fr)' },
    cell: ({ row: { original: home } }) => <Who home={home} />,
  },
  {
    id: 'kind',
    header: t('kind'),
    meta: { width: '110px', from: 768 },
    cell: ({ row: { original: home } }) => <Plain>{t(`type_${home.principalType}`)}</Plain>,
  },
  {
    id: 'department',
    header: t('inDepartment'),
    meta: { width: 'minmax(140px, 1fr)', from: 1024 },
    cell: ({ row: { original: home } }) => <Plain>{home.departmentPath.join(' / ') || '--'}</Plain>,
  },
  {
    id: 'bucket',
    header: t('homeBucket'),
    meta: { width: 'minmax(160px, 1fr)', from: 768 },
    cell: ({ row: { original: home } }) => <Plain>{home.bucketName ?? '--'}</Plain>,
  },
]
