import { ApiError } from '@clouddisk/client/http/errors'
import { isAccountName } from '@clouddisk/contract/names'
import { createServiceAccount } from '@clouddisk/contract/tokens'
import { type ReactElement, useState } from 'react'
import { call, errorMessage } from '../../../lib/api.ts'
import { refreshDirectory } from '../../../lib/directory.ts'
import { limits } from '../../../lib/limits.ts'
import { showError } from '../../../ui/failures.ts'
import { Field } from '../../../ui/field.tsx'
import { FormDialog, useSubmission } from '../../../ui/form-dialog.tsx'
import { Input } from '../../../ui/input.tsx'
import type { DialogControl } from '../../../ui/overlay-props.ts'
import { toast } from '../../../ui/toast.tsx'
import { type FormErrors, useForm } from '../../../ui/use-form.ts'
import { NO_DEPARTMENT } from '../data.ts'
import { DepartmentPicker } from '../departments/department-picker.tsx'
import { bytesOfGb, gbText } from '../fields.ts'
import { RolesField, SizeField } from '../people/fields.tsx'
import { t as words } from '../strings.ts'
import { refreshTokens } from './data.ts'
import { t } from './strings.ts'

interface Values {
  accountName: string
  userRealName: string
  departmentId: string
  roles: readonly string[]
  totalCapacity: string
  unlimited: boolean
}

const errorsOf = (values: Values): FormErrors<Values> => ({
  accountName: isAccountName(values.accountName.trim()) ? undefined : t('accountWrong'),
  userRealName: values.userRealName.trim() === '' ? t('nameMissing') : undefined,
  roles: values.roles.length === 0 ? t('rolesMissing') : undefined,
  totalCapacity: values.unlimited || bytesOfGb(values.totalCapacity) ? undefined : t('spaceWrong'),
})

/** The field of ours that the server refuses. */
function refusedField(error: unknown): keyof Values | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.name === 'name_taken') return 'accountName'
  if (error.name === 'department_needed') return 'departmentId'
  if (error.name === 'roles_conflict') return 'roles'
  const { field } = (error.details ?? {}) as { field?: string }
  const names: readonly string[] = ['accountName', 'userRealName', 'departmentId', 'roles', 'totalCapacity']
  return field && names.includes(field) ? (field as keyof Values) : undefined
}

/** A new account of a program. */
export function ServiceDialog(dialog: DialogControl): ReactElement {
  const [initial] = useState(
    (): Values => ({
      accountName: '',
      userRealName: '',
      departmentId: NO_DEPARTMENT,
      roles: ['default'],
      totalCapacity: gbText(limits().personCapacity),
      unlimited: false,
    }),
  )
  const form = useForm(initial, errorsOf)
  const { values, set, errorOf, control } = form
  const send = async () => {
    const { userRealName } = await call(createServiceAccount, {
      accountName: values.accountName.trim(),
      userRealName: values.userRealName.trim(),
      departmentId: values.departmentId,
      roles: [...values.roles],
      totalCapacity: values.unlimited ? 'unlimited' : (bytesOfGb(values.totalCapacity) ?? 0),
    })
    toast.ok(t('serviceCreated', { name: userRealName }))
    dialog.onOpenChange(false)
    await Promise.all([refreshTokens(), refreshDirectory()])
  }
  const submission = useSubmission(form, send, (error) => {
    const field = refusedField(error)
    if (field) form.refuse({ [field]: errorMessage(error) })
    else showError(t('notCreated'), error)
  })
  const text = (name: 'accountName' | 'userRealName') => ({
    ...control(name),
    autoComplete: 'off',
    value: values[name],
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  })
  return (
    <FormDialog
      {...dialog}
      submission={submission}
      title={t('newService')}
      width={480}
      button={t('create')}
      className="flex flex-col gap-5"
    >
      <Field label={t('account')} required hint={t('accountHint')} error={errorOf('accountName')}>
        <Input {...text('accountName')} autoCapitalize="none" spellCheck={false} />
      </Field>
      <Field label={t('displayName')} required hint={t('displayNameHint')} error={errorOf('userRealName')}>
        <Input {...text('userRealName')} />
      </Field>
      <Field label={words('department')} error={errorOf('departmentId')}>
        <DepartmentPicker
          {...control('departmentId')}
          value={values.departmentId}
          onChange={(departmentId) => set({ departmentId })}
          none={words('noDepartment')}
        />
      </Field>
      <RolesField
        {...control('roles')}
        value={values.roles}
        onChange={(roles) => set({ roles })}
        error={errorOf('roles')}
      />
      <SizeField
        {...control('totalCapacity')}
        label={words('space')}
        required
        unit="GB"
        error={errorOf('totalCapacity')}
        value={values.totalCapacity}
        onChange={(totalCapacity) => set({ totalCapacity })}
        unlimited={values.unlimited}
        onUnlimited={(unlimited) => set({ unlimited })}
      />
    </FormDialog>
  )
}
