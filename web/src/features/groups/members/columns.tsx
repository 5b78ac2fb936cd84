import type { Member } from '@clouddisk/contract/groups'
import type { MemberRole } from '@clouddisk/contract/roles'
import { clsx } from 'clsx'
import { UserMinus } from 'lucide-react'
import type { ReactElement } from 'react'
import { formatFullDateTime } from '../../../lib/format-date-time.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { PrincipalAvatar } from '../../../ui/principal-avatar.tsx'
import { RoleSelect } from '../../../ui/role-select.tsx'
import type { ColumnDef } from '../../../ui/table/columns.ts'
import { groupRoleName, MEMBER_CHOICES, OWNER_CHOICE } from '../roles.ts'
import { t } from '../strings.ts'

export interface MemberCommands {
  /** Whether the caller manages the members. */
  readonly manages: boolean
  readonly setRole: (member: Member, role: MemberRole) => void
  readonly remove: (member: Member) => void
}

const CHOICES = [OWNER_CHOICE, ...MEMBER_CHOICES]

/** Whether somebody's place in the group can be changed: the owner's only by handing over, and with its department. */
export const isChangeable = ({ role, byDepartment }: Member): boolean => role !== 'owner' && !byDepartment

const day = (iso: string) => formatFullDateTime(iso).replace(/ [\d:]+$/, '')

export const membershipSource = (member: Member): string =>
  member.principalType === 'department'
    ? t('sourceDepartment')
    : t(member.byDepartment ? 'sourceWithin' : 'sourcePerson')

const whereOf = (member: Member): string =>
  member.principalType === 'department'
    ? t('wholeDepartment', { people: t('people', { count: member.count }) })
    : member.departments.join(' / ') || member.detail

export const memberColumns = (deeds: MemberCommands): readonly ColumnDef<Member>[] => [
  {
    id: 'name',
    header: t('memberColumn'),
    enableHiding: false,
    enableSorting: false,
    meta: { width: 'minmax(150px, 1fr)' },
    cell: ({ row: { original: member } }) => <Who member={member} />,
  },
  {
    id: 'joinTime',
    accessorKey: 'joinTime',
    sortDescFirst: true,
    header: t('joined'),
    meta: { width: '116px', from: 768 },
    cell: ({ row: { original: member } }) => (
      <time dateTime={member.joinTime} className="truncate text-secondary text-fg-2">
        {day(member.joinTime)}
      </time>
    ),
  },
  {
    id: 'source',
    header: t('source'),
    enableSorting: false,
    meta: { width: '100px', from: 768 },
    cell: ({ row: { original: member } }) => (
      <span className="truncate text-secondary text-fg-2" title={member.invitedBy ?? undefined}>
        {membershipSource(member)}
      </span>
    ),
  },
  {
    id: 'role',
    header: t('role'),
    enableSorting: false,
    meta: { width: '168px' },
    cell: ({ row: { original: member } }) => <MemberRoleMenu member={member} deeds={deeds} />,
  },
]

function Who({ member }: { member: Member }): ReactElement {
  const where = whereOf(member)
  return (
    <span className="flex min-w-0 items-center gap-3">
      <PrincipalAvatar type={member.principalType} name={member.name} size={32} />
      <span className="min-w-0">
        <span className="block truncate text-body">
          {member.name}
          {member.isSelf && <span className="text-mut">{t('me')}</span>}
          {member.frozen && <span className="text-mut">{t('frozenMark')}</span>}
        </span>
        <span className="block truncate text-caption text-mut" title={where}>
          {where}
        </span>
      </span>
    </span>
  )
}

/** A menu with a sentence for each role, where it can be changed; else as wide as one, so that roles stand in a line. */
export function MemberRoleMenu({ member, deeds }: { member: Member; deeds: MemberCommands }): ReactElement {
  if (!deeds.manages || !isChangeable(member))
    return (
      <span className={clsx('shrink-0 truncate px-2.5 text-secondary md:-ml-2.5', deeds.manages && 'w-39')}>
        {groupRoleName(member.role)}
      </span>
    )
  return (
    <span className="flex items-center gap-1 md:-ml-2.5">
      <RoleSelect
        roles={CHOICES}
        value={member.role}
        label={t('roleOf', { name: member.name })}
        width={124}
        onChange={(role) => deeds.setRole(member, role as MemberRole)}
      />
      <IconButton
        size="small"
        icon={UserMinus}
        label={t('remove', { name: member.name })}
        onClick={() => deeds.remove(member)}
      />
    </span>
  )
}
