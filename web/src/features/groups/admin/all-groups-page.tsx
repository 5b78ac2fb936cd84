import type { AdminGroup } from '@clouddisk/contract/admin-groups'
import { clsx } from 'clsx'
import { Ellipsis, Plus } from 'lucide-react'
import { type ReactElement, useCallback, useState } from 'react'
import type { AdminPageProps } from '../../../lib/admin.ts'
import { usePhone } from '../../../lib/media-query.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { usePreferences } from '../../../lib/preferences.ts'
import { useShortcuts } from '../../../lib/shortcuts.ts'
import { Button } from '../../../ui/button.tsx'
import { useContextMenu } from '../../../ui/context-menu.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { isSelected } from '../../../ui/selection.ts'
import { type MenuRequest, Table } from '../../../ui/table/table.tsx'
import { type AdminGroupTargets, adminGroupActions, adminGroupMenu } from './actions.ts'
import { ChangeOwnerDialog } from './change-owner-dialog.tsx'
import { AdminGroupPhoneRow, adminGroupColumns } from './columns.tsx'
import { CreateDialog } from './create-dialog.tsx'
import { FilterBar } from './filter-bar.tsx'
import { GroupBar } from './group-bar.tsx'
import { GroupDrawer } from './group-drawer.tsx'
import { MembersDrawer } from './members-drawer.tsx'
import { AdminGroupsState } from './states.tsx'
import { t } from './strings.ts'
import { type AllGroups, useAllGroups } from './use-all-groups.ts'

/** What is open over the list. */
type OpenOverlay =
  | { readonly what: 'new'; readonly key: number }
  | { readonly what: 'group' | 'members' | 'give'; readonly group: AdminGroup; readonly key: number }

let opened = 0
const nameOf = (group: AdminGroup) => group.groupName

/** All groups, hidden ones too (R224). */
export function AllGroupsPage(props: AdminPageProps): ReactElement {
  usePageTitle(t('title'))
  const groups = useAllGroups(props)
  const { shown, change, total } = groups
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
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex min-h-0 flex-1 flex-col px-6 max-md:px-4">
        <div className="flex min-h-15 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
          <h1 className="text-page font-semibold max-md:sr-only">{t('title')}</h1>
          <p className="tabular text-secondary text-mut">
            {groups.query.data && t('count', { count: total })}
          </p>
          <span className="flex-1" />
          {change && (
            <Button variant="primary" icon={Plus} onClick={make}>
              {t('newGroup')}
            </Button>
          )}
        </div>
        <List groups={groups} onShow={show} onNew={make} />
      </div>
      {total > 0 && (
        <Pager
          total={total}
          page={shown.page}
          pageSize={shown.pageSize}
          onPage={(page) => props.address.narrow({ page: page === 1 ? undefined : String(page) })}
          onPageSize={(size) => groups.narrow({ size: String(size) })}
          className="min-h-12 shrink-0 border-t border-line px-6 py-1.5 max-md:px-4"
        />
      )}
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
    </div>
  )
}

interface ListProps {
  groups: AllGroups
  onShow: AdminGroupTargets['onShow']
  onNew: () => void
}

function List({ groups, onShow, onNew }: ListProps): ReactElement {
  const { shown, rows, query, selection, chosen, choosing, change, onFiles, table, narrow } = groups
  const phone = usePhone()
  const compact = usePreferences().density === 'compact'
  const menu = useContextMenu()
  const targetsOf = useCallback(
    (list: readonly AdminGroup[]): AdminGroupTargets => ({ groups: list, change, onShow, onFiles }),
    [change, onShow, onFiles],
  )
  const onMenu = ({ row, anchor }: MenuRequest<AdminGroup>) => {
    if (!row) return
    const list = isSelected(selection.state, row.groupId) ? chosen : [row]
    menu.open({
      anchor,
      groups: adminGroupMenu(targetsOf(list)),
      label: list.length > 1 ? t('selected', { count: list.length }) : t('menuOf', { name: nameOf(row) }),
      header: <p className="truncate text-section font-semibold">{nameOf(row)}</p>,
    })
  }
  const operations = useCallback(
    (group: AdminGroup) => {
      const { edit } = adminGroupActions(targetsOf([group]))
      return [edit, { name: 'group.more', label: t('more'), icon: Ellipsis }]
    },
    [targetsOf],
  )
  const phoneRow = useCallback((group: AdminGroup) => <AdminGroupPhoneRow group={group} />, [])
  useGroupKeys(groups, targetsOf)
  return (
    <>
      {choosing ? (
        <div className="py-1">
          <GroupBar groups={groups} targets={targetsOf(chosen)} />
        </div>
      ) : (
        <FilterBar groups={groups} />
      )}
      <Table
        ref={table}
        label={t('list')}
        columns={adminGroupColumns}
        rows={rows}
        rowLabel={nameOf}
        selection={selection}
        selectable={change}
        sort={shown.sort}
        onSort={({ column, direction }) => narrow({ sort: `${column}.${direction}` })}
        onOpen={(group) => onShow('group', group)}
        onMenu={onMenu}
        operations={phone ? undefined : operations}
        phoneRow={phoneRow}
        rowHeight={compact ? 44 : 52}
        loading={query.isPending}
        empty={<AdminGroupsState groups={groups} onNew={onNew} />}
        className={clsx('max-md:-mx-4', query.isPlaceholderData && 'opacity-60 transition-opacity delay-150')}
      />
      {menu.element}
    </>
  )
}

function useGroupKeys(
  groups: AllGroups,
  targetsOf: (list: readonly AdminGroup[]) => AdminGroupTargets,
): void {
  const { rows, selection, chosen, field, change } = groups
  const atCursor = rows[selection.state.cursorIndex]
  const list = chosen.length > 0 ? chosen : atCursor ? [atCursor] : []
  const { edit } = adminGroupActions(targetsOf(list))
  const focusFilter = () => {
    selection.send({ type: 'clear' })
    requestAnimationFrame(() => field.current?.focus())
  }
  useShortcuts(t('title'), [
    { name: 'groups.filter', label: t('search'), keys: '/', run: focusFilter },
    { name: 'groups.open', label: edit.label, keys: 'Enter' },
    { name: 'groups.select-all', label: t('selectAll'), keys: 'Mod+A', visible: change },
    { name: 'groups.clear', label: t('clearSelection'), keys: 'Esc', visible: change },
  ])
}
