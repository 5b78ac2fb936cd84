import { giveRole, pageRoleHolders, type RoleHolder, takeRole } from '@clouddisk/contract/admin-roles'
import { LIMITS } from '@clouddisk/contract/limits'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowLeft, SearchX, UserMinus, UserPlus, X } from 'lucide-react'
import { type ReactElement, useCallback, useMemo, useState } from 'react'
import type { AdminPageProps } from '../../../lib/admin.ts'
import { call, errorMessage } from '../../../lib/api.ts'
import { useDebounced } from '../../../lib/debounce.ts'
import { refreshDirectory } from '../../../lib/directory.ts'
import { formatDateTime, formatFullDateTime } from '../../../lib/format-date-time.ts'
import { useLastPage } from '../../../lib/last-page.ts'
import { usePhone } from '../../../lib/media-query.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { showError } from '../../../ui/failures.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { peopleIllustration } from '../../../ui/illustrations.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { isSelected } from '../../../ui/selection.ts'
import type { ColumnDef } from '../../../ui/table/columns.ts'
import { Table } from '../../../ui/table/table.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useSelection } from '../../../ui/use-selection.ts'
import { holdersKey, rolesQuery } from '../data.ts'
import { roleName } from '../role-labels.ts'
import { AddHoldersDialog } from './add-holders-dialog.tsx'
import { t } from './strings.ts'

const NOBODY: readonly RoleHolder[] = []
const nameOf = (holder: RoleHolder) => holder.userRealName

/** Who has a role; people are given it and it is taken from them here. */
export function HoldersPage({
  address,
  roleId,
}: Pick<AdminPageProps, 'address'> & { roleId: string }): ReactElement {
  const role = useQuery(rolesQuery).data?.find((one) => one.roleId === roleId)
  const known = useQuery(rolesQuery).isSuccess
  const [typed, setTyped] = useState('')
  const keyword = useDebounced(typed.trim())
  const [page, setPage] = useState(1)
  const [pageSize, setPageSize] = useState<number>(LIMITS.pageSizeDefault)
  const [adding, setAdding] = useState(false)
  const phone = usePhone()
  const asked = { roleId, keyword, pageNo: page, pageSize }
  const query = useQuery({
    queryKey: [...holdersKey, asked],
    queryFn: ({ signal }) => call(pageRoleHolders, asked, { signal }),
    placeholderData: keepPreviousData,
  })
  useLastPage({ page, pageSize, total: query.isPlaceholderData ? undefined : query.data?.total }, setPage)
  const rows = query.data?.list ?? NOBODY
  const keys = useMemo(() => rows.map(({ userId }) => userId), [rows])
  const selection = useSelection(keys)
  const chosen = rows.filter(({ userId }) => isSelected(selection.state, userId))
  const name = role ? roleName(role) : ''
  // Giving roles is a matter of people, which may be the reader's where roles themselves are not.
  const mayGive = role?.canGive === true
  const take = useCallback(
    (people: readonly RoleHolder[]) => void takeFrom(people, roleId, name),
    [roleId, name],
  )
  const operations = useCallback(
    (holder: RoleHolder) => [
      {
        name: 'holder.take',
        label: t('take'),
        icon: UserMinus,
        danger: true,
        visible: mayGive && holder.giveTime !== null,
        run: () => take([holder]),
      },
    ],
    [mayGive, take],
  )
  const phoneRow = useCallback((holder: RoleHolder) => <Who holder={holder} />, [])
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
          <div
            role="toolbar"
            aria-label={t('selectionActions')}
            className="flex h-11 shrink-0 items-center gap-0.5 rounded-l bg-accent-soft px-1.5"
          >
            <IconButton
              size="small"
              icon={X}
              label={t('clearSelection')}
              onClick={() => selection.send({ type: 'clear' })}
            />
            <p className="tabular mr-auto pl-1.5 text-secondary font-semibold">
              {t('selected', { count: chosen.length })}
            </p>
            <Button
              size="small"
              variant="bare"
              danger
              icon={UserMinus}
              disabledReason={
                chosen.every(({ giveTime }) => giveTime === null) ? t('heldByDefault') : undefined
              }
              onClick={() => take(chosen.filter((one) => one.giveTime !== null))}
            >
              {t('take')}
            </Button>
          </div>
        ) : (
          <div className="flex min-h-13 shrink-0 items-center py-1">
            <SearchField
              label={t('searchHolders')}
              value={typed}
              onChange={(next) => {
                setTyped(next)
                setPage(1)
              }}
              className="md:max-w-72"
            />
          </div>
        )}
        <Table
          label={t('holdersOf', { name })}
          columns={holderColumns}
          rows={rows}
          rowLabel={nameOf}
          selection={selection}
          selectable={mayGive}
          operations={phone || !mayGive ? undefined : operations}
          phoneRow={phoneRow}
          rowHeight={52}
          className="max-md:-mx-4"
          loading={query.isPending}
          empty={
            query.error ? (
              <ErrorState
                text={errorMessage(query.error)}
                onRetry={() => void query.refetch()}
                retrying={query.isFetching}
              />
            ) : keyword ? (
              <EmptyState illustration="search" title={t('noHolderMatch')} text={t('noMatchText')}>
                <Button icon={SearchX} onClick={() => setTyped('')}>
                  {t('clear')}
                </Button>
              </EmptyState>
            ) : (
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
            )
          }
        />
      </div>
      {total > 0 && (
        <Pager
          total={total}
          page={page}
          pageSize={pageSize}
          onPage={setPage}
          onPageSize={(size) => {
            setPageSize(size)
            setPage(1)
          }}
          className="min-h-12 shrink-0 border-t border-line px-6 py-1.5 max-md:px-4"
        />
      )}
      {role && <AddHoldersDialog role={role} open={adding} onOpenChange={setAdding} />}
    </div>
  )
}

async function takeFrom(people: readonly RoleHolder[], roleId: string, name: string): Promise<void> {
  if (people.length === 0) return
  const go = await confirm({
    type: 'warning',
    title: t('takeTitle', { count: people.length, name }),
    text: t('takeText'),
    list: people.map((one) => ({ label: one.userRealName, value: one.accountName })),
    confirmText: t('take'),
    danger: true,
  })
  if (!go) return
  const userIds = people.map(({ userId }) => userId)
  try {
    const { changed } = await call(takeRole, { roleId, userIds })
    toast.ok(t('taken', { count: changed }), {
      action: { label: t('undo'), run: () => void giveBack(roleId, userIds) },
    })
    await refreshDirectory()
  } catch (error) {
    showError(t('notTaken'), error)
  }
}

async function giveBack(roleId: string, userIds: string[]): Promise<void> {
  try {
    await call(giveRole, { roleId, userIds })
    await refreshDirectory()
  } catch (error) {
    showError(t('notAdded'), error)
  }
}

const Who = ({ holder }: { holder: RoleHolder }) => (
  <span className="flex min-w-0 items-center gap-3 pr-3">
    <Avatar name={holder.userRealName} size={28} />
    <span className="min-w-0">
      <span className="block truncate text-body">{holder.userRealName}</span>
      <span className="block truncate text-caption text-mut">{holder.accountName}</span>
    </span>
  </span>
)

const holderColumns: readonly ColumnDef<RoleHolder>[] = [
  {
    id: 'accountName',
    header: t('account'),
    enableHiding: false,
    meta: { width: 'minmax(180px, 1fr)' },
    cell: ({ row: { original: holder } }) => <Who holder={holder} />,
  },
  {
    id: 'department',
    header: t('department'),
    meta: { width: 'minmax(140px, 1fr)', from: 768 },
    cell: ({ row: { original: holder } }) => (
      <span className="truncate text-secondary text-fg-2">{holder.departmentPath.join(' / ') || '—'}</span>
    ),
  },
  {
    id: 'giveTime',
    header: t('givenAt'),
    meta: { width: '150px', from: 1024 },
    cell: ({ row: { original: holder } }) => (
      <span
        className="tabular truncate text-secondary text-fg-2"
        title={holder.giveTime ? formatFullDateTime(holder.giveTime) : undefined}
      >
        {holder.giveTime ? formatDateTime(holder.giveTime) : t('byDefault')}
      </span>
    ),
  },
]
