import { type QuarantinedContent, RELEASE_REASON_MAX } from '@clouddisk/contract/antivirus'
import { lengthOf } from '@clouddisk/contract/names'
import type { ReactElement } from 'react'
import { showError } from '../../ui/failures.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog, useSubmission } from '../../ui/form-dialog.tsx'
import type { DialogControl } from '../../ui/overlay-props.ts'
import { Textarea } from '../../ui/textarea.tsx'
import { useForm } from '../../ui/use-form.ts'
import { nameOf, release } from './data.ts'
import { t } from './strings.ts'

export interface ReleaseDialogProps extends DialogControl {
  content: QuarantinedContent
}

function reasonError(reason: string): string | undefined {
  const count = lengthOf(reason.trim())
  if (count === 0) return t('reasonMissing')
  return count > RELEASE_REASON_MAX ? t('reasonLong', { max: RELEASE_REASON_MAX, count }) : undefined
}

/** Asks why content is declared clean. */
export function ReleaseDialog({ content, ...control }: ReleaseDialogProps): ReactElement {
  const form = useForm({ reason: '' }, ({ reason }) => ({ reason: reasonError(reason) }))
  const send = async () => {
    await release(content, form.values.reason.trim())
    control.onOpenChange(false)
  }
  const submission = useSubmission(form, send, (error) => showError(t('notReleased'), error))
  return (
    <FormDialog
      {...control}
      submission={submission}
      title={t('releaseTitle', { name: nameOf(content) })}
      button={t('release')}
      danger
      className="flex flex-col gap-4"
    >
      <p className="text-body text-fg-2">{t('releaseText')}</p>
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
