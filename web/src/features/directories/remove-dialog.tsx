import { type AdminDirectory, removeDirectory } from '@clouddisk/contract/directories'
import { type ReactElement, useState } from 'react'
import { call } from '../../lib/api.ts'
import { showError } from '../../ui/failures.ts'
import { FormDialog, useSubmission } from '../../ui/form-dialog.tsx'
import type { DialogControl } from '../../ui/overlay-props.ts'
import { RadioGroup } from '../../ui/radio.tsx'
import { toast } from '../../ui/toast.tsx'
import { refreshDirectories } from './data.ts'
import { t } from './strings.ts'

type People = 'keep' | 'freeze'

export interface RemoveDialogProps extends DialogControl {
  directory: AdminDirectory
}

/** What becomes of the people of a directory that is removed. */
export function RemoveDialog({ directory, ...dialog }: RemoveDialogProps): ReactElement {
  const { directoryId, name, people: count } = directory
  const [people, setPeople] = useState<People>('keep')
  const form = { dirty: false, errorCount: 0, submit: (send: () => void) => send() }
  const send = async () => {
    await call(removeDirectory, { directoryId, people })
    dialog.onOpenChange(false)
    toast.ok(t('removed', { name }))
    await refreshDirectories()
  }
  const submission = useSubmission(form, send, (error) => showError(t('notRemoved'), error))
  return (
    <FormDialog
      {...dialog}
      width={480}
      submission={submission}
      title={t('removeTitle', { name })}
      button={t('remove')}
      danger
    >
      <p className="mb-3 text-body text-fg-2">{t('removeText', { count })}</p>
      <RadioGroup
        label={t('people')}
        value={people}
        onChange={setPeople}
        options={[
          { value: 'keep', label: t('removeKeep'), hint: t('removeKeepHint') },
          { value: 'freeze', label: t('removeFreeze'), hint: t('removeFreezeHint') },
        ]}
      />
    </FormDialog>
  )
}
