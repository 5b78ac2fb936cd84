import type { Group, Member } from '@clouddisk/contract/groups'
import type { GroupRole, MemberRole } from '@clouddisk/contract/roles'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeftRight, Info, UserMinus, UserPlus, X } from 'lucide-react'
import { type ReactElement, useMemo, useState } from 'react'
import { useDebounced } from '../../../lib/debounce.ts'
import { groupQuery } from '../../../lib/group.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { showError } from '../../../ui/failures.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { cursorRows } from '../../../ui/list/list-rows.ts'
import { ListState } from '../../../ui/list/list-state.tsx'
import { ListTable } from '../../../ui/list/list-table.tsx'
import { useListPage } from '../../../ui/list/use-list-page.ts'
import type { DialogControl } from '../../../ui/overlay-props.ts'
import { RoleSelect } from '../../../ui/role-select.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { Select } from '../../../ui/select.tsx'
import type { Sort } from '../../../ui/table/columns.ts'
import { showDialog } from '../dialog-state.ts'
import { isManager, isOwner } from '../groups.ts'
import { MEMBER_CHOICES, ROLE_FILTERS } from '../roles.ts'
import { t } from '../strings.ts'
import { AddMembers } from './add-members.tsx'
import { isChangeable, type MemberCommands, MemberPhoneRow, memberColumns } from './columns.tsx'
import { removeGroupMembers, setMemberRole, useMembers } from './members.ts'

const ANY = ''
const idOf = ({ principalId }: Member) => principalId
const nameOf = ({ name }: Member) => name

/** Who is in a group, and under which role (R52, R89, R175, R182). */
export function MembersDialog({ group: listed, ...dialog }: DialogControl & { group: Group }): ReactElement {
  // The current roles and counts, not those of the list that opened the dialog.
  const group = useQuery(groupQuery(listed.groupId)).data ?? listed
  const [adding, setAdding] = useState(false)
  if (adding) return <AddMembers {...dialog} group={group} onBack={() => setAdding(false)} />
  return <MemberList {...dialog} group={group} onAdd={() => setAdding(true)} />
}

function MemberList(props: DialogControl & { group: Group; onAdd: () => void }): ReactElement {
  const { group, onAdd, ...dialog } = props
  const [search, setSearch] = useState('')
  const keyword = useDebounced(search.trim())
  const [role, setRoleFilter] = useState<GroupRole>()
  const [sort, setSort] = useState<Sort>({ column: 'joinTime', direction: 'asc' })
  const members = useMembers({ groupId: group.groupId, keyword, role, orderType: sort.direction })
  const list = useListPage(cursorRows(members), { idOf })
  const may = isManager(group)
  const commands: MemberCommands = {
    manages: may,
    setRole: (member, next) => void setMemberRole(group, [member], next),
    remove: (member) => void removeGroupMembers(group, [member]),
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what they do hangs on the group and the right alone
  const columns = useMemo(() => memberColumns(commands), [group.groupId, may])
  const { items, all } = list.selected
  const chosen = items.filter(isChangeable)
  const people = members.first?.memberCount ?? group.memberCount
  return (
    <Dialog
      {...dialog}
      title={t('members')}
      description={t('membersSubject', { name: group.groupName, people: t('people', { count: people }) })}
      width={860}
      footerStart={
        <p className="flex items-center gap-2 text-caption text-mut">
          <Info size={14} className="shrink-0" aria-hidden />
          {t('byDepartmentNote')}
        </p>
      }
      footer={<Button onClick={() => dialog.onOpenChange(false)}>{t('close')}</Button>}
    >
      <div className="max-md:flex max-md:h-full max-md:flex-col">
        {chosen.length > 0 && may ? (
          <SelectionBar
            group={group}
            count={list.count - (items.length - chosen.length)}
            chosen={async () => (await all()).filter(isChangeable)}
            clear={() => list.selection.send({ type: 'clear' })}
          />
        ) : (
          <div className="flex flex-wrap items-center gap-2">
            <SearchField
              label={t('searchMembers')}
              value={search}
              onChange={setSearch}
              className="max-md:basis-full md:max-w-56"
            />
            <div className="w-30 max-md:flex-1">
              <Select<GroupRole | typeof ANY>
                ariaLabel={t('role')}
                value={role ?? ANY}
                onChange={(next) => setRoleFilter(next === ANY ? undefined : next)}
                options={[{ value: ANY, label: t('anyRole') }, ...ROLE_FILTERS]}
              />
            </div>
            <span className="flex-1 max-md:hidden" />
            {isOwner(group) && !group.handover && may && (
              <Button icon={ArrowLeftRight} onClick={() => showDialog({ kind: 'handover', group })}>
                <span className="max-md:sr-only">
                  {t(group.isLibrary ? 'libraryHandOverShort' : 'handOverShort')}
                </span>
              </Button>
            )}
            {may && (
              <Button variant="primary" icon={UserPlus} onClick={onAdd}>
                {t('addMembers')}
              </Button>
            )}
          </div>
        )}
        <div className="mt-4 flex h-[min(432px,60vh)] flex-col overflow-hidden rounded-l border border-line max-md:-mx-5 max-md:h-auto max-md:min-h-60 max-md:flex-1 max-md:rounded-none max-md:border-x-0 max-md:border-b-0">
          <ListTable
            list={list}
            label={t('membersColumn')}
            columns={columns}
            rowLabel={nameOf}
            rowHeight={56}
            selectable={may}
            sort={sort}
            onSort={setSort}
            phoneRow={(member) => <MemberPhoneRow member={member} commands={commands} />}
            state={
              <ListState
                list={list}
                failedTitle={t('membersFailed')}
                noMatch={{ title: t('noMemberTitle') }}
              />
            }
            className="[&_.sticky]:bg-canvas"
          />
        </div>
      </div>
    </Dialog>
  )
}

/** What is done to several at once; the owner is never among them. */
function SelectionBar(props: {
  group: Group
  count: number
  /** Those that are not loaded yet as well. */
  chosen: () => Promise<readonly Member[]>
  clear: () => void
}): ReactElement {
  const { group, count, chosen, clear } = props
  const [busy, setBusy] = useState(false)
  const act = async (change: (members: readonly Member[]) => Promise<boolean>) => {
    if (busy) return
    setBusy(true)
    try {
      if (await change(await chosen())) clear()
    } catch (error) {
      showError(t('membersFailed'), error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div
      role="toolbar"
      aria-label={t('chosen', { count })}
      className="flex h-9 items-center gap-2 rounded-m bg-accent-soft pr-2 pl-1 max-md:h-11"
    >
      <IconButton size="small" icon={X} label={t('clearSelection')} onClick={clear} />
      <span className="tabular flex-1 text-secondary font-semibold">{t('chosen', { count })}</span>
      <RoleSelect
        roles={MEMBER_CHOICES}
        value={undefined}
        placeholder={t('setRole')}
        width={124}
        label={t('setRole')}
        onChange={(role) => void act((members) => setMemberRole(group, members, role as MemberRole))}
      />
      <Button
        size="small"
        variant="bare"
        danger
        icon={UserMinus}
        busy={busy}
        onClick={() => void act((members) => removeGroupMembers(group, members))}
      >
        {t(group.isLibrary ? 'libraryRemoveChosen' : 'removeChosen')}
      </Button>
    </div>
  )
}
