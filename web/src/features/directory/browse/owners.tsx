import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { FolderSearch, Search, SearchX, Users } from 'lucide-react'
import { type ReactElement, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { AdminAddress } from '../../../lib/admin.ts'
import { errorMessage } from '../../../lib/api.ts'
import { useLastPage } from '../../../lib/last-page.ts'
import { useMediaQuery, usePhone } from '../../../lib/media-query.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { usePreferences } from '../../../lib/preferences.ts'
import { useShortcuts } from '../../../lib/shortcuts.ts'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { KeywordField } from '../../../ui/keyword-field.tsx'
import { Pager } from '../../../ui/pager.tsx'
import type { ColumnDef } from '../../../ui/table/columns.ts'
import { Table, type TableHandle } from '../../../ui/table/table.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { useSelection } from '../../../ui/use-selection.ts'
import { type DepartmentNode, departmentQuery, NO_DEPARTMENT, peopleQuery } from '../data.ts'
import { DepartmentTree } from '../departments/department-tree.tsx'
import { SEARCH_ALL } from '../search/data.ts'
import { t as words } from '../strings.ts'
import { AuditNotice } from './audit-notice.tsx'
import { GROUP_ORDERS, type ListPage, ownerGroupsQuery, readPage } from './data.ts'
import {
  GroupOwnerPhoneRow,
  groupOwnerColumns,
  PersonOwnerPhoneRow,
  personOwnerColumns,
} from './owner-columns.tsx'
import { t } from './strings.ts'

const ALL = 'all'
const everywhere: readonly DepartmentNode[] = [
  { id: ALL, name: t('everywhere'), isParent: false, count: undefined, department: undefined },
]
const KINDS = ['people', 'departments', 'groups'] as const
const PERSON_ORDERS = ['accountName', 'usedCapacity'] as const

/** Whose files are to be looked at: people and groups, of all departments or of one. */
export function Owners({ address }: { address: AdminAddress }): ReactElement {
  usePageTitle(t('title'))
  const { search } = address
  const kind = KINDS.find((one) => one === search.kind) ?? 'people'
  const department = search.department
  const roomy = useMediaQuery('(width >= 1024px)')
  const [choosing, setChoosing] = useState(false)
  const named = useQuery({
    ...departmentQuery(department ?? NO_DEPARTMENT),
    enabled: department !== undefined,
  })
  const narrow = (next: Readonly<Record<string, string | undefined>>) =>
    address.narrow({ page: undefined, ...next })
  const panel = (
    <section aria-label={words('departments')} className="flex h-full min-h-0 flex-col bg-canvas">
      <h2 className="flex h-14 shrink-0 items-center px-4 text-section font-semibold">
        {words('departments')}
      </h2>
      <DepartmentTree
        className="flex min-h-0 flex-1 flex-col px-2 pb-3"
        selected={department ?? ALL}
        selectedClass="place"
        before={everywhere}
        onSelect={({ id }) => {
          setChoosing(false)
          narrow({ department: id === ALL ? undefined : id })
        }}
      />
    </section>
  )
  const shared = { address, department, narrow }
  return (
    <div className="flex h-full min-h-0">
      {roomy ? (
        <div className="w-[228px] shrink-0 border-r border-line">{panel}</div>
      ) : (
        <Drawer
          bare
          side="left"
          width={300}
          title={words('departments')}
          open={choosing}
          onOpenChange={setChoosing}
        >
          {panel}
        </Drawer>
      )}
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex min-h-15 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 px-5 py-2.5 max-md:px-4">
          {!roomy && (
            <Button icon={Users} onClick={() => setChoosing(true)}>
              {words('departments')}
            </Button>
          )}
          <h1 className="min-w-0 truncate text-page font-semibold max-md:sr-only">{t('title')}</h1>
          <p className="truncate text-secondary text-mut">{named.data?.departmentName}</p>
          <Button icon={Search} className="ml-auto" onClick={() => address.visit('files', SEARCH_ALL)}>
            {t('searchAll')}
          </Button>
        </div>
        <Tabs
          label={t('ofWhat')}
          tabs={[
            { value: 'people', label: t('people') },
            { value: 'departments', label: t('ofDepartments') },
            { value: 'groups', label: t('groups') },
          ]}
          value={kind}
          onChange={(next) =>
            narrow({ kind: next === 'people' ? undefined : next, q: undefined, sort: undefined })
          }
          className="px-5 max-md:px-4"
        >
          {kind === 'people' ? (
            <People {...shared} />
          ) : (
            <Groups key={kind} ofDepartments={kind === 'departments'} {...shared} />
          )}
        </Tabs>
      </div>
    </div>
  )
}

interface ListProps {
  address: AdminAddress
  department: string | undefined
  narrow: AdminAddress['narrow']
}

function People({ address, department, narrow }: ListProps): ReactElement {
  const shown = readPage(address.search, PERSON_ORDERS)
  const { keyword, page: pageNo, pageSize, sort } = shown
  const query = useQuery(
    peopleQuery({
      ...(department && { departmentId: department }),
      ...(keyword && { keyword }),
      ...(sort && { orderBy: sort.column as (typeof PERSON_ORDERS)[number], orderType: sort.direction }),
      pageNo,
      pageSize,
    }),
  )
  return (
    <List
      label={t('peopleList')}
      search={t('searchPeople')}
      columns={personOwnerColumns}
      query={query}
      shown={shown}
      narrow={narrow}
      onPage={address.narrow}
      idOf={(person) => person.userId}
      nameOf={(person) => person.userRealName}
      phoneRow={(person) => <PersonOwnerPhoneRow person={person} />}
      onOpen={(person) => address.visit('files', { person: person.userId })}
      empty={
        <EmptyState illustration="search" title={t('nobody')} text={t('nobodyText')}>
          <ClearFilters department={department} keyword={keyword} narrow={narrow} />
        </EmptyState>
      }
    />
  )
}

/** Groups: all of them, or those whose space a department gives. */
function Groups(props: ListProps & { ofDepartments: boolean }): ReactElement {
  const { address, department, narrow, ofDepartments } = props
  const shown = readPage(address.search, GROUP_ORDERS)
  return (
    <List
      label={t(ofDepartments ? 'departmentList' : 'groupList')}
      search={t('searchGroups')}
      columns={groupOwnerColumns}
      query={useQuery(ownerGroupsQuery(department, shown, ofDepartments ? 'department' : undefined))}
      shown={shown}
      narrow={narrow}
      onPage={address.narrow}
      idOf={(group) => group.groupId}
      nameOf={(group) => group.groupName}
      phoneRow={(group) => <GroupOwnerPhoneRow group={group} />}
      onOpen={(group) => address.visit('files', { space: group.groupId })}
      empty={
        <EmptyState
          illustration="search"
          title={t('noGroups')}
          text={t(ofDepartments ? 'noDepartmentGroupsText' : 'noGroupsText')}
        >
          <ClearFilters department={department} keyword={shown.keyword} narrow={narrow} />
        </EmptyState>
      }
    />
  )
}

/** Takes away what narrows the list, where something does. */
function ClearFilters({
  department,
  keyword,
  narrow,
}: Pick<ListProps, 'department' | 'narrow'> & { keyword: string }): ReactElement | null {
  if (department === undefined && keyword === '') return null
  return (
    <Button icon={SearchX} onClick={() => narrow({ department: undefined, q: undefined })}>
      {t('clearFilters')}
    </Button>
  )
}

interface OwnerListProps<T extends object> {
  label: string
  search: string
  columns: readonly ColumnDef<T>[]
  query: {
    readonly data: { readonly list: readonly T[]; readonly total: number } | undefined
    readonly error: Error | null
    readonly isPending: boolean
    readonly isFetching: boolean
    readonly isPlaceholderData: boolean
    refetch(): unknown
  }
  shown: ListPage
  narrow: AdminAddress['narrow']
  onPage: AdminAddress['narrow']
  idOf: (row: T) => string
  nameOf: (row: T) => string
  phoneRow: (row: T) => ReactNode
  onOpen: (row: T) => void
  empty: ReactElement
}

function List<T extends object>(props: OwnerListProps<T>): ReactElement {
  const { query, shown, narrow, onPage, onOpen, idOf } = props
  const phone = usePhone()
  const compact = usePreferences().density === 'compact'
  const table = useRef<TableHandle>(null)
  const field = useRef<HTMLInputElement>(null)
  const rows = useMemo(() => query.data?.list ?? [], [query.data])
  const toPage = (page: number) => onPage({ page: page === 1 ? undefined : String(page) })
  useLastPage({ ...shown, total: query.isPlaceholderData ? undefined : query.data?.total }, toPage)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what tells an id does not change
  const keys = useMemo(() => rows.map(idOf), [rows])
  const selection = useSelection(keys)
  const total = query.data?.total ?? 0
  const opens = useRef(onOpen)
  useEffect(() => {
    opens.current = onOpen
  })
  const operations = useCallback(
    (row: T) => [{ name: 'files.look', label: t('look'), icon: FolderSearch, run: () => opens.current(row) }],
    [],
  )
  useShortcuts(t('title'), [
    { name: 'files.filter', label: props.search, keys: '/', run: () => field.current?.focus() },
    { name: 'files.look', label: t('look'), keys: 'Enter' },
  ])
  return (
    <>
      <div className="flex min-h-0 flex-1 flex-col px-5 max-md:px-4">
        <div className="flex min-h-13 shrink-0 flex-wrap items-center gap-2 pt-3 pb-1">
          <KeywordField
            key={props.label}
            ref={field}
            value={shown.keyword}
            label={props.search}
            onSettled={(q) => narrow({ q })}
            onLeave={() => table.current?.focus()}
            className="md:w-[230px]!"
          />
          <AuditNotice />
        </div>
        <Table
          ref={table}
          label={props.label}
          columns={props.columns}
          rows={rows}
          rowLabel={props.nameOf}
          selection={selection}
          selectable={false}
          sort={shown.sort}
          onSort={({ column, direction }) => narrow({ sort: `${column}.${direction}` })}
          onOpen={onOpen}
          operations={phone ? undefined : operations}
          phoneRow={props.phoneRow}
          rowHeight={compact ? 44 : 52}
          loading={query.isPending}
          empty={
            query.error ? (
              <ErrorState
                title={t('failedOwners')}
                text={errorMessage(query.error)}
                onRetry={() => void query.refetch()}
                retrying={query.isFetching}
              />
            ) : (
              props.empty
            )
          }
          className={clsx(
            'max-md:-mx-4',
            query.isPlaceholderData && 'opacity-60 transition-opacity delay-150',
          )}
        />
      </div>
      {total > 0 && (
        <Pager
          total={total}
          page={shown.page}
          pageSize={shown.pageSize}
          onPage={toPage}
          onPageSize={(size) => narrow({ size: String(size) })}
          className="min-h-12 shrink-0 border-t border-line px-5 py-1.5 max-md:px-4"
        />
      )}
    </>
  )
}
