import { type AdminDirectory, saveDirectory } from '@clouddisk/contract/directories'
import type { DirectoryProtocol } from '@clouddisk/contract/directory-settings'
import { PlugZap } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { call, errorMessage } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { showError } from '../../ui/failures.ts'
import { FormDialog, useSubmission } from '../../ui/form-dialog.tsx'
import type { DialogControl } from '../../ui/overlay-props.ts'
import { toast } from '../../ui/toast.tsx'
import { useForm } from '../../ui/use-form.ts'
import { AccountFields, ScheduleFields } from './account-fields.tsx'
import { DepartmentFields, PeopleFields } from './attribute-fields.tsx'
import { ConnectionFields } from './connection-fields.tsx'
import { refreshDirectories } from './data.ts'
import {
  type DirectoryValues,
  directoryErrors,
  directoryInput,
  directoryValues,
  refusedField,
  withProtocol,
} from './directory-form.ts'
import { GroupFields } from './group-fields.tsx'
import { IdentityFields } from './identity-fields.tsx'
import { Preview, usePreview } from './preview.tsx'
import { ScimGroupFields } from './scim-fields.tsx'
import { t as ofScim } from './scim-strings.ts'
import { Section, WIDE } from './section.tsx'
import { t } from './strings.ts'

export interface DirectoryDialogProps extends DialogControl {
  /** Undefined for a new one. */
  directory: AdminDirectory | undefined
  /** Auditors look. */
  change: boolean
  /** A SCIM directory was made, whose client has to be told of it. */
  onScim: (directory: AdminDirectory) => void
}

/** A directory that is added or changed, and tried before it is saved. */
export function DirectoryDialog({
  directory,
  change,
  onScim,
  ...dialog
}: DirectoryDialogProps): ReactElement {
  const form = useForm<DirectoryValues>(directoryValues(directory), directoryErrors(directory))
  const preview = usePreview()
  const refuse = (title: string) => (error: unknown) => {
    const field = refusedField(error, form.values)
    if (field) form.refuse({ [field]: errorMessage(error) })
    else showError(title, error)
  }
  const input = () => directoryInput(form.values, directory?.directoryId)
  const send = async () => {
    const saved = await call(saveDirectory, input())
    dialog.onOpenChange(false)
    toast.ok(t('saved', { name: saved.name }))
    await refreshDirectories()
    if (!directory && saved.protocol === 'scim') onScim(saved)
  }
  const submission = useSubmission(form, send, refuse(t('notSaved')))
  const [protocol, setProtocol] = useState(form.values.protocol)
  const chooseProtocol = (next: DirectoryProtocol) => {
    setProtocol(next)
    form.set(withProtocol(form.values, next))
  }
  const identity = { form, protocol, isSaved: directory !== undefined, onProtocol: chooseProtocol }
  const isScim = protocol === 'scim'
  const fields = isScim ? (
    <>
      <Section title={t('sectionConnection')}>
        <IdentityFields {...identity} />
        {!directory && <p className={`${WIDE} text-secondary text-mut`}>{ofScim('about')}</p>}
      </Section>
      <DepartmentFields form={form} />
      <ScimGroupFields form={form} directoryId={directory?.directoryId} />
      <AccountFields form={form} />
    </>
  ) : (
    <>
      <ConnectionFields {...identity} hasPassword={directory?.hasPassword ?? false} />
      <PeopleFields form={form} />
      <DepartmentFields form={form} />
      <GroupFields form={form} found={preview.data?.groups ?? []} />
      <AccountFields form={form} />
      <ScheduleFields form={form} />
    </>
  )
  const title = t(change ? (directory ? 'editTitle' : 'newTitle') : 'viewTitle')
  if (!change)
    return (
      <Dialog
        {...dialog}
        width={860}
        title={title}
        footer={<Button onClick={() => dialog.onOpenChange(false)}>{t('close')}</Button>}
      >
        <fieldset disabled className="flex flex-col gap-6">
          {fields}
        </fieldset>
      </Dialog>
    )
  return (
    <FormDialog
      {...dialog}
      width={860}
      submission={submission}
      summary
      title={title}
      button={t(directory ? 'save' : 'create')}
      footerStart={
        !isScim && (
          <Button
            icon={PlugZap}
            busy={preview.isPending}
            onClick={() =>
              form.submit(() => void preview.run({ ...input(), protocol }, refuse(t('tryFailed'))))
            }
          >
            {t('try')}
          </Button>
        )
      }
      className="flex flex-col gap-6"
    >
      {fields}
      <Preview state={preview} />
    </FormDialog>
  )
}
