import type { AdminPerson } from '@clouddisk/contract/admin-people'
import { type ReactElement, use, useId, useState } from 'react'
import { AllPeople } from '../../../lib/admin.ts'
import { errorMessage } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { CloseButton } from '../../../ui/close-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { type FormErrors, useForm } from '../../../ui/use-form.ts'
import { DepartmentPicker } from '../departments/department-picker.tsx'
import { bytesOfGb, endOfTypedDay } from '../fields.ts'
import { t } from '../strings.ts'
import type { BatchAction } from './actions.ts'
import { RolesField, SizeField, ValidityField } from './fields.tsx'
import { changeField, type FieldChange } from './mutations.ts'
import { dayError, sizeError } from './person-form.ts'

export interface BatchDialogProps {
  action: BatchAction
  people: readonly AdminPerson[]
  open: boolean
  onOpenChange: (open: boolean) => void
  onClosed: () => void
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
export function BatchDialog({
  action,
  people,
  open,
  onOpenChange,
  onClosed,
}: BatchDialogProps): ReactElement {
  const id = useId()
  const all = use(AllPeople)
  const [busy, setBusy] = useState(false)
  const form = useForm(NOTHING, (values) => faultsOf(action, values))
  const { values, set, errorOf, control } = form
  const count = people.length
  const send = async () => {
    setBusy(true)
    try {
      await changeField(people, changeOf(action, values))
      onOpenChange(false)
    } catch (error) {
      form.refuse({ [FIELD[action]]: errorMessage(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      dirty={form.dirty}
      busy={busy}
      onClosed={onClosed}
      title={t(TITLES[action], { count })}
      description={people
        .slice(0, 3)
        .map((one) => one.userRealName)
        .join(t('comma'))
        .concat(count > 3 ? t('andMore', { count: count - 3 }) : '')}
      footer={
        <>
          <CloseButton>{t('cancel')}</CloseButton>
          <Button variant="primary" type="submit" form={id} busy={busy}>
            {t('batchApply', { count })}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) form.submit(() => void send())
        }}
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
      </form>
    </Dialog>
  )
}

const FIELD: Record<BatchAction, keyof Values> = {
  capacity: 'capacity',
  roles: 'roles',
  department: 'departmentId',
  validity: 'validUntil',
}

function faultsOf(action: BatchAction, values: Values): FormErrors<Values> {
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
