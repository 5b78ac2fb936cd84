import { giveRole, type RoleHolder, takeRole } from '@clouddisk/contract/admin-roles'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, UserMinus, UserPlus } from 'lucide-react'
import { type ReactElement, useCallback, useState } from 'react'
import type { Action } from '../../../lib/action.ts'
import type { AdminPageProps } from '../../../lib/admin.ts'
import { call } from '../../../lib/api.ts'
import { useDebounced } from '../../../lib/debounce.ts'
import { refreshDirectory } from '../../../lib/directory.ts'
import { formatDateTime, formatFullDateTime } from '../../../lib/format-date-time.ts'
import { useLastPage } from '../../../lib/last-page.ts'
import { Button } from '../../../ui/button.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { peopleIllustration } from '../../../ui/illustrations.tsx'
import { PersonCell } from '../../../ui/list/cells.tsx'
import { column } from '../../../ui/list/column.tsx'
import { ListPager } from '../../../ui/list/list-pager.tsx'
import { queryRows } from '../../../ui/list/list-rows.ts'
import { ListState } from '../../../ui/list/list-state.tsx'
import { ListTable } from '../../../ui/list/list-table.tsx'
import { useLocalPages } from '../../../ui/list/local-view.ts'
import { SelectionBar } from '../../../ui/list/selection-bar.tsx'
import { useListPage } from '../../../ui/list/use-list-page.ts'
import { SearchField } from '../../../ui/search-field.tsx'
import type { ColumnDef } from '../../../ui/table/columns.ts'
import { toast } from '../../../ui/toast.tsx'
import { withErrorMessage } from '../../../ui/with-error-message.ts'
import { holdersQuery, rolesQuery } from '../data.ts'
import { roleName } from '../role-labels.ts'
import { AddHoldersDialog } from './add-holders-dialog.tsx'
import { t } from './strings.ts'

const idOf = (holder: RoleHolder) => holder.userId
const nameOf = (holder: RoleHolder) => holder.userRealName

/** The people who have a role; the role is granted and revoked here. */
export function HoldersPage({
  address,
  roleId,
}: Pick<AdminPageProps, 'address'> & { roleId: string }): ReactElement {
  const role = useQuery(rolesQuery).data?.find((one) => one.roleId === roleId)
  const known = useQuery(rolesQuery).isSuccess
  const [typed, setTyped] = useState('')
  const keyword = useDebounced(typed.trim())
  const pages = useLocalPages()
  const { page, pageSize, toPage } = pages
  const [adding, setAdding] = useState(false)
  const query = useQuery(holdersQuery({ roleId, keyword, pageNo: page, pageSize }))
  useLastPage({ page, pageSize, total: query.isPlaceholderData ? undefined : query.data?.total }, toPage)
  const list = useListPage(queryRows(query, query.data?.list), { idOf })
  const { items: chosen } = list.selected
  const name = role ? roleName(role) : ''
  // Granting a role needs the right to change people, not roles.
  const mayGive = role?.canGive === true
  const take = useCallback(
    (people: readonly RoleHolder[]) => void takeFrom(people, roleId, name),
    [roleId, name],
  )
  const operations = useCallback(
    (holder: RoleHolder) => [
      { ...takeAction(() => take([holder])), visible: mayGive && holder.giveTime !== null },
    ],
    [mayGive, take],
  )
  if (known && !role)
    return (
      <ErrorState title={t('failed')} text={t('roleGone')}>
        <Button icon={ArrowLeft} onClick={() => address.go('')}>
          {t('back')}
        </Button>
      </ErrorState>
    )
  const total = query.data?.total ?? 0
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex min-h-0 flex-1 flex-col px-6 max-md:px-4">
        <div className="flex min-h-15 shrink-0 flex-wrap items-center gap-2 py-2.5">
          <IconButton icon={ArrowLeft} label={t('back')} onClick={() => address.go('')} className="-ml-2" />
          <h1 className="text-page font-semibold">{role && t('holdersOf', { name })}</h1>
          <p className="tabular ml-1 text-secondary text-mut">
            {query.data && t('people', { count: total })}
          </p>
          <span className="flex-1" />
          {mayGive && (
            <Button variant="primary" icon={UserPlus} onClick={() => setAdding(true)}>
              {t('addHolders')}
            </Button>
          )}
        </div>
        {mayGive && chosen.length > 0 ? (
          <SelectionBar
            label={t('selectionActions')}
            text={t('selected', { count: chosen.length })}
            endActions={[
              {
                ...takeAction(() => take(chosen.filter((one) => one.giveTime !== null))),
                disabled: chosen.every(({ giveTime }) => giveTime === null) ? t('heldByDefault') : undefined,
              },
            ]}
            hideLabel={() => undefined}
            onClear={list.clearSelection}
          />
        ) : (
          <div className="flex min-h-13 shrink-0 items-center py-1">
            <SearchField
              label={t('searchHolders')}
              value={typed}
              onChange={(next) => {
                setTyped(next)
                toPage(1)
              }}
              className="md:max-w-72"
            />
          </div>
        )}
        <ListTable
          list={list}
          label={t('holdersOf', { name })}
          columns={holderColumns}
          rowLabel={nameOf}
          selectable={mayGive}
          operations={mayGive ? operations : undefined}
          phoneRow={personCell}
          rowHeight={52}
          state={
            <ListState
              list={list}
              noMatch={
                keyword !== '' && {
                  title: t('noHolderMatch'),
                  text: t('noMatchText'),
                  clearText: t('clear'),
                  onClear: () => setTyped(''),
                }
              }
            >
              <EmptyState
                illustration={peopleIllustration}
                title={t('noHolders')}
                text={mayGive ? t('noHoldersText') : undefined}
              >
                {mayGive && (
                  <Button icon={UserPlus} onClick={() => setAdding(true)}>
                    {t('addHolders')}
                  </Button>
                )}
              </EmptyState>
            </ListState>
          }
          className="max-md:-mx-4"
        />
      </div>
      <ListPager pages={pages} total={total} />
      {role && <AddHoldersDialog role={role} open={adding} onOpenChange={setAdding} />}
    </div>
  )
}

const takeAction = (run: () => void): Action => ({
  name: 'holder.take',
  label: t('take'),
  icon: UserMinus,
  danger: true,
  run,
})

async function takeFrom(people: readonly RoleHolder[], roleId: string, name: string): Promise<void> {
  if (people.length === 0) return
  const sure = await confirm({
    type: 'warning',
    title: t('takeTitle', { count: people.length, name }),
    text: t('takeText'),
    list: people.map((one) => ({ label: one.userRealName, value: one.accountName })),
    confirmText: t('take'),
    danger: true,
  })
  if (!sure) return
  const holders = { roleId, userIds: people.map(({ userId }) => userId) }
  await withErrorMessage(t('notTaken'), async () => {
    const { changed } = await call(takeRole, holders)
    toast.ok(t('taken', { count: changed }), {
      action: {
        label: t('undo'),
        run: () => void withErrorMessage(t('notAdded'), () => call(giveRole, holders).then(refreshDirectory)),
      },
    })
    await refreshDirectory()
  })
}

const personCell = (holder: RoleHolder) => (
  <PersonCell name={holder.userRealName} account={holder.accountName} />
)

const holderColumns: readonly ColumnDef<RoleHolder>[] = [
  column('accountName', t('account'), { width: 'minmax(180px, 1fr)', fixed: true }, personCell),
  column('department', t('department'), { width: 'minmax(140px, 1fr)', from: 768 }, (holder) => (
    <span className="truncate text-secondary text-fg-2">{holder.departmentPath.join(' / ') || '—'}</span>
  )),
  column('giveTime', t('givenAt'), { width: '150px', from: 1024 }, (holder) => (
    <span
      className="tabular truncate text-secondary text-fg-2"
      title={holder.giveTime ? formatFullDateTime(holder.giveTime) : undefined}
    >
      {holder.giveTime ? formatDateTime(holder.giveTime) : t('byDefault')}
    </span>
  )),
]
