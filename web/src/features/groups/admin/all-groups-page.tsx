import { ApiError } from '@clouddisk/client/http/errors'
import type { AdminGroup } from '@clouddisk/contract/admin-groups'
import { Ellipsis, Plus } from 'lucide-react'
import { type ReactElement, useCallback } from 'react'
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
import { useDialogState } from '../../../ui/use-dialog-state.ts'
import { type AdminGroupTargets, adminGroupActions, adminGroupMenu } from './actions.ts'
import { ChangeOwnerDialog } from './change-owner-dialog.tsx'
import { adminGroupColumns, adminGroupPhoneRow } from './columns.tsx'
import { CreateDialog } from './create-dialog.tsx'
import { CLEARED, isNarrowed } from './filter.ts'
import { FilterBar } from './filter-bar.tsx'
import { GroupDrawer } from './group-drawer.tsx'
import { MembersDrawer } from './members-drawer.tsx'
import { t } from './strings.ts'
import { type AllGroups, selectedText, useAllGroups } from './use-all-groups.ts'

/** What is open over the list. */
type OpenOverlay =
  | { readonly what: 'new' }
  | { readonly what: 'group' | 'members' | 'give'; readonly group: AdminGroup }

const nameOf = (group: AdminGroup) => group.groupName

/** All groups, hidden ones too (R224). */
export function AllGroupsPage(props: AdminPageProps): ReactElement {
  const groups = useAllGroups(props)
  const { shown, change, total, pages } = groups
  const { shown: over, key, show, control } = useDialogState<OpenOverlay>()
  const showGroup = useCallback<AdminGroupTargets['onShow']>((what, group) => show({ what, group }), [show])
  const create = () => show({ what: 'new' })
  return (
    <ListPage
      title={t('title')}
      note={total !== undefined && t('count', { count: total })}
      actions={
        change && (
          <Button variant="primary" icon={Plus} onClick={create}>
            {t('newGroup')}
          </Button>
        )
      }
      foot={<ListPager pages={pages} total={total} />}
      overlays={
        <>
          {over?.what === 'new' && (
            <CreateDialog key={key} departmentId={shown.department || undefined} {...control} />
          )}
          {over?.what === 'group' && (
            <GroupDrawer
              key={key}
              group={over.group}
              change={change}
              onFiles={groups.onFiles}
              onShow={showGroup}
              {...control}
            />
          )}
          {over?.what === 'members' && <MembersDrawer key={key} group={over.group} {...control} />}
          {over?.what === 'give' && <ChangeOwnerDialog key={key} group={over.group} {...control} />}
        </>
      }
    >
      <List groups={groups} onShow={showGroup} onNew={create} />
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
  const clear = () => narrow(CLEARED)
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
