import type { Group } from '@clouddisk/contract/groups'
import type { MemberRole } from '@clouddisk/contract/roles'
import { type ReactElement, useState } from 'react'
import { useExtension } from '../../../lib/extension-points.ts'
import type { ChosenRecipient } from '../../../lib/people.ts'
import { Button } from '../../../ui/button.tsx'
import { confirmDiscard } from '../../../ui/confirm-discard.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import type { DialogControl } from '../../../ui/overlay-props.ts'
import { MEMBER_CHOICES } from '../roles.ts'
import { t } from '../strings.ts'
import { addGroupMembers, useMembersAmong } from './members.ts'

/** Choosing whom to add, in the place of the list of members. */
export function AddMembers(props: DialogControl & { group: Group; onBack: () => void }): ReactElement {
  const { group, onBack, ...dialog } = props
  const people = useExtension('people')
  const [chosen, setChosen] = useState<readonly ChosenRecipient<MemberRole>[]>([])
  const [busy, setBusy] = useState(false)
  const { within, look } = useMembersAmong(group.groupId)
  const without = Object.fromEntries([...within].map((id) => [id, t('alreadyIn')]))
  const send = async () => {
    setBusy(true)
    const done = await addGroupMembers(group, chosen)
    setBusy(false)
    if (done) onBack()
  }
  const back = async () => {
    if (!busy && (chosen.length === 0 || (await confirmDiscard()))) onBack()
  }
  return (
    <Dialog
      {...dialog}
      dirty={chosen.length > 0}
      busy={busy}
      title={t('addTitle')}
      description={group.groupName}
      width={860}
      footer={
        <>
          <Button onClick={() => void back()}>{t('cancel')}</Button>
          <Button
            variant="primary"
            busy={busy}
            onClick={() => (chosen.length > 0 ? void send() : undefined)}
            disabledReason={chosen.length === 0 ? t('chooseMembers') : undefined}
          >
            {chosen.length > 0 ? t('addCount', { count: chosen.length }) : t('addMembers')}
          </Button>
        </>
      }
    >
      {people && (
        <people.Picker
          roles={MEMBER_CHOICES}
          firstRole="editor"
          without={without}
          onListed={(listed) => void look(listed.map(({ principalId }) => principalId))}
          chosen={chosen}
          onChange={(next) => setChosen(next as readonly ChosenRecipient<MemberRole>[])}
        />
      )}
    </Dialog>
  )
}
