import type { Member } from '@clouddisk/contract/groups'
import type { ReactElement } from 'react'
import { PrincipalAvatar } from '../../../ui/principal-avatar.tsx'
import { t } from '../strings.ts'
import { type MemberCommands, MemberRoleMenu, membershipSource } from './columns.tsx'

/** On a phone: who, and how they came in; the role's menu behind it. */
export const MemberPhoneRow = ({
  member,
  deeds,
}: {
  member: Member
  deeds: MemberCommands
}): ReactElement => (
  <span className="flex min-w-0 flex-1 items-center gap-3">
    <PrincipalAvatar type={member.principalType} name={member.name} size={34} />
    <span className="min-w-0 flex-1">
      <span className="block truncate text-section">
        {member.name}
        {member.isSelf && <span className="text-mut">{t('me')}</span>}
        {member.frozen && <span className="text-mut">{t('frozenMark')}</span>}
      </span>
      <span className="block truncate text-caption text-mut">{membershipSource(member)}</span>
    </span>
    <MemberRoleMenu member={member} deeds={deeds} />
  </span>
)
