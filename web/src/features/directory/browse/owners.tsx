import type { AdminGroup } from '@clouddisk/contract/admin-groups'
import type { AdminPerson } from '@clouddisk/contract/admin-people'
import { useQuery } from '@tanstack/react-query'
import { FolderSearch, Search } from 'lucide-react'
import { type ReactElement, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { AdminAddress } from '../../../lib/admin.ts'
import { nonEmpty } from '../../../lib/call-query.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { Button } from '../../../ui/button.tsx'
import { pageInput, useAddressPages } from '../../../ui/list/address.ts'
import { ListKeyword } from '../../../ui/list/list-keyword.tsx'
import { ListPager } from '../../../ui/list/list-pager.tsx'
import { pageRows, type RowQuery } from '../../../ui/list/list-rows.ts'
import { ListState } from '../../../ui/list/list-state.tsx'
import { ListTable } from '../../../ui/list/list-table.tsx'
import { useListPage } from '../../../ui/list/use-list-page.ts'
import { useListShortcuts } from '../../../ui/list/use-list-shortcuts.ts'
import type { ColumnDef } from '../../../ui/table/columns.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import { type DepartmentNode, departmentQuery, NO_DEPARTMENT, peopleQuery, plainNode } from '../data.ts'
import { DepartmentSidebar, DepartmentsButton } from '../departments/department-sidebar.tsx'
import { DepartmentTree } from '../departments/department-tree.tsx'
import { SEARCH_ALL } from '../search/data.ts'
import { t as directory } from '../strings.ts'
import { AuditNotice } from './audit-notice.tsx'
import { GROUP_ORDERS, type OwnerListView, ownerGroupsQuery, readPage } from './data.ts'
import { groupOwnerColumns, groupPhoneRow, personOwnerColumns, personPhoneRow } from './owner-columns.tsx'
import { t } from './strings.ts'

const ALL = 'all'
const everywhere: readonly DepartmentNode[] = [plainNode(ALL, t('everywhere'))]
const KINDS = ['people', 'departments', 'groups'] as const
const PERSON_ORDERS = ['accountName', 'usedCapacity'] as const

/** Chooses an owner of files: people and groups, of all departments or of one. */
export function Owners({ address }: { address: AdminAddress }): ReactElement {
  usePageTitle(t('title'))
  const { search } = address
  const kind = KINDS.find((one) => one === search.kind) ?? 'people'
  const department = search.department
  const [choosing, setChoosing] = useState(false)
  const named = useQuery({
    ...departmentQuery(department ?? NO_DEPARTMENT),
    enabled: department !== undefined,
  })
  const narrow = (next: Readonly<Record<string, string | undefined>>) =>
    address.narrow({ page: undefined, ...next })
  const shared = { address, department }
  return (
    <div className="flex h-full min-h-0">
      <DepartmentSidebar open={choosing} onOpenChange={setChoosing}>
        <section aria-label={directory('departments')} className="flex h-full min-h-0 flex-col bg-canvas">
          <h2 className="flex h-14 shrink-0 items-center px-4 text-section font-semibold">
            {directory('departments')}
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
      </DepartmentSidebar>
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex min-h-15 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 px-5 py-2.5 max-md:px-4">
          <DepartmentsButton onClick={() => setChoosing(true)} />
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
}

const personId = (person: AdminPerson) => person.userId
const personName = (person: AdminPerson) => person.userRealName

function People({ address, department }: ListProps): ReactElement {
  const shown = readPage(address.search, PERSON_ORDERS)
  const query = useQuery(
    peopleQuery({
      ...nonEmpty({ departmentId: department, keyword: shown.keyword }),
      ...pageInput(shown),
    }),
  )
  return (
    <List
      address={address}
      department={department}
      label={t('peopleList')}
      search={t('searchPeople')}
      columns={personOwnerColumns}
      query={query}
      shown={shown}
      idOf={personId}
      nameOf={personName}
      phoneRow={personPhoneRow}
      onOpen={(person) => address.visit('files', { person: person.userId })}
      noMatch={{ title: t('nobody'), text: t('nobodyText') }}
    />
  )
}

const groupId = (group: AdminGroup) => group.groupId
const groupName = (group: AdminGroup) => group.groupName

/** Groups: all of them, or those whose space a department gives. */
function Groups({
  address,
  department,
  ofDepartments,
}: ListProps & { ofDepartments: boolean }): ReactElement {
  const shown = readPage(address.search, GROUP_ORDERS)
  return (
    <List
      address={address}
      department={department}
      label={t(ofDepartments ? 'departmentList' : 'groupList')}
      search={t('searchGroups')}
      columns={groupOwnerColumns}
      query={useQuery(ownerGroupsQuery(department, shown, ofDepartments ? 'department' : undefined))}
      shown={shown}
      idOf={groupId}
      nameOf={groupName}
      phoneRow={groupPhoneRow}
      onOpen={(group) => address.visit('files', { space: group.groupId })}
      noMatch={{
        title: t('noGroups'),
        text: t(ofDepartments ? 'noDepartmentGroupsText' : 'noGroupsText'),
      }}
    />
  )
}

interface OwnerListProps<T extends object> extends ListProps {
  label: string
  search: string
  columns: readonly ColumnDef<T>[]
  query: RowQuery & { readonly data: { readonly list: readonly T[]; readonly total: number } | undefined }
  shown: OwnerListView
  idOf: (row: T) => string
  nameOf: (row: T) => string
  phoneRow: (row: T) => ReactNode
  onOpen: (row: T) => void
  noMatch: { readonly title: string; readonly text: string }
}

function List<T extends object>(props: OwnerListProps<T>): ReactElement {
  const { address, department, query, shown, onOpen, idOf, search, label } = props
  const pages = useAddressPages(address, shown, query)
  const { narrow } = pages
  const list = useListPage(pageRows(query), { idOf })
  const narrowed = department !== undefined || shown.keyword !== ''
  const opens = useRef(onOpen)
  useEffect(() => {
    opens.current = onOpen
  })
  const operations = useCallback(
    (row: T) => [{ name: 'files.look', label: t('look'), icon: FolderSearch, run: () => opens.current(row) }],
    [],
  )
  useListShortcuts(t('title'), list, { search, open: t('look') })
  return (
    <>
      <div className="flex min-h-0 flex-1 flex-col px-5 max-md:px-4">
        <div className="flex min-h-13 shrink-0 flex-wrap items-center gap-2 pt-3 pb-1">
          <ListKeyword
            key={label}
            list={list}
            label={search}
            value={shown.keyword}
            narrow={narrow}
            className="md:w-[230px]!"
          />
          <AuditNotice />
        </div>
        <ListTable
          list={list}
          label={label}
          columns={props.columns}
          rowLabel={props.nameOf}
          selectable={false}
          sort={shown.sort}
          onSort={pages.sortBy}
          onOpen={onOpen}
          operations={operations}
          phoneRow={props.phoneRow}
          rowHeights={[44, 52]}
          state={
            <ListState
              list={list}
              failedTitle={t('failedOwners')}
              noMatch={{
                ...props.noMatch,
                onClear: narrowed ? () => narrow({ department: undefined, q: undefined }) : undefined,
              }}
            />
          }
          className="max-md:-mx-4"
        />
      </div>
      <ListPager pages={pages} total={query.data?.total} className="px-5" />
    </>
  )
}
