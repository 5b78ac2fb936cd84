import type { AdminBucket, BucketHome } from '@clouddisk/contract/admin-storage'
import { useQuery } from '@tanstack/react-query'
import { House, Pencil, Undo2 } from 'lucide-react'
import { type ReactElement, useCallback, useState } from 'react'
import type { Action } from '../../lib/action.ts'
import { useDebounced } from '../../lib/debounce.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { column } from '../../ui/list/column.tsx'
import { queryRows } from '../../ui/list/list-rows.ts'
import { ListState } from '../../ui/list/list-state.tsx'
import { ListTable } from '../../ui/list/list-table.tsx'
import { useLocalPages } from '../../ui/list/local-view.ts'
import { useListPage } from '../../ui/list/use-list-page.ts'
import { Pager } from '../../ui/pager.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import type { ColumnDef } from '../../ui/table/columns.ts'
import { homesQuery } from './data.ts'
import { HOME_ICONS } from './home-candidates.tsx'
import { accountLabel, homeKey, setHomes } from './homes.ts'
import { t } from './strings.ts'

export interface HomesListProps {
  change: boolean
  buckets: readonly AdminBucket[]
  /** Whose home is to be another; nobody's: they are chosen then. */
  onSet: (homes: readonly BucketHome[]) => void
}

/** Whose content goes where by their own wish, not by the default. */
export function HomesList({ change, buckets, onSet }: HomesListProps): ReactElement {
  const [typed, setTyped] = useState('')
  const keyword = useDebounced(typed.trim())
  const { page: pageNo, pageSize, toPage, setPageSize } = useLocalPages()
  const query = useQuery(homesQuery({ pageNo, pageSize, ...(keyword && { keyword }) }))
  const list = useListPage(queryRows(query, query.data?.list), { idOf: homeKey })
  const actions = useCallback(
    (home: BucketHome): readonly Action[] => [
      {
        name: 'home.change',
        label: t('changeHome'),
        icon: Pencil,
        keys: 'Enter',
        visible: change,
        run: () => onSet([home]),
      },
      {
        name: 'home.unset',
        label: t('unsetHome'),
        icon: Undo2,
        visible: change,
        run: () => void setHomes([home], null, buckets),
      },
    ],
    [change, buckets, onSet],
  )
  return (
    <>
      <div className="flex min-h-13 shrink-0 flex-wrap items-center gap-2 py-2">
        <SearchField
          label={t('homesSearch')}
          value={typed}
          onChange={(next) => {
            setTyped(next)
            toPage(1)
          }}
          className="md:max-w-72"
        />
      </div>
      <ListTable
        list={list}
        label={t('homesList')}
        columns={columns}
        rowLabel={({ name }) => name}
        selectable={false}
        onOpen={change ? (home) => onSet([home]) : undefined}
        menu={change ? (_, home) => [actions(home)] : undefined}
        menuWithoutHeader
        operations={change ? actions : undefined}
        phoneRow={phoneRow}
        rowHeight={54}
        state={
          <ListState
            list={list}
            failedTitle={t('homesFailed')}
            noMatch={
              keyword !== '' && {
                title: t('homesNoMatch'),
                text: t('homesNoMatchText'),
                clearText: t('clear'),
                onClear: () => setTyped(''),
              }
            }
          >
            <EmptyState title={t('homesEmptyTitle')} text={t('homesEmptyText')}>
              {change && (
                <Button icon={House} onClick={() => onSet([])}>
                  {t('setHome')}
                </Button>
              )}
            </EmptyState>
          </ListState>
        }
        className="max-md:-mx-4"
      />
      {query.data && query.data.total > pageSize && (
        <Pager
          total={query.data.total}
          page={pageNo}
          pageSize={pageSize}
          onPage={toPage}
          onPageSize={setPageSize}
          className="shrink-0 py-2"
        />
      )}
    </>
  )
}

function Who({ home, phone }: { home: BucketHome; phone?: boolean }): ReactElement {
  const Icon = HOME_ICONS[home.principalType]
  const below = (phone ? [t(`type_${home.principalType}`), home.bucketName] : [accountLabel(home)]).filter(
    Boolean,
  )
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3 pr-3">
      <Icon size={20} className="shrink-0 text-mut" aria-hidden />
      <span className="min-w-0">
        <span className="block truncate text-body" title={home.name}>
          {home.name}
        </span>
        {below.length > 0 && (
          <span className="block truncate text-caption text-mut">{below.join(' · ')}</span>
        )}
      </span>
    </span>
  )
}

const phoneRow = (home: BucketHome) => <Who home={home} phone />

const columns: readonly ColumnDef<BucketHome>[] = [
  column('who', t('who'), { width: 'minmax(200px, 1.4fr)', fixed: true }, (home) => <Who home={home} />),
  column('kind', t('kind'), { width: '110px', from: 768 }, (home) => t(`type_${home.principalType}`)),
  column(
    'department',
    t('inDepartment'),
    { width: 'minmax(140px, 1fr)', from: 1024 },
    (home) => home.departmentPath.join(' / ') || t('none'),
  ),
  column(
    'bucket',
    t('homeBucket'),
    { width: 'minmax(160px, 1fr)', from: 768 },
    (home) => home.bucketName ?? t('none'),
  ),
]
