import { createDepartmentGroup } from '@clouddisk/contract/admin-groups'
import type { AdminPerson } from '@clouddisk/contract/admin-people'
import { type ReactElement, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { useExtension } from '../../../lib/extension-points.ts'
import { showError } from '../../../ui/failures.ts'
import { Field } from '../../../ui/field.tsx'
import { FormDialog, useSubmission } from '../../../ui/form-dialog.tsx'
import type { OverlayControl } from '../../../ui/overlay-props.ts'
import { RadioGroup } from '../../../ui/radio.tsx'
import { toast } from '../../../ui/toast.tsx'
import { type Form, useForm } from '../../../ui/use-form.ts'
import { FirstMembers, membersPicker, type NewMembers } from '../first-members.tsx'
import { t as common } from '../strings.ts'
import { type RemainingQuota, refreshAllGroups, useRemainingQuota } from './data.ts'
import { GroupFields } from './group-fields.tsx'
import {
  capacityError,
  descriptionError,
  type GroupValues,
  groupNameError,
  refusedFields,
} from './group-form.ts'
import { t } from './strings.ts'

export interface CreateDialogProps extends OverlayControl {
  /** The department that is chosen at first. */
  departmentId: string | undefined
}

interface Values extends GroupValues {
  readonly kind: 'department' | 'person'
  readonly departmentId: string
  readonly ownerId: AdminPerson | undefined
}

const FIRST_GB = '10'

/** A group of a department or of a person. */
export function CreateDialog({ departmentId = '', ...dialog }: CreateDialogProps): ReactElement {
  const [members, setMembers] = useState<NewMembers>([])
  const [picking, setPicking] = useState(false)
  const people = useExtension('people')
  // The form's check needs the allowance of the holder, who is chosen in the form; hence a state of its own.
  const [giver, setGiver] = useState({ departmentId: departmentId as string | null, ownerId: '' })
  const remaining = useRemainingQuota(giver)
  const form = useForm<Values>(
    { kind: 'department', departmentId, ownerId: undefined, name: '', description: '', capacity: FIRST_GB },
    (values) => ({
      departmentId:
        values.kind === 'department' && values.departmentId === '' ? t('departmentMissing') : undefined,
      ownerId: values.ownerId ? undefined : t('ownerMissing'),
      name: groupNameError(values.name),
      description: descriptionError(values.description),
      capacity: capacityError(values.capacity, remaining),
    }),
  )
  const set = (change: Partial<Values>) => {
    form.set(change)
    const { kind, departmentId: of, ownerId: owner } = { ...form.values, ...change }
    setGiver({ departmentId: kind === 'department' ? of : null, ownerId: owner?.userId ?? '' })
  }
  const send = async () => {
    const group = await create(form.values, members)
    dialog.onOpenChange(false)
    toast.ok(t('made', { name: group.groupName }))
    await refreshAllGroups()
  }
  const submission = useSubmission(form, send, (error) => {
    const errors = refusedFields(error)
    if (errors) form.refuse(errors)
    else showError(t('notMade'), error)
  })
  const picker =
    picking && people
      ? membersPicker({
          ...dialog,
          Picker: people.Picker,
          groupName: form.values.name,
          button: common('chosen', { count: members.length }),
          members,
          onChange: setMembers,
          onDone: () => setPicking(false),
        })
      : undefined
  return (
    <FormDialog
      {...dialog}
      submission={submission}
      instead={picker}
      dirty={form.dirty || members.length > 0}
      summary
      title={t('createTitle')}
      width={600}
      button={t('create')}
      className="space-y-4"
    >
      <Whose form={form} set={set} />
      <GroupFields form={form} remaining={remainingOf(form.values, remaining)} />
      {people && <FirstMembers members={members} onChange={setMembers} onPick={() => setPicking(true)} />}
    </FormDialog>
  )
}

/** Whose allowance it is shows once it has been chosen whose. */
const remainingOf = ({ kind, departmentId, ownerId }: Values, remaining: RemainingQuota | undefined) =>
  (kind === 'department' ? departmentId !== '' : ownerId !== undefined) ? remaining : undefined

function Whose({ form, set }: { form: Form<Values>; set: (change: Partial<Values>) => void }): ReactElement {
  const { values, errorOf, control } = form
  const directory = useExtension('directory')
  return (
    <>
      <div className="space-y-2">
        <p className="text-secondary text-fg-2">{t('chargedTo')}</p>
        <RadioGroup
          label={t('chargedTo')}
          value={values.kind}
          onChange={(kind) => set({ kind })}
          className="grid! grid-cols-2 gap-3! max-md:grid-cols-1"
          options={[
            { value: 'department', label: t('ofDepartment'), hint: t('ofDepartmentHint') },
            { value: 'person', label: t('ofPerson'), hint: t('ofPersonHint') },
          ]}
        />
      </div>
      {directory && (
        <div className="grid grid-cols-2 items-start gap-3 max-md:grid-cols-1">
          {values.kind === 'department' && (
            <Field label={t('departmentField')} required error={errorOf('departmentId')}>
              <directory.DepartmentPicker
                {...control('departmentId')}
                value={values.departmentId}
                onChange={(departmentId) => set({ departmentId })}
              />
            </Field>
          )}
          <Field label={t('ownerField')} required error={errorOf('ownerId')}>
            <directory.PersonPicker
              ref={control('ownerId').ref}
              value={values.ownerId}
              placeholder={t('chooseOwner')}
              onChange={(ownerId) => set({ ownerId })}
            />
          </Field>
        </div>
      )}
    </>
  )
}

const create = (values: Values, members: NewMembers) =>
  call(createDepartmentGroup, {
    ...(values.kind === 'department' && { departmentId: values.departmentId }),
    ownerId: values.ownerId?.userId ?? '',
    groupName: values.name.trim(),
    description: values.description.trim(),
    capacity: Number(values.capacity),
    ...(members.length > 0 && {
      members: members.map(({ principalType, principalId, role }) => ({ principalType, principalId, role })),
    }),
  })
