import type { AdminPerson } from '@clouddisk/contract/admin-people'
import { type AdminRoleRow, giveRole, takeRole } from '@clouddisk/contract/admin-roles'
import { LIMITS } from '@clouddisk/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useEffect, useState } from 'react'
import { call, errorMessage } from '../../../lib/api.ts'
import { useDebounced } from '../../../lib/debounce.ts'
import { refreshDirectory } from '../../../lib/directory.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { CloseButton } from '../../../ui/close-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import type { OverlayControl } from '../../../ui/overlay-props.ts'
import { SearchField } from '../../../ui/search-field.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.tsx'
import { TwoLines } from '../../../ui/two-lines.tsx'
import { withErrorMessage } from '../../../ui/with-error-message.ts'
import { peopleQuery } from '../data.ts'
import { roleName } from '../role-labels.ts'
import { t } from './strings.ts'

export interface AddHoldersDialogProps extends OverlayControl {
  role: AdminRoleRow
}

/** Searches people and grants them a role in addition to theirs. */
export function AddHoldersDialog({ role, open, onOpenChange }: AddHoldersDialogProps): ReactElement {
  const name = roleName(role)
  const [chosen, setChosen] = useState<ReadonlyMap<string, AdminPerson>>(new Map())
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    if (open) setChosen(new Map())
  }, [open])
  const add = async () => {
    setBusy(true)
    const holders = { roleId: role.roleId, userIds: [...chosen.keys()] }
    const undo = () => withErrorMessage(t('notTaken'), () => call(takeRole, holders).then(refreshDirectory))
    await withErrorMessage(t('notAdded'), async () => {
      const { changed } = await call(giveRole, holders)
      onOpenChange(false)
      toast.ok(t('added', { count: changed }), { action: { label: t('undo'), run: () => void undo() } })
      await refreshDirectory()
    })
    setBusy(false)
  }
  const toggle = (person: AdminPerson) => {
    const next = new Map(chosen)
    if (!next.delete(person.userId)) next.set(person.userId, person)
    setChosen(next)
  }
  const count = chosen.size
  return (
    <Dialog
      flush
      width={600}
      open={open}
      onOpenChange={onOpenChange}
      dirty={chosen.size > 0}
      busy={busy}
      title={t('addTitle', { name })}
      footerStart={count > 0 && <span className="text-secondary text-mut">{t('selected', { count })}</span>}
      footer={
        <>
          <CloseButton />
          <Button
            variant="primary"
            busy={busy}
            disabledReason={count === 0 ? t('chooseSome') : undefined}
            onClick={() => void add()}
          >
            {count === 0 ? t('addHolders') : t('add', { count })}
          </Button>
        </>
      }
    >
      <Candidates role={role} chosen={chosen} onToggle={toggle} />
    </Dialog>
  )
}

interface CandidatesProps {
  role: AdminRoleRow
  chosen: ReadonlyMap<string, AdminPerson>
  onToggle: (person: AdminPerson) => void
}

function Candidates({ role, chosen, onToggle }: CandidatesProps): ReactElement {
  const [typed, setTyped] = useState('')
  const keyword = useDebounced(typed.trim())
  const query = useQuery(
    peopleQuery({ ...(keyword && { keyword }), orderBy: 'accountName', pageSize: LIMITS.searchMax }),
  )
  const list = query.data?.list ?? []
  return (
    <div className="flex h-[min(52vh,440px)] flex-col">
      <div className="px-6 pb-2">
        <SearchField label={t('searchPeople')} value={typed} onChange={setTyped} />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-3 pb-2">
        {query.error && !query.data ? (
          <ErrorState text={errorMessage(query.error)} onRetry={() => void query.refetch()} />
        ) : query.isPending ? (
          <SkeletonRows rows={6} />
        ) : list.length === 0 ? (
          <p role="status" className="py-12 text-center text-secondary text-mut">
            {t('nobodyFound')}
          </p>
        ) : (
          <ul>
            {list.map((person) => {
              const has = person.roles.some(({ roleId }) => roleId === role.roleId)
              return (
                <li key={person.userId}>
                  <Checkbox
                    checked={has || chosen.has(person.userId)}
                    disabled={has}
                    onChange={() => onToggle(person)}
                    className="flex! min-h-12 w-full rounded-m px-3 py-1 text-body! hover:bg-hover"
                    label={
                      <span className="flex min-w-0 flex-1 items-center gap-3 pl-1.5">
                        <Avatar name={person.userRealName} size={28} />
                        <TwoLines
                          className="flex-1"
                          nameClass="text-fg"
                          name={person.userRealName}
                          note={[person.accountName, person.departmentPath.join(' / ')]
                            .filter(Boolean)
                            .join(' · ')}
                        />
                        {has && <span className="text-caption text-mut">{t('hasIt')}</span>}
                      </span>
                    }
                  />
                </li>
              )
            })}
          </ul>
        )}
        {query.data && query.data.total > list.length && (
          <p className="px-3 py-3 text-caption text-mut">{t('firstOnly', { count: list.length })}</p>
        )}
      </div>
    </div>
  )
}
