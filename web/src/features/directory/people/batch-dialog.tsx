import type { AdminPerson } from '@clouddisk/contract/admin-people'
import { type ReactElement, use } from 'react'
import { AllPeople } from '../../../lib/admin.ts'
import { errorMessage } from '../../../lib/api.ts'
import { Field } from '../../../ui/field.tsx'
import { FormDialog, useSubmission } from '../../../ui/form-dialog.tsx'
import type { DialogControl } from '../../../ui/overlay-props.ts'
import { type FormErrors, useForm } from '../../../ui/use-form.ts'
import { DepartmentPicker } from '../departments/department-picker.tsx'
import { bytesOfGb, endOfTypedDay } from '../fields.ts'
import { t } from '../strings.ts'
import type { BatchAction } from './actions.ts'
import { RolesField, SizeField, ValidityField } from './fields.tsx'
import { changeField, type FieldChange } from './mutations.ts'
import { dayError, sizeError } from './person-form.ts'

export interface BatchDialogProps extends DialogControl {
  action: BatchAction
  people: readonly AdminPerson[]
}

interface Values {
  capacity: string
  unlimited: boolean
  roles: readonly string[]
  departmentId: string
  validUntil: string
  forever: boolean
}

const NOTHING: Values = {
  capacity: '',
  unlimited: false,
  roles: [],
  departmentId: '',
  validUntil: '',
  forever: false,
}

const TITLES = {
  capacity: 'batchCapacity',
  roles: 'batchRoles',
  department: 'batchDepartment',
  validity: 'batchValidity',
} as const

/** One field for all who are chosen. */
export function BatchDialog({ action, people, ...dialog }: BatchDialogProps): ReactElement {
  const all = use(AllPeople)
  const form = useForm(NOTHING, (values) => errorsOf(action, values))
  const { values, set, errorOf, control } = form
  const count = people.length
  const submission = useSubmission(
    form,
    async () => {
      await changeField(people, changeOf(action, values))
      dialog.onOpenChange(false)
    },
    (error) => form.refuse({ [FIELD[action]]: errorMessage(error) }),
  )
  return (
    <FormDialog
      {...dialog}
      submission={submission}
      title={t(TITLES[action], { count })}
      description={people
        .slice(0, 3)
        .map((one) => one.userRealName)
        .join(t('comma'))
        .concat(count > 3 ? t('andMore', { count: count - 3 }) : '')}
      button={t('batchApply', { count })}
    >
      {action === 'capacity' && (
        <SizeField
          {...control('capacity')}
          label={t('space')}
          required
          unit="GB"
          error={errorOf('capacity')}
          value={values.capacity}
          onChange={(capacity) => set({ capacity })}
          unlimited={values.unlimited}
          onUnlimited={(unlimited) => set({ unlimited })}
        />
      )}
      {action === 'roles' && (
        <RolesField
          {...control('roles')}
          hint={t('batchRolesHint')}
          error={errorOf('roles')}
          value={values.roles}
          onChange={(roles) => set({ roles })}
        />
      )}
      {action === 'department' && (
        <Field label={t('department')} required error={errorOf('departmentId')}>
          <DepartmentPicker
            {...control('departmentId')}
            value={values.departmentId}
            onChange={(departmentId) => set({ departmentId })}
            none={all ? t('noDepartment') : undefined}
          />
        </Field>
      )}
      {action === 'validity' && (
        <ValidityField
          {...control('validUntil')}
          error={errorOf('validUntil')}
          value={values.validUntil}
          onChange={(validUntil) => set({ validUntil })}
          forever={values.forever}
          onForever={(forever) => set({ forever })}
        />
      )}
    </FormDialog>
  )
}

const FIELD: Record<BatchAction, keyof Values> = {
  capacity: 'capacity',
  roles: 'roles',
  department: 'departmentId',
  validity: 'validUntil',
}

function errorsOf(action: BatchAction, values: Values): FormErrors<Values> {
  switch (action) {
    case 'capacity':
      return { capacity: values.unlimited ? undefined : sizeError(values.capacity, '', 0) }
    case 'roles':
      return { roles: values.roles.length === 0 ? t('rolesMissing') : undefined }
    case 'department':
      return { departmentId: values.departmentId === '' ? t('departmentMissing') : undefined }
    case 'validity':
      return { validUntil: values.forever ? undefined : dayError(values.validUntil, '') }
  }
}

function changeOf(action: BatchAction, values: Values): FieldChange {
  switch (action) {
    case 'capacity':
      return { action, totalCapacity: values.unlimited ? 'unlimited' : (bytesOfGb(values.capacity) ?? 0) }
    case 'roles':
      return { action, roles: [...values.roles] }
    case 'department':
      return { action, departmentId: values.departmentId }
    case 'validity':
      return {
        action,
        validUntil: values.forever ? 'forever' : (endOfTypedDay(values.validUntil) ?? 'forever'),
      }
  }
}
