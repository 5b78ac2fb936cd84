import { ApiError } from '@clouddisk/client/http/errors'
import type { AdminGroup } from '@clouddisk/contract/admin-groups'
import { Ellipsis, Plus } from 'lucide-react'
import { type ReactElement, useCallback, useState } from 'react'
import type { AdminPageProps } from '../../../lib/admin.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { peopleIllustration } from '../../../ui/illustrations.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { ListPager } from '../../../ui/list/list-pager.tsx'
import { ListState } from '../../../ui/list/list-state.tsx'
import { ListTable } from '../../../ui/list/list-table.tsx'
import { SelectionBar } from '../../../ui/list/selection-bar.tsx'
import { useListShortcuts } from '../../../ui/list/use-list-shortcuts.ts'
import { type AdminGroupTargets, adminGroupActions, adminGroupMenu } from './actions.ts'
import { ChangeOwnerDialog } from './change-owner-dialog.tsx'
import { adminGroupColumns, adminGroupPhoneRow } from './columns.tsx'
import { CreateDialog } from './create-dialog.tsx'
import { isNarrowed, WIDE } from './filter.ts'
import { FilterBar } from './filter-bar.tsx'
import { GroupDrawer } from './group-drawer.tsx'
import { MembersDrawer } from './members-drawer.tsx'
import { t } from './strings.ts'
import { type AllGroups, selectedText, useAllGroups } from './use-all-groups.ts'

/** What is open over the list. */
type OpenOverlay =
  | { readonly what: 'new'; readonly key: number }
  | { readonly what: 'group' | 'members' | 'give'; readonly group: AdminGroup; readonly key: number }

let opened = 0
const nameOf = (group: AdminGroup) => group.groupName

/** All groups, hidden ones too (R224). */
export function AllGroupsPage(props: AdminPageProps): ReactElement {
  const groups = useAllGroups(props)
  const { shown, change, total, pages } = groups
  const [over, setOver] = useState<OpenOverlay>()
  const [open, setOpen] = useState(false)
  const show = useCallback((what: 'group' | 'members' | 'give', group: AdminGroup) => {
    setOver({ what, group, key: ++opened })
    setOpen(true)
  }, [])
  const make = useCallback(() => {
    setOver({ what: 'new', key: ++opened })
    setOpen(true)
  }, [])
  const dialog = { open, onOpenChange: setOpen }
  return (
    <ListPage
      title={t('title')}
      note={total !== undefined && t('count', { count: total })}
      actions={
        change && (
          <Button variant="primary" icon={Plus} onClick={make}>
            {t('newGroup')}
          </Button>
        )
      }
      foot={<ListPager pages={pages} total={total} />}
      overlays={
        <>
          {over?.what === 'new' && (
            <CreateDialog key={over.key} departmentId={shown.department || undefined} {...dialog} />
          )}
          {over?.what === 'group' && (
            <GroupDrawer
              key={over.key}
              group={over.group}
              change={change}
              onFiles={groups.onFiles}
              onShow={show}
              {...dialog}
            />
          )}
          {over?.what === 'members' && <MembersDrawer key={over.key} group={over.group} {...dialog} />}
          {over?.what === 'give' && <ChangeOwnerDialog key={over.key} group={over.group} {...dialog} />}
        </>
      }
    >
      <List groups={groups} onShow={show} onNew={make} />
    </ListPage>
  )
}

interface ListProps {
  groups: AllGroups
  onShow: AdminGroupTargets['onShow']
  onNew: () => void
}

function List({ groups, onShow, onNew }: ListProps): ReactElement {
  const { list, shown, change, onFiles, pages } = groups
  const { count, selected } = list
  const targetsOf = useCallback(
    (some: readonly AdminGroup[]): AdminGroupTargets => ({ groups: some, change, onShow, onFiles }),
    [change, onShow, onFiles],
  )
  useListShortcuts(t('title'), list, {
    search: t('search'),
    open: adminGroupActions(targetsOf(list.targets.items)).edit.label,
    selectable: change,
  })
  const operations = useCallback(
    (group: AdminGroup) => {
      const { edit } = adminGroupActions(targetsOf([group]))
      return [edit, { name: 'group.more', label: t('more'), icon: Ellipsis }]
    },
    [targetsOf],
  )
  const onSelected = adminGroupActions(targetsOf(selected.items))
  return (
    <>
      {change && count > 0 ? (
        <SelectionBar
          label={t('selectionActions')}
          text={selectedText(count)}
          actions={[onSelected.members, onSelected.files, onSelected.give]}
          endActions={[onSelected.callBack, onSelected.dissolve]}
          hideLabel={({ danger }) => (danger ? undefined : 'max-lg:hidden')}
          onClear={list.clearSelection}
          className="my-1"
        />
      ) : (
        <FilterBar groups={groups} />
      )}
      <ListTable
        list={list}
        label={t('list')}
        columns={adminGroupColumns}
        rowLabel={nameOf}
        selectable={change}
        sort={shown.sort}
        onSort={pages.sortBy}
        onOpen={(group) => onShow('group', group)}
        menu={({ items }) => adminGroupMenu(targetsOf(items))}
        menuOfMany={selectedText}
        operations={operations}
        phoneRow={adminGroupPhoneRow}
        rowHeights={[44, 52]}
        state={<GroupsState groups={groups} onNew={onNew} />}
        className="max-md:-mx-4"
      />
    </>
  )
}

function GroupsState({ groups, onNew }: { groups: AllGroups; onNew: () => void }): ReactElement {
  const { list, shown, narrow, change } = groups
  const error = list.failure?.error
  const gone = error instanceof ApiError && error.name === 'not_found'
  const clear = () => narrow(WIDE)
  return (
    <ListState
      list={list}
      failedTitle={t('failed')}
      remedy={gone && <Button onClick={clear}>{t('allGroups')}</Button>}
      noMatch={isNarrowed(shown) && { title: t('noMatch'), text: t('noMatchText'), onClear: clear }}
    >
      <EmptyState
        illustration={peopleIllustration}
        title={t('empty')}
        text={t(change ? 'emptyText' : 'emptyTextReader')}
      >
        {change && (
          <Button icon={Plus} onClick={onNew}>
            {t('newGroup')}
          </Button>
        )}
      </EmptyState>
    </ListState>
  )
}
