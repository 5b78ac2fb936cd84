import { type AdminPerson, exportPeople } from '@clouddisk/contract/admin-people'
import { formatSize } from '@clouddisk/contract/format'
import { useQuery } from '@tanstack/react-query'
import { Download, Ellipsis, FileUp, UserPlus } from 'lucide-react'
import { type ReactElement, Suspense, useCallback, useState } from 'react'
import type { Action } from '../../../lib/action.ts'
import type { AdminPageProps } from '../../../lib/admin.ts'
import { useExtension } from '../../../lib/extension-points.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { Button } from '../../../ui/button.tsx'
import { usedOfTotal } from '../../../ui/capacity-bar.tsx'
import { showError } from '../../../ui/failures.ts'
import { ListPager } from '../../../ui/list/list-pager.tsx'
import { ListTable } from '../../../ui/list/list-table.tsx'
import { SelectionBar } from '../../../ui/list/selection-bar.tsx'
import { useListShortcuts } from '../../../ui/list/use-list-shortcuts.ts'
import { useHiddenColumns } from '../../../ui/table/columns.ts'
import { useDialogState } from '../../../ui/use-dialog-state.ts'
import { departmentQuery, NO_DEPARTMENT, useDefaultDepartment } from '../data.ts'
import { DepartmentPanel } from '../departments/department-panel.tsx'
import { DepartmentSidebar, DepartmentsButton } from '../departments/department-sidebar.tsx'
import { t } from '../strings.ts'
import { type BatchAction, type PeopleTargets, peopleActions, peopleMenu } from './actions.ts'
import { BatchDialog } from './batch-dialog.tsx'
import { HIDDEN_AT_FIRST, peopleColumns, personPhoneRow } from './columns.tsx'
import { filterOf } from './filter.ts'
import { FilterBar } from './filter-bar.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { PeopleState } from './people-states.tsx'
import { PersonDrawer } from './person-drawer.tsx'
import { type People, selectedText, usePeople } from './use-people.ts'

/** What is open over the list. */
type OpenOverlay =
  | { readonly what: 'person'; readonly person: AdminPerson | undefined }
  | { readonly what: 'batch'; readonly action: BatchAction; readonly people: readonly AdminPerson[] }
  | { readonly what: 'leave'; readonly person: AdminPerson }
  | { readonly what: 'import' }

const nameOf = (person: AdminPerson) => person.userRealName

/** Users and departments (R96, R97, R226). */
export function PeoplePage(props: AdminPageProps): ReactElement {
  usePageTitle(t('title'))
  const people = usePeople(props)
  const offboarding = useExtension('offboarding')
  const { change } = props
  const { shown, total, pages } = people
  const [departments, setDepartments] = useState(false)
  const { shown: over, key, show, control } = useDialogState<OpenOverlay>()
  const select = (department: string | undefined) => {
    setDepartments(false)
    people.narrow({ department })
  }
  const edit = useCallback((person?: AdminPerson) => show({ what: 'person', person }), [show])
  const add = () => edit()
  const importList = () => show({ what: 'import' })
  const { visit } = props.address
  const lookAtFiles = useCallback((person: AdminPerson) => visit('files', { person: person.userId }), [visit])
  const leave = useCallback((person: AdminPerson) => show({ what: 'leave', person }), [show])
  const { place } = useDefaultDepartment()
  return (
    <div className="flex h-full min-h-0">
      <DepartmentSidebar open={departments} onOpenChange={setDepartments}>
        <DepartmentPanel selected={shown.department} onSelect={select} change={change} />
      </DepartmentSidebar>
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex min-h-0 flex-1 flex-col px-5 max-md:px-4">
          <Head
            people={people}
            onNew={add}
            onImport={importList}
            onDepartments={() => setDepartments(true)}
          />
          <List
            people={people}
            onNew={add}
            onImport={importList}
            onEdit={edit}
            onAsk={(action, chosen) => show({ what: 'batch', action, people: chosen })}
            onFiles={props.sees('files') ? lookAtFiles : undefined}
            onLeave={leave}
          />
        </div>
        <ListPager pages={pages} total={total} className="px-5" />
      </div>
      {over?.what === 'person' && (
        <PersonDrawer
          {...control}
          key={key}
          person={over.person}
          departmentId={
            shown.department === undefined || shown.department === NO_DEPARTMENT ? place : shown.department
          }
          change={change}
          onLeave={leave}
        />
      )}
      {offboarding && over?.what === 'leave' && (
        <Suspense>
          <offboarding.Wizard
            {...control}
            key={key}
            person={{ ...over.person, frozen: over.person.status === 'frozen' }}
            onList={() => visit('leavers', {})}
          />
        </Suspense>
      )}
      {over?.what === 'batch' && (
        <BatchDialog {...control} key={key} action={over.action} people={over.people} />
      )}
      {over?.what === 'import' && control.open && <ImportDialog {...control} />}
    </div>
  )
}

interface HeadProps {
  people: People
  onNew: () => void
  onImport: () => void
  onDepartments: () => void
}

function Head({ people, onNew, onImport, onDepartments }: HeadProps): ReactElement {
  const { shown, total = 0, change } = people
  const [saving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    await saveFile(exportPeople, filterOf(shown)).catch((error) => showError(t('notExported'), error))
    setSaving(false)
  }
  const inDepartment = shown.department !== undefined && shown.department !== NO_DEPARTMENT
  const department = useQuery({
    ...departmentQuery(shown.department ?? NO_DEPARTMENT),
    enabled: inDepartment,
  }).data
  const name =
    shown.department === NO_DEPARTMENT
      ? t('noDepartment')
      : inDepartment
        ? (department?.departmentName ?? '')
        : t('allPeople')
  const count = inDepartment && department ? department.memberCount : total
  const known = inDepartment ? department !== undefined : people.total !== undefined
  const space =
    department &&
    (department.totalCapacity === null
      ? department.allottedCapacity > 0
        ? t('groupSpaceUnlimited', { used: formatSize(department.allottedCapacity) })
        : undefined
      : t('groupSpace', { space: usedOfTotal(department.allottedCapacity, department.totalCapacity) }))
  return (
    <div className="flex min-h-15 shrink-0 items-center gap-x-3 gap-y-1 py-2.5 md:flex-wrap">
      <DepartmentsButton onClick={onDepartments} />
      <h1 className="min-w-0 truncate text-page font-semibold">{name}</h1>
      <p className="tabular shrink-0 truncate text-secondary text-mut md:shrink">
        {known && t('peopleCount', { count })}
        {known && space && <span className="max-md:hidden"> · {space}</span>}
      </p>
      <span className="flex-1" />
      <Button icon={Download} busy={saving} onClick={() => void save()} className="max-md:hidden">
        {t('exportList')}
      </Button>
      {change && (
        <>
          <Button icon={FileUp} onClick={onImport} className="max-md:hidden">
            {t('importList')}
          </Button>
          <Button variant="primary" icon={UserPlus} onClick={onNew}>
            <span className="max-md:sr-only">{t('newPerson')}</span>
          </Button>
        </>
      )}
    </div>
  )
}

interface ListProps {
  people: People
  onNew: () => void
  onImport: () => void
  onEdit: (person: AdminPerson) => void
  onAsk: (action: BatchAction, people: readonly AdminPerson[]) => void
  onFiles: PeopleTargets['onFiles']
  onLeave: PeopleTargets['onLeave']
}

function List({ people, onNew, onImport, onEdit, onAsk, onFiles, onLeave }: ListProps): ReactElement {
  const { list, shown, change, pages } = people
  const { count, selected } = list
  const columns = useHiddenColumns('people', peopleColumns, HIDDEN_AT_FIRST)
  const targetsOf = useCallback(
    (some: readonly AdminPerson[]): PeopleTargets => ({
      people: some,
      change,
      onEdit,
      onAsk: (action) => onAsk(action, some),
      onFiles,
      onLeave,
    }),
    [change, onEdit, onAsk, onFiles, onLeave],
  )
  useListShortcuts(t('title'), list, {
    search: t('search'),
    open: peopleActions(targetsOf(list.targets.items)).edit.label,
    selectable: change,
  })
  const operations = useCallback(
    (person: AdminPerson) => {
      const { edit } = peopleActions(targetsOf([person]))
      return [
        edit,
        {
          name: 'person.more',
          label: t('more'),
          icon: Ellipsis,
          visible: (change && person.canChange) || onFiles !== undefined,
        },
      ]
    },
    [targetsOf, change, onFiles],
  )
  const onSelected = peopleActions(targetsOf(selected.items))
  const last: readonly Action[] = [onSelected.unfreeze, onSelected.freeze]
  return (
    <>
      {change && count > 0 ? (
        <SelectionBar
          label={t('selectionActions')}
          text={selectedText(count)}
          actions={[
            onSelected.capacity,
            onSelected.roles,
            onSelected.department,
            onSelected.validity,
            onSelected.resetPassword,
          ]}
          endActions={last}
          hideLabel={(action) => (last.includes(action) ? undefined : 'max-lg:hidden')}
          onClear={list.clearSelection}
          className="my-1"
        />
      ) : (
        <FilterBar people={people} columns={columns.menu} />
      )}
      <ListTable
        list={list}
        label={t('list')}
        columns={peopleColumns}
        hiddenColumns={columns.hidden}
        rowLabel={nameOf}
        selectable={change}
        sort={shown.sort}
        onSort={pages.sortBy}
        onOpen={onEdit}
        menu={({ items }) => peopleMenu(targetsOf(items))}
        menuOfMany={selectedText}
        operations={operations}
        phoneRow={personPhoneRow}
        rowHeights={[44, 52]}
        state={<PeopleState people={people} onNew={onNew} onImport={onImport} />}
        className="max-md:-mx-4"
      />
    </>
  )
}
