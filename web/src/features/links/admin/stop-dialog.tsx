import { type AdminLink, LINK_STOP_REASON_MAX } from '@clouddisk/contract/admin-links'
import { lengthOf } from '@clouddisk/contract/names'
import type { ReactElement } from 'react'
import { showError } from '../../../ui/failures.ts'
import { Field } from '../../../ui/field.tsx'
import { FormDialog, useSubmission } from '../../../ui/form-dialog.tsx'
import type { DialogControl } from '../../../ui/overlay-props.ts'
import { Textarea } from '../../../ui/textarea.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { nameOf } from '../words.ts'
import { stopLinks } from './admin-links.ts'
import { t } from './strings.ts'

export interface StopDialogProps extends DialogControl {
  links: readonly AdminLink[]
  onStopped: () => void
}

function reasonError(reason: string): string | undefined {
  const count = lengthOf(reason.trim())
  if (count === 0) return t('reasonMissing')
  return count > LINK_STOP_REASON_MAX ? t('reasonLong', { max: LINK_STOP_REASON_MAX, count }) : undefined
}

/** Asks for the reason that the owners of stopped links read. */
export function StopDialog({ links, onStopped, ...control }: StopDialogProps): ReactElement {
  const form = useForm({ reason: '' }, ({ reason }) => ({ reason: reasonError(reason) }))
  const send = async () => {
    await stopLinks(links, form.values.reason.trim())
    control.onOpenChange(false)
    onStopped()
  }
  const submission = useSubmission(form, send, (error) => showError(t('notStopped'), error))
  const [only] = links
  return (
    <FormDialog
      {...control}
      submission={submission}
      title={
        links.length === 1 && only
          ? t('stopOneTitle', { name: nameOf(only) })
          : t('stopTitle', { count: links.length })
      }
      button={t('confirm')}
      danger
      className="flex flex-col gap-4"
    >
      <p className="text-body text-fg-2">{t(links.length === 1 ? 'stopText' : 'stopManyText')}</p>
      <Field label={t('reason')} required hint={t('reasonHint')} error={form.errorOf('reason')}>
        <Textarea
          {...form.control('reason')}
          value={form.values.reason}
          onChange={(event) => form.set({ reason: event.target.value })}
        />
      </Field>
    </FormDialog>
  )
}
