import type { Member } from '@clouddisk/contract/groups'
import type { MemberRole } from '@clouddisk/contract/roles'
import { clsx } from 'clsx'
import { UserMinus } from 'lucide-react'
import type { ReactElement } from 'react'
import { formatFullDateTime } from '../../../lib/format-date-time.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { PhoneRow } from '../../../ui/list/cells.tsx'
import { column } from '../../../ui/list/column.tsx'
import { PrincipalAvatar } from '../../../ui/principal-avatar.tsx'
import { RoleSelect } from '../../../ui/role-select.tsx'
import type { ColumnDef } from '../../../ui/table/columns.ts'
import { TwoLines } from '../../../ui/two-lines.tsx'
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

const membershipSource = (member: Member): string =>
  member.principalType === 'department'
    ? t('sourceDepartment')
    : t(member.byDepartment ? 'sourceWithin' : 'sourcePerson')

const whereOf = (member: Member): string =>
  member.principalType === 'department'
    ? t('wholeDepartment', { people: t('people', { count: member.count }) })
    : member.departments.join(' / ') || member.detail

export const memberColumns = (commands: MemberCommands): readonly ColumnDef<Member>[] => [
  column('name', t('memberColumn'), { width: 'minmax(150px, 1fr)', fixed: true }, (member) => (
    <Who member={member} />
  )),
  column(
    'joinTime',
    t('joined'),
    { width: '116px', from: 768, sort: 'joinTime', descFirst: true },
    (member) => (
      <time dateTime={member.joinTime} className="truncate text-secondary text-fg-2">
        {day(member.joinTime)}
      </time>
    ),
  ),
  column('source', t('source'), { width: '100px', from: 768 }, (member) => (
    <span className="truncate text-secondary text-fg-2" title={member.invitedBy ?? undefined}>
      {membershipSource(member)}
    </span>
  )),
  column('role', t('role'), { width: '168px' }, (member) => (
    <MemberRoleMenu member={member} commands={commands} />
  )),
]

const Name = ({ member }: { member: Member }): ReactElement => (
  <>
    {member.name}
    {member.isSelf && <span className="text-mut">{t('me')}</span>}
    {member.frozen && <span className="text-mut">{t('frozenMark')}</span>}
  </>
)

function Who({ member }: { member: Member }): ReactElement {
  const where = whereOf(member)
  return (
    <span className="flex min-w-0 items-center gap-3">
      <PrincipalAvatar type={member.principalType} name={member.name} size={32} />
      <TwoLines name={<Name member={member} />} note={where} noteTitle={where} />
    </span>
  )
}

/** On a phone: who, and how they became a member; the role's menu behind it. */
export const MemberPhoneRow = (props: { member: Member; commands: MemberCommands }): ReactElement => (
  <PhoneRow
    picture={<PrincipalAvatar type={props.member.principalType} name={props.member.name} size={34} />}
    name={<Name member={props.member} />}
    note={membershipSource(props.member)}
  >
    <MemberRoleMenu {...props} />
  </PhoneRow>
)

/** A menu with a sentence for each role, where it can be changed; else as wide as one, so that roles stand in a line. */
function MemberRoleMenu({ member, commands }: { member: Member; commands: MemberCommands }): ReactElement {
  if (!commands.manages || !isChangeable(member))
    return (
      <span
        className={clsx('shrink-0 truncate px-2.5 text-secondary md:-ml-2.5', commands.manages && 'w-39')}
      >
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
        onChange={(role) => commands.setRole(member, role as MemberRole)}
      />
      <IconButton
        size="small"
        icon={UserMinus}
        label={t('remove', { name: member.name })}
        onClick={() => commands.remove(member)}
      />
    </span>
  )
}
