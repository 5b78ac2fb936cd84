import { type AdminGroup, queryAnyMembers } from '@clouddisk/contract/admin-groups'
import type { Member } from '@clouddisk/contract/groups'
import type { GroupRole } from '@clouddisk/contract/roles'
import { Info } from 'lucide-react'
import { type ReactElement, useMemo, useState } from 'react'
import { call, errorMessage } from '../../../lib/api.ts'
import { useCursorList } from '../../../lib/cursor-list.ts'
import { useDebounced } from '../../../lib/debounce.ts'
import { formatFullDateTime } from '../../../lib/format-date-time.ts'
import { Drawer } from '../../../ui/drawer.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { column } from '../../../ui/list/column.tsx'
import { LoadMoreError } from '../../../ui/load-more-error.tsx'
import type { OverlayControl } from '../../../ui/overlay-props.ts'
import { PrincipalAvatar } from '../../../ui/principal-avatar.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { Select } from '../../../ui/select.tsx'
import type { ColumnDef } from '../../../ui/table/columns.ts'
import { Table } from '../../../ui/table/table.tsx'
import { TwoLines } from '../../../ui/two-lines.tsx'
import { useSelection } from '../../../ui/use-selection.ts'
import { groupRoleName, ROLE_FILTERS } from '../roles.ts'
import { membersKey } from './data.ts'
import { t } from './strings.ts'

export interface MembersDrawerProps extends OverlayControl {
  group: AdminGroup
}

const PAGE_SIZE = 100
const ANY = ''
const NO_ROWS: readonly Member[] = []
const idOf = ({ principalId }: Member) => principalId
const nameOf = ({ name }: Member) => name

/** Who is in a group, for administrators to read. */
export function MembersDrawer({ group, open, onOpenChange }: MembersDrawerProps): ReactElement {
  const [search, setSearch] = useState('')
  const keyword = useDebounced(search.trim())
  const [role, setRole] = useState<GroupRole>()
  const { groupId } = group
  const list = useCursorList({
    queryKey: [...membersKey(groupId), role, keyword],
    ask: (cursor, signal) =>
      call(
        queryAnyMembers,
        {
          groupId,
          keyword,
          pageSize: PAGE_SIZE,
          ...(role !== undefined && { role }),
          ...(cursor !== undefined && { cursor }),
        },
        { signal },
      ),
    idOf,
    name: 'list:members',
  })
  const rows = list.rows ?? NO_ROWS
  const keys = useMemo(() => rows.map((row) => row?.principalId), [rows])
  const selection = useSelection(keys)
  const people = list.first?.memberCount ?? group.memberCount
  return (
    <Drawer
      open={open}
      onOpenChange={onOpenChange}
      side="right"
      width={520}
      title={
        <span className="flex min-w-0 items-baseline gap-2.5">
          <span className="truncate">{t('membersTitle', { name: group.groupName })}</span>
          <span className="tabular shrink-0 text-secondary font-normal text-mut">
            {t('memberCount', { count: people })}
          </span>
        </span>
      }
    >
      <div className="flex h-[calc(100dvh-108px)] flex-col [--bg:var(--pop)]">
        <div className="flex shrink-0 flex-wrap items-center gap-2">
          <SearchField
            label={t('searchMembers')}
            value={search}
            onChange={setSearch}
            className="min-w-40 flex-1"
          />
          <Select<GroupRole | typeof ANY>
            ariaLabel={t('role')}
            className="w-36!"
            value={role ?? ANY}
            onChange={(next) => setRole(next === ANY ? undefined : next)}
            options={[{ value: ANY, label: t('anyRole') }, ...ROLE_FILTERS]}
          />
        </div>
        <div className="mt-3 flex min-h-0 flex-1 flex-col">
          <Table
            label={t('members')}
            columns={columns}
            rows={rows}
            rowLabel={nameOf}
            rowHeight={56}
            className="max-md:-mx-6"
            selection={selection}
            selectable={false}
            onRange={list.show}
            phoneRow={(member) => <Who member={member} withRole />}
            loading={list.rows === undefined && list.error === null}
            empty={
              list.error ? (
                <ErrorState
                  title={t('membersFailed')}
                  text={errorMessage(list.error)}
                  onRetry={() => void list.refresh()}
                  retrying={list.refreshing}
                />
              ) : (
                <EmptyState illustration="search" title={t('noMember')} />
              )
            }
          />
          <LoadMoreError failure={list.stopped} />
        </div>
        <p className="mt-3 flex shrink-0 items-center gap-2 text-caption text-mut">
          <Info size={14} className="shrink-0" aria-hidden />
          {t('membersNote')}
        </p>
      </div>
    </Drawer>
  )
}

const whereOf = (member: Member): string =>
  member.principalType === 'department'
    ? t('wholeDepartment', { people: t('memberCount', { count: member.count }) })
    : [member.detail, member.departments.join(' / '), member.byDepartment && t('byDepartment')]
        .filter(Boolean)
        .join(' · ')

function Who({ member, withRole }: { member: Member; withRole?: boolean }): ReactElement {
  const where = whereOf(member)
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3 pr-2">
      <PrincipalAvatar type={member.principalType} name={member.name} size={32} />
      <TwoLines className="flex-1" name={member.name} note={where} noteTitle={where} />
      {withRole && <span className="text-caption text-mut">{groupRoleName(member.role)}</span>}
    </span>
  )
}

const columns: readonly ColumnDef<Member>[] = [
  column('name', t('member'), { width: 'minmax(160px, 1fr)', fixed: true }, (member) => (
    <Who member={member} />
  )),
  column('joinTime', t('joined'), { width: '104px', from: 768 }, (member) => (
    <time dateTime={member.joinTime} className="tabular truncate text-secondary text-fg-2">
      {formatFullDateTime(member.joinTime).replace(/ [\d:]+$/, '')}
    </time>
  )),
  column('role', t('role'), { width: '96px' }, (member) => (
    <span className="truncate text-secondary">{groupRoleName(member.role)}</span>
  )),
]
