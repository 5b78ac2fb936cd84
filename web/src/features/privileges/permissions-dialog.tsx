import type { Instance } from '@clouddisk/contract/files'
import { useQueries } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { wordsOf } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { RoleSelect } from '../../ui/role-select.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Waiting } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { PermissionRow } from './permission-row.tsx'
import { rowsOf } from './permission-rows.ts'
import { permissionRequests, privilegesQuery, setRole } from './privileges.ts'
import { ENTRY_CHOICES, type EntryChoice, roleWords } from './roles.ts'
import { t } from './strings.ts'

/** Permissions of a group's files; stands once in the page. */
export function PermissionDialogs(): ReactElement | null {
  const request = permissionRequests.useOpen()
  return request ? (
    <PermissionDialog key={request.id} items={request.question} onClose={() => request.answer()} />
  ) : null
}

/** Each is asked about by itself. */
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
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState(false)
  const failed = own.find(({ error }) => error)
  if (failed?.error) {
    const retry = () => own.forEach((query) => void query.refetch())
    return <ErrorState text={wordsOf(failed.error)} onRetry={retry} retrying={failed.isFetching} />
  }
  if (own.some(({ data }) => !data) || above.some(({ isPending }) => isPending)) {
    return (
      <div className="h-[360px]">
        <Waiting />
      </div>
    )
  }
  const rows = rowsOf(
    own.map(({ data = [] }) => data),
    above.flatMap(({ data = [] }) => data),
  )
  const wanted = keyword.trim().toLowerCase()
  const shown = rows.filter(({ name, detail }) => `${name} ${detail}`.toLowerCase().includes(wanted))
  const open = shown.filter(({ canChange }) => canChange)
  const targets = rows.filter(({ principalId }) => chosen.has(principalId))
  const change = async (some: typeof rows, role: EntryChoice) => {
    setBusy(true)
    const changed = await setRole(items, some, role)
    setBusy(false)
    const [only] = some
    if (changed === undefined || !only) return
    const words = role === 'inherit' ? t('inherit') : roleWords(role)
    if (some.length === 1) toast.ok(t('changed', { name: only.name, role: words }))
    else toast.ok(t('changedMany', { count: some.length }))
    setChosen(new Set())
  }
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
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
            onChange={() => setChosen(all ? new Set() : new Set(open.map((row) => row.principalId)))}
            ariaLabel={t('selectAll')}
          />
          {t('members')}
        </div>
        {shown.length === 0 && (
          <p role="status" className="px-5 py-10 text-center text-secondary">
            {t('noMembers', { keyword })}
          </p>
        )}
        <ul aria-label={t('members')}>
          {shown.map((row) => (
            <PermissionRow
              key={row.principalId}
              row={row}
              chosen={chosen.has(row.principalId)}
              onToggle={() => toggle(row.principalId)}
              onRole={(role) => void change([row], role)}
            />
          ))}
        </ul>
      </div>
    </>
  )
}
