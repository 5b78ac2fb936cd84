import { CLASSIFICATIONS, reclassifyFile } from '@clouddisk/contract/classification'
import type { Instance } from '@clouddisk/contract/files'
import { lengthOf } from '@clouddisk/contract/names'
import type { ReactElement } from 'react'
import { call } from '../../../lib/api.ts'
import { texts } from '../../../lib/i18n.ts'
import { levelName, t as words } from '../../../ui/classification-words.ts'
import { showError } from '../../../ui/failures.ts'
import { Field } from '../../../ui/field.tsx'
import { FormDialog, useSubmission } from '../../../ui/form-dialog.tsx'
import type { DialogControl } from '../../../ui/overlay-props.ts'
import { Select } from '../../../ui/select.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import type { FileOwner } from './data.ts'

const REASON_MAX = 200

const t = texts('admin-classification', {
  title: ['调整“{{name}}”的密级', 'Classification of “{{name}}”'],
  text: [
    '文件夹内的所有内容至少为同一密级。更改会记入审计日志。',
    'Everything in a folder has at least its level. The change is put into the audit log.',
  ],
  reason: ['原因', 'Reason'],
  reasonMissing: ['请填写原因。', 'Enter a reason.'],
  reasonLong: [
    '最多 {{max}} 个字符，现为 {{count}} 个。',
    'At most {{max}} characters; there are {{count}}.',
  ],
  save: ['保存', 'Save'],
  saved: ['密级已改为“{{level}}”', 'Classified as {{level}}'],
  notSaved: ['密级未更改', 'Classification not changed'],
})

function reasonError(reason: string): string | undefined {
  const count = lengthOf(reason.trim())
  if (count === 0) return t('reasonMissing')
  return count > REASON_MAX ? t('reasonLong', { max: REASON_MAX, count }) : undefined
}

export interface ClassifyDialogProps extends DialogControl {
  owner: FileOwner
  item: Instance
  onSaved: () => void
}

/** An administrator sets the classification of somebody's file, and says why. */
export function ClassifyDialog({ owner, item, onSaved, ...control }: ClassifyDialogProps): ReactElement {
  const form = useForm({ level: item.classification, reason: '' }, ({ reason }) => ({
    reason: reasonError(reason),
  }))
  const { level, reason } = form.values
  const send = async () => {
    const { classification } = await call(reclassifyFile, {
      ownerType: owner.type,
      ownerId: owner.id,
      instanceId: item.instanceId,
      level,
      reason: reason.trim(),
    })
    control.onOpenChange(false)
    toast.ok(t('saved', { level: levelName(classification) }))
    onSaved()
  }
  const submission = useSubmission(form, send, (error) => showError(t('notSaved'), error))
  return (
    <FormDialog
      {...control}
      submission={submission}
      title={t('title', { name: item.instanceName })}
      button={t('save')}
      className="flex flex-col gap-4"
    >
      <p className="text-body text-fg-2">{t('text')}</p>
      <Field label={words('classification')}>
        <Select
          value={String(level)}
          onChange={(value) => form.set({ level: Number(value) })}
          options={CLASSIFICATIONS.map((one) => ({ value: String(one), label: levelName(one) }))}
        />
      </Field>
      <Field label={t('reason')} required error={form.errorOf('reason')}>
        <Textarea
          {...form.control('reason')}
          value={reason}
          onChange={(event) => form.set({ reason: event.target.value })}
        />
      </Field>
    </FormDialog>
  )
}
