import { type AdminRoleRow, removeRole } from '@clouddisk/contract/admin-roles'
import { PERMISSION_ITEMS } from '@clouddisk/contract/roles'
import { useQuery } from '@tanstack/react-query'
import { Copy, Ellipsis, Eye, Pencil, Plus, Trash2, Users } from 'lucide-react'
import { type ReactElement, useCallback, useMemo, useState } from 'react'
import type { Action, ActionGroup } from '../../../lib/action.ts'
import type { AdminPageProps } from '../../../lib/admin.ts'
import { call } from '../../../lib/api.ts'
import { refreshDirectory } from '../../../lib/directory.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { column } from '../../../ui/list/column.tsx'
import { queryRows } from '../../../ui/list/list-rows.ts'
import { ListState } from '../../../ui/list/list-state.tsx'
import { ListTable } from '../../../ui/list/list-table.tsx'
import { useListPage } from '../../../ui/list/use-list-page.ts'
import { SearchField } from '../../../ui/search-field.tsx'
import type { ColumnDef } from '../../../ui/table/columns.ts'
import { toast } from '../../../ui/toast.tsx'
import { useDialogState } from '../../../ui/use-dialog-state.ts'
import { withErrorMessage } from '../../../ui/with-error-message.ts'
import { rolesQuery } from '../data.ts'
import { roleDescription, roleName } from '../role-labels.ts'
import { HoldersPage } from './holders-page.tsx'
import { RoleDialog, type RoleDialogProps } from './role-dialog.tsx'
import { scopeText } from './role-scope.ts'
import { t } from './strings.ts'

/** Roles: presets and custom ones (R97, R187-R189, R226). */
export function RolesPage(props: AdminPageProps): ReactElement {
  usePageTitle(t('title'))
  const { address } = props
  return address.rest ? (
    <HoldersPage key={address.rest} {...props} roleId={address.rest} />
  ) : (
    <RoleList {...props} />
  )
}

const NONE: readonly AdminRoleRow[] = []
const idOf = (role: AdminRoleRow) => role.roleId

function RoleList({ change, address }: AdminPageProps): ReactElement {
  const query = useQuery(rolesQuery)
  const [keyword, setKeyword] = useState('')
  const dialog = useDialogState<Pick<RoleDialogProps, 'role' | 'mode'>>()
  const rows = useMemo(() => {
    const text = keyword.trim().toLowerCase()
    return (query.data ?? NONE).filter((role) => roleName(role).toLowerCase().includes(text))
  }, [query.data, keyword])
  const list = useListPage(queryRows(query, rows), { idOf })
  const { show } = dialog
  const actions = useCallback(
    (role: AdminRoleRow) => {
      const own = change && !role.preset
      return {
        open: {
          name: 'role.open',
          label: t(own ? 'edit' : 'details'),
          icon: own ? Pencil : Eye,
          keys: 'Enter',
          run: () => show({ role, mode: own ? 'edit' : 'view' }),
        },
        holders: {
          name: 'role.holders',
          label: t('showHolders'),
          icon: Users,
          run: () => address.go(role.roleId),
        },
        copy: {
          name: 'role.copy',
          label: t('copyAsNew'),
          icon: Copy,
          visible: change,
          run: () => show({ role, mode: 'new' }),
        },
        remove: {
          name: 'role.remove',
          label: t('remove'),
          icon: Trash2,
          danger: true,
          visible: own,
          run: () => void remove(role),
        },
      } satisfies Record<string, Action>
    },
    [change, address, show],
  )
  const menuOf = (role: AdminRoleRow): readonly ActionGroup[] => {
    const one = actions(role)
    return [[one.open, one.holders], [one.copy], [one.remove]]
  }
  const operations = useCallback(
    (role: AdminRoleRow): readonly Action[] => {
      const { open: first, holders } = actions(role)
      return [first, holders, { name: 'role.more', label: t('more'), icon: Ellipsis, visible: change }]
    },
    [actions, change],
  )
  const presets = (query.data ?? NONE).filter(({ preset }) => preset).length
  return (
    <div className="flex h-full min-h-0 flex-col px-6 max-md:px-4">
      <div className="flex min-h-15 shrink-0 flex-wrap items-center gap-3 py-2.5">
        <h1 className="text-page font-semibold max-md:sr-only">{t('title')}</h1>
        <p className="tabular text-secondary text-mut max-md:hidden">
          {query.data && t('intro', { presets, custom: query.data.length - presets })}
        </p>
        <span className="flex-1" />
        {change && (
          <Button variant="primary" icon={Plus} onClick={() => show({ role: undefined, mode: 'new' })}>
            {t('newRole')}
          </Button>
        )}
      </div>
      <div className="flex min-h-13 shrink-0 items-center py-1">
        <SearchField label={t('search')} value={keyword} onChange={setKeyword} className="md:max-w-72" />
      </div>
      <ListTable
        list={list}
        label={t('list')}
        columns={roleColumns}
        rowLabel={roleName}
        selectable={false}
        onOpen={(role) => actions(role).open.run()}
        menu={(_, role) => menuOf(role)}
        operations={operations}
        phoneRow={phoneRow}
        rowHeight={56}
        state={
          <ListState
            list={list}
            failedTitle={t('failed')}
            noMatch={{
              title: t('noMatch', { keyword: keyword.trim() }),
              text: t('noMatchText'),
              clearText: t('clear'),
              onClear: () => setKeyword(''),
            }}
          />
        }
        className="max-md:-mx-4"
      />
      {dialog.shown && <RoleDialog key={dialog.key} change={change} {...dialog.shown} {...dialog.control} />}
    </div>
  )
}

const Name = ({ role }: { role: AdminRoleRow }) => (
  <span className="min-w-0 flex-1 pr-3">
    <span className="flex min-w-0 items-center gap-2">
      <span className="truncate text-body" title={roleName(role)}>
        {roleName(role)}
      </span>
      {role.preset && <Chip>{t('preset')}</Chip>}
    </span>
    <span className="block truncate text-caption text-mut">{roleDescription(role)}</span>
  </span>
)

const phoneRow = (role: AdminRoleRow) => <Name role={role} />

function itemText({ items, admin }: AdminRoleRow): string {
  const count = items.filter((item) => PERMISSION_ITEMS.includes(item)).length
  if (count === 0) return t(admin ? 'byAdmin' : 'noItems')
  return t(count === PERMISSION_ITEMS.length ? 'allItems' : 'someItems', { count })
}

const roleColumns: readonly ColumnDef<AdminRoleRow>[] = [
  column('roleName', t('name'), { width: 'minmax(200px, 1.6fr)', fixed: true }, (role) => (
    <Name role={role} />
  )),
  column('type', t('type'), { width: '96px', from: 768 }, (role) => t(role.type)),
  column('scope', t('scope'), { width: 'minmax(120px, 1fr)', from: 1024 }, scopeText),
  column('items', t('permissions'), { width: '110px', from: 1024 }, itemText),
  column('holders', t('holders'), { width: '150px', from: 768 }, (role) =>
    t('people', { count: role.holders }),
  ),
]

async function remove({ roleId, roleName: name }: AdminRoleRow): Promise<void> {
  const sure = await confirm({
    type: 'warning',
    title: t('removeTitle', { name }),
    text: t('removeText'),
    confirmText: t('remove'),
    confirmIcon: Trash2,
    danger: true,
  })
  if (!sure) return
  await withErrorMessage(t('notRemoved'), async () => {
    await call(removeRole, { roleId })
    toast.ok(t('removed', { name }))
    await refreshDirectory()
  })
}
