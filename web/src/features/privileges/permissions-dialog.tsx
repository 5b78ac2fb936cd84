import type { Instance } from '@clouddisk/contract/files'
import { useQueries, useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { useDebounced } from '../../lib/debounce.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { RoleSelect } from '../../ui/role-select.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { ShowNext, useListHead } from '../../ui/show-next.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { PermissionRow } from './permission-row.tsx'
import { type PermissionRowData, permissionRows } from './permission-rows.ts'
import { groupMembersQuery, permissionRequests, privilegesQuery, setItemRole } from './privileges.ts'
import { ENTRY_CHOICES, type EntryChoice, groupFileRoleLabel } from './roles.ts'
import { t } from './strings.ts'

/** Permissions of a group's files; stands once in the page. */
export function PermissionDialogs(): ReactElement | null {
  const request = permissionRequests.useOpen()
  return request ? (
    <PermissionDialog key={request.id} items={request.question} onClose={() => request.answer()} />
  ) : null
}

/** One request for each item. */
const ITEMS_MAX = 50

function PermissionDialog(props: { items: readonly Instance[]; onClose: () => void }): ReactElement {
  const { items, onClose } = props
  const [first] = items
  const subject = items.length === 1 && first ? first.instanceName : t('items', { count: items.length })
  return (
    <Dialog
      open
      width={640}
      onOpenChange={(open) => !open && onClose()}
      title={t('permissions')}
      description={subject}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('done')}
        </Button>
      }
    >
      <p className="mb-3 text-caption text-mut">{t('permissionsHint')}</p>
      {items.length > ITEMS_MAX ? (
        <p role="alert" className="py-6 text-center text-secondary">
          {t('tooMany', { max: ITEMS_MAX })}
        </p>
      ) : (
        <Members items={items} />
      )}
    </Dialog>
  )
}

function Members({ items }: { items: readonly Instance[] }): ReactElement {
  const parents = [...new Set(items.map(({ parentId }) => parentId))]
  const own = useQueries({ queries: items.map(({ instanceId }) => privilegesQuery(instanceId)) })
  const above = useQueries({
    queries: parents.map((parentId) => ({ ...privilegesQuery(parentId), retry: false })),
  })
  const [keyword, setKeyword] = useState('')
  // Whole rows: a later search does not find them all again.
  const [chosen, setChosen] = useState<ReadonlyMap<string, PermissionRowData>>(new Map())
  const [busy, setBusy] = useState(false)
  const groupId = items[0]?.groupId ?? null
  const settled = useDebounced(keyword.trim())
  const found = useQuery({
    ...groupMembersQuery(groupId ?? '', settled),
    enabled: groupId !== null && settled !== '',
  })
  const searching =
    groupId !== null && keyword.trim() !== '' && (settled !== keyword.trim() || found.isPending)
  const failed = own.find(({ error }) => error)
  if (failed?.error) {
    const retry = () => own.forEach((query) => void query.refetch())
    return <ErrorState text={errorMessage(failed.error)} onRetry={retry} retrying={failed.isFetching} />
  }
  if (own.some(({ data }) => !data) || above.some(({ isPending }) => isPending)) {
    return (
      <div className="h-[360px]">
        <Loading />
      </div>
    )
  }
  const named = permissionRows(
    own.map(({ data = [] }) => data),
    above.flatMap(({ data = [] }) => data),
  )
  // Those without a row of their own come behind; the server also finds names by how they are spelled.
  const inside = keyword.trim() === '' || searching ? [] : (found.data ?? [])
  const rows = [
    ...named,
    ...inside.filter((one) => named.every(({ principalId }) => principalId !== one.principalId)),
  ]
  const text = keyword.trim().toLowerCase()
  const matches = ({ name, detail, principalId }: PermissionRowData) =>
    `${name} ${detail}`.toLowerCase().includes(text) || inside.some((one) => one.principalId === principalId)
  const shown = rows.filter(matches)
  const open = shown.filter(({ canChange }) => canChange)
  const targets = [...chosen.values()]
  const choose = (some: typeof rows, on: boolean) =>
    setChosen((now) => {
      const next = new Map(now)
      for (const row of some) {
        if (on) next.set(row.principalId, row)
        else next.delete(row.principalId)
      }
      return next
    })
  const change = async (some: typeof rows, role: EntryChoice) => {
    setBusy(true)
    const changed = await setItemRole(items, some, role)
    setBusy(false)
    const [only] = some
    if (!changed || !only) return
    const label = role === 'inherit' ? t('inherit') : groupFileRoleLabel(role)
    if (some.length === 1) toast.ok(t('changed', { name: only.name, role: label }))
    else toast.ok(t('changedMany', { count: some.length }))
    choose(some, false)
  }
  const all = open.length > 0 && open.every(({ principalId }) => chosen.has(principalId))
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <SearchField
          label={t('searchMembers')}
          value={keyword}
          onChange={setKeyword}
          className="max-w-60 max-md:max-w-none"
        />
        {targets.length > 0 && (
          <span className="ml-auto flex items-center gap-2 text-secondary text-fg-2">
            {t('setChosen', { count: targets.length })}
            <RoleSelect
              framed
              roles={ENTRY_CHOICES}
              value={undefined}
              placeholder={t('chooseRole')}
              label={t('setChosen', { count: targets.length })}
              onChange={(role) => void change(targets, role as EntryChoice)}
            />
          </span>
        )}
      </div>
      <div
        aria-busy={busy}
        className="mt-3 h-[360px] overflow-y-auto rounded-l border border-line max-md:h-[calc(100dvh-300px)]"
      >
        <div className="sticky top-0 z-10 flex h-9 items-center gap-3 border-b border-line bg-pop px-3 text-caption text-mut">
          <Checkbox
            checked={all}
            indeterminate={!all && chosen.size > 0}
            onChange={() => choose(open, !all)}
            ariaLabel={t('selectAll')}
          />
          {t('members')}
        </div>
        {shown.length === 0 && (
          <p role="status" className="px-5 py-10 text-center text-secondary">
            {searching ? t('searching') : t('noMembers', { keyword })}
          </p>
        )}
        <MemberRows
          rows={shown}
          chosen={chosen}
          onToggle={(row) => choose([row], !chosen.has(row.principalId))}
          onRole={(row, role) => void change([row], role)}
        />
        {found.error && keyword.trim() !== '' && (
          <p role="alert" className="px-5 py-3 text-secondary text-danger">
            {t('notSearched', { reason: errorMessage(found.error) })}
          </p>
        )}
        {groupId !== null && keyword.trim() === '' && (
          <p className="px-3 py-3 text-caption text-mut">{t('findMore')}</p>
        )}
      </div>
    </>
  )
}

function MemberRows(props: {
  rows: readonly PermissionRowData[]
  chosen: ReadonlyMap<string, PermissionRowData>
  onToggle: (row: PermissionRowData) => void
  onRole: (row: PermissionRowData, role: EntryChoice) => void
}): ReactElement {
  const { rows, chosen, onToggle, onRole } = props
  const first = useListHead(rows)
  return (
    <>
      <ul aria-label={t('members')}>
        {first.shown.map((row) => (
          <PermissionRow
            key={row.principalId}
            row={row}
            chosen={chosen.has(row.principalId)}
            onToggle={() => onToggle(row)}
            onRole={(role) => onRole(row, role)}
          />
        ))}
      </ul>
      <ShowNext of={first} />
    </>
  )
}
