import type { Instance } from '@clouddisk/contract/files'
import { nameReasonText } from '@clouddisk/contract/name-reasons'
import { renameFault, splitName } from '@clouddisk/contract/names'
import { type ReactElement, useRef } from 'react'
import { errorMessage } from '../../lib/api.ts'
import { extensionFor } from '../../lib/extension-points.ts'
import { language } from '../../lib/i18n.ts'
import { limits } from '../../lib/limits.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog, useSubmission } from '../../ui/form-dialog.tsx'
import { Input } from '../../ui/input.tsx'
import { useForm } from '../../ui/use-form.ts'
import { isFolder } from './open.ts'
import { t } from './strings.ts'

/** Asks for the new name of a found item. */
export function RenameDialog({ item, onClose }: { item: Instance; onClose: () => void }): ReactElement {
  const { instanceName } = item
  const selected = useRef(false)
  const form = useForm({ name: instanceName }, ({ name }) => {
    const fault = renameFault(name.trim(), instanceName, isFolder(item), limits().renameMax)
    return { name: fault && nameReasonText(fault, language) }
  })
  const send = async () => {
    const name = form.values.name.trim()
    if (name !== instanceName) await extensionFor('fileActions')?.rename(item, name)
    onClose()
  }
  const submission = useSubmission(form, send, (error) => form.refuse({ name: errorMessage(error) }))
  return (
    <FormDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('rename')}
      submission={submission}
      button={t('rename')}
    >
      <Field label={t('name')} error={form.errorOf('name')}>
        <Input
          {...form.control('name')}
          value={form.values.name}
          // Without the extension, which people keep.
          onFocus={({ target }) => {
            if (!selected.current && !isFolder(item))
              target.setSelectionRange(0, splitName(instanceName).base.length)
            selected.current = true
          }}
          onChange={(event) => form.set({ name: event.target.value })}
        />
      </Field>
    </FormDialog>
  )
}
