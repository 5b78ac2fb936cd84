import type { MemberRole } from '@clouddisk/contract/roles'
import { UserPlus, X } from 'lucide-react'
import type { ReactElement } from 'react'
import { useListFocus } from '../../lib/list-focus.ts'
import type { ChosenRecipient, PeopleExtension } from '../../lib/people.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { DialogControl, DialogProps } from '../../ui/overlay-props.ts'
import { PrincipalAvatar } from '../../ui/principal-avatar.tsx'
import { groupRoleName, MEMBER_CHOICES } from './roles.ts'
import { t } from './strings.ts'

export type NewMembers = readonly ChosenRecipient<MemberRole>[]

/** Who is in a new group from its beginning. */
export function FirstMembers(props: {
  members: NewMembers
  onChange: (members: NewMembers) => void
  onPick: () => void
}): ReactElement {
  const { members, onChange, onPick } = props
  const box = useListFocus()
  return (
    <section ref={box} aria-label={t('firstMembers')} className="space-y-2">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-secondary text-fg-2">{t('firstMembers')}</h3>
        <Button size="small" icon={UserPlus} onClick={onPick}>
          {t('chooseMembers')}
        </Button>
      </div>
      {members.length === 0 ? (
        <p className="text-caption text-mut">{t('firstMembersNone')}</p>
      ) : (
        <ul className="max-h-44 overflow-y-auto rounded-m border border-line py-1">
          {members.map((member) => (
            <li key={member.principalId} className="flex h-10 items-center gap-2.5 pr-1 pl-3">
              <PrincipalAvatar type={member.principalType} name={member.name} size={24} />
              <span className="min-w-0 flex-1 truncate text-secondary">{member.name}</span>
              <span className="text-caption text-mut">{groupRoleName(member.role)}</span>
              <IconButton
                size="small"
                icon={X}
                label={t('takeOut', { name: member.name })}
                onClick={() => onChange(members.filter((one) => one !== member))}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The dialog's contents while first members are chosen, in the same window as the form. */
export function membersPicker(
  props: DialogControl & {
    Picker: PeopleExtension['Picker']
    groupName: string
    button: string
    members: NewMembers
    onChange: (members: NewMembers) => void
    onDone: () => void
  },
): DialogProps {
  const { Picker, groupName, button, members, onChange, onDone, ...dialog } = props
  return {
    ...dialog,
    onOpenChange: (open) => !open && onDone(),
    title: t('chooseMembersTitle'),
    description: groupName || undefined,
    width: 860,
    footer: (
      <Button variant="primary" onClick={onDone}>
        {button}
      </Button>
    ),
    children: (
      <Picker
        roles={MEMBER_CHOICES}
        firstRole="editor"
        chosen={members}
        onChange={(next) => onChange(next as NewMembers)}
      />
    ),
  }
}
