import type { Instance } from '@clouddisk/contract/files'
import { VERSION_NAME_MAX, type Version } from '@clouddisk/contract/versions'
import type { ReactElement } from 'react'
import { showError } from '../../ui/failures.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog, useSubmission } from '../../ui/form-dialog.tsx'
import { Input } from '../../ui/input.tsx'
import { useForm } from '../../ui/use-form.ts'
import { pin } from './mutations.ts'
import { t } from './strings.ts'

/** Pins a version, with a name if one is given, or changes the name. */
export function PinDialog(props: { item: Instance; version: Version; onClose: () => void }): ReactElement {
  const { item, version, onClose } = props
  const form = useForm({ name: version.name ?? '' }, ({ name }) => ({
    name: name.trim().length > VERSION_NAME_MAX ? t('pinNameLong', { max: VERSION_NAME_MAX }) : undefined,
  }))
  const send = async () => {
    await pin(item, version, form.values.name.trim())
    onClose()
  }
  const submission = useSubmission(form, send, (error) => showError(t('notPinned'), error))
  return (
    <FormDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('pinTitle', { no: version.versionNo })}
      description={t('pinText')}
      submission={submission}
      button={t(version.pinned ? 'save' : 'pinButton')}
    >
      <Field label={t('pinName')} error={form.errorOf('name')}>
        <Input
          {...form.control('name')}
          value={form.values.name}
          placeholder={t('pinNamePlaceholder')}
          maxLength={256}
          onChange={(event) => form.set({ name: event.target.value })}
        />
      </Field>
    </FormDialog>
  )
}
