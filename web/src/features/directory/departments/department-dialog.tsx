import { ApiError } from '@clouddisk/client/http/errors'
import {
  type AdminDepartment,
  createDepartment,
  updateDepartment,
} from '@clouddisk/contract/admin-departments'
import { formatSize } from '@clouddisk/contract/format'
import { LIMITS } from '@clouddisk/contract/limits'
import { isDepartmentName, lengthOf } from '@clouddisk/contract/names'
import { type ReactElement, use } from 'react'
import { AllPeople } from '../../../lib/admin.ts'
import { call, errorMessage } from '../../../lib/api.ts'
import { refreshDirectory } from '../../../lib/directory.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormDialog, useSubmission } from '../../../ui/form-dialog.tsx'
import { Input } from '../../../ui/input.tsx'
import type { DialogControl } from '../../../ui/overlay-props.ts'
import { Textarea } from '../../../ui/textarea.tsx'
import { toast } from '../../../ui/toast.tsx'
import { type FormErrors, useForm } from '../../../ui/use-form.ts'
import { NO_DEPARTMENT } from '../data.ts'
import { bytesOfGb, gbText } from '../fields.ts'
import { t } from '../strings.ts'
import { DepartmentPicker } from './department-picker.tsx'

export interface DepartmentDialogProps extends DialogControl {
  /** To be changed; a new one otherwise. */
  department?: AdminDepartment | undefined
  /** Where a new one goes. */
  parentId?: string | undefined
  onCreated?: ((department: AdminDepartment) => void) | undefined
}

interface Values {
  departmentName: string
  parentId: string
  totalCapacity: string
  unlimited: boolean
  description: string
}

/** Name, place, space and description of a department (R97). */
export function DepartmentDialog(props: DepartmentDialogProps): ReactElement {
  const { department, parentId, onCreated, ...control } = props
  const all = use(AllPeople)
  const initial: Values = {
    departmentName: department?.departmentName ?? '',
    parentId: parentId ?? NO_DEPARTMENT,
    totalCapacity: department?.totalCapacity == null ? '' : gbText(department.totalCapacity),
    unlimited: department ? department.totalCapacity === null : true,
    description: department?.description ?? '',
  }
  const form = useForm(initial, (values) => errorsOf(values, initial, department))
  const { values, set, errorOf, control: field } = form
  const send = async () => {
    const fields = {
      departmentName: values.departmentName.trim(),
      description: values.description,
      // Bytes that no text in GB has to the last one stay as they are.
      ...(spaceChanged(values, initial) && {
        totalCapacity: values.unlimited ? ('unlimited' as const) : (bytesOfGb(values.totalCapacity) ?? 0),
      }),
    }
    const saved = department
      ? await call(updateDepartment, { departmentId: department.departmentId, ...fields })
      : await call(createDepartment, { parentId: values.parentId, ...fields })
    control.onOpenChange(false)
    toast.ok(t(department ? 'departmentSaved' : 'departmentMade', { name: saved.departmentName }))
    await refreshDirectory()
    if (!department) onCreated?.(saved)
  }
  const submission = useSubmission(form, send, (error) =>
    // The parent of a new department is what is not found.
    !department && error instanceof ApiError && error.name === 'not_found'
      ? form.refuse({ parentId: t('departmentGone') })
      : form.refuse({ [fieldOf(error)]: errorMessage(error) }),
  )
  return (
    <FormDialog
      {...control}
      submission={submission}
      title={t(department ? 'editDepartment' : 'addDepartment')}
      button={t(department ? 'save' : 'create')}
      className="flex flex-col gap-4"
    >
      <Field
        label={t('departmentName')}
        required
        error={errorOf('departmentName')}
        hint={department?.directory ? t('departmentManaged', { directory: department.directory }) : undefined}
      >
        <Input
          {...field('departmentName')}
          disabled={Boolean(department?.directory)}
          value={values.departmentName}
          onChange={(event) => set({ departmentName: event.target.value })}
        />
      </Field>
      {!department && (
        <Field label={t('parent')} error={errorOf('parentId')}>
          <DepartmentPicker
            {...field('parentId')}
            value={values.parentId}
            onChange={(parentId) => set({ parentId })}
            none={all ? t('topDepartment') : undefined}
          />
        </Field>
      )}
      <Field
        label={t('departmentSpace')}
        hint={t('departmentSpaceHint')}
        error={errorOf('totalCapacity')}
        aside={
          <Checkbox
            label={t('unlimited')}
            checked={values.unlimited}
            onChange={(unlimited) => set({ unlimited })}
            className="h-5 self-center"
          />
        }
      >
        <Input
          {...field('totalCapacity')}
          inputMode="decimal"
          disabled={values.unlimited}
          value={values.unlimited ? '' : values.totalCapacity}
          placeholder={values.unlimited ? t('unlimitedSpace') : undefined}
          onChange={(event) => set({ totalCapacity: event.target.value })}
          unit={values.unlimited ? undefined : 'GB'}
        />
      </Field>
      <Field label={t('description')} error={errorOf('description')}>
        <Textarea
          {...field('description')}
          value={values.description}
          onChange={(event) => set({ description: event.target.value })}
        />
      </Field>
    </FormDialog>
  )
}

const spaceChanged = (values: Values, initial: Values): boolean =>
  values.unlimited !== initial.unlimited ||
  (!values.unlimited && values.totalCapacity !== initial.totalCapacity)

function errorsOf(
  values: Values,
  initial: Values,
  department: AdminDepartment | undefined,
): FormErrors<Values> {
  const name = values.departmentName.trim()
  const bytes = bytesOfGb(values.totalCapacity)
  const allotted = department?.allottedCapacity ?? 0
  // A department that allotted more than it has may keep its space, or get more.
  const least = Math.min(allotted, department?.totalCapacity ?? allotted)
  return {
    departmentName:
      name === '' ? t('departmentNameMissing') : isDepartmentName(name) ? undefined : t('departmentNameRule'),
    parentId: values.parentId === '' ? t('departmentMissing') : undefined,
    totalCapacity: values.unlimited
      ? undefined
      : bytes === undefined
        ? t('capacityRule')
        : bytes < least && spaceChanged(values, initial)
          ? t('allottedAlready', { used: formatSize(allotted) })
          : undefined,
    description:
      lengthOf(values.description) > LIMITS.groupDescriptionMax ? t('descriptionTooLong') : undefined,
  }
}

/** The field that shows a refusal. */
function fieldOf(error: unknown): keyof Values {
  if (!(error instanceof ApiError)) return 'departmentName'
  if (error.name === 'below_used') return 'totalCapacity'
  if (error.name === 'too_deep_departments') return 'parentId'
  const { field } = error.details
  return field === 'description' || field === 'totalCapacity' || field === 'parentId'
    ? field
    : 'departmentName'
}
