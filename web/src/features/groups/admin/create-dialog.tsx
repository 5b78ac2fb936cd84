import { createDepartmentGroup } from '@clouddisk/contract/admin-groups'
import type { AdminPerson } from '@clouddisk/contract/admin-people'
import { type ReactElement, useId, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { useExtension } from '../../../lib/extension-points.ts'
import { Button } from '../../../ui/button.tsx'
import { CloseButton } from '../../../ui/close-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import { showError } from '../../../ui/failures.ts'
import { Field } from '../../../ui/field.tsx'
import { RadioGroup } from '../../../ui/radio.tsx'
import { toast } from '../../../ui/toast.tsx'
import { type Form, useForm } from '../../../ui/use-form.ts'
import { FirstMembers, type NewMembers } from '../first-members.tsx'
import { MEMBER_CHOICES } from '../roles.ts'
import { t as words } from '../strings.ts'
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

export interface CreateDialogProps {
  /** Whose it is at first. */
  departmentId: string | undefined
  open: boolean
  onOpenChange: (open: boolean) => void
}

interface Values extends GroupValues {
  readonly kind: 'department' | 'person'
  readonly departmentId: string
  readonly ownerId: AdminPerson | undefined
}

const FIRST_GB = '10'

/** A group of a department or of a person. */
export function CreateDialog({ departmentId = '', open, onOpenChange }: CreateDialogProps): ReactElement {
  const id = useId()
  const [busy, setBusy] = useState(false)
  const [members, setMembers] = useState<NewMembers>([])
  const [picking, setPicking] = useState(false)
  const people = useExtension('people')
  // The allowance is known only behind whose it is, which the form holds: it is asked for before the form is checked.
  const [giver, setGiver] = useState({ departmentId: departmentId as string | null, ownerId: '' })
  const spare = useRemainingQuota(giver)
  const form = useForm<Values>(
    { kind: 'department', departmentId, ownerId: undefined, name: '', description: '', capacity: FIRST_GB },
    (values) => ({
      departmentId:
        values.kind === 'department' && values.departmentId === '' ? t('departmentMissing') : undefined,
      ownerId: values.ownerId ? undefined : t('ownerMissing'),
      name: groupNameError(values.name),
      description: descriptionError(values.description),
      capacity: capacityError(values.capacity, spare),
    }),
  )
  const set = (change: Partial<Values>) => {
    form.set(change)
    const { kind, departmentId: of, ownerId: owner } = { ...form.values, ...change }
    setGiver({ departmentId: kind === 'department' ? of : null, ownerId: owner?.userId ?? '' })
  }
  const send = async () => {
    setBusy(true)
    try {
      const made = await create(form.values, members)
      onOpenChange(false)
      toast.ok(t('made', { name: made.groupName }))
      await refreshAllGroups()
    } catch (error) {
      const faults = refusedFields(error)
      if (faults) form.refuse(faults)
      else showError(t('notMade'), error)
    } finally {
      setBusy(false)
    }
  }
  if (picking && people)
    return (
      <Dialog
        open={open}
        // The form behind it stays.
        onOpenChange={(next) => !next && setPicking(false)}
        title={words('chooseMembersTitle')}
        description={form.values.name || undefined}
        width={860}
        footer={
          <Button variant="primary" onClick={() => setPicking(false)}>
            {words('chosen', { count: members.length })}
          </Button>
        }
      >
        <people.Picker
          roles={MEMBER_CHOICES}
          firstRole="editor"
          chosen={members}
          onChange={(next) => setMembers(next as NewMembers)}
        />
      </Dialog>
    )
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      dirty={form.dirty || members.length > 0}
      busy={busy}
      title={t('createTitle')}
      width={600}
      footer={
        <>
          <CloseButton>{t('cancel')}</CloseButton>
          <Button variant="primary" type="submit" form={id} busy={busy}>
            {t('create')}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) form.submit(() => void send())
        }}
      >
        {form.errorCount > 0 && (
          <ErrorSummary title={t('faults', { count: form.errorCount })}>
            {t('faultsText', { button: t('create') })}
          </ErrorSummary>
        )}
        <Whose form={form} set={set} />
        <GroupFields form={form} spare={spareOf(form.values, spare)} />
        {people && <FirstMembers members={members} onChange={setMembers} onPick={() => setPicking(true)} />}
      </form>
    </Dialog>
  )
}

/** Whose allowance it is shows once it has been chosen whose. */
const spareOf = ({ kind, departmentId, ownerId }: Values, spare: RemainingQuota | undefined) =>
  (kind === 'department' ? departmentId !== '' : ownerId !== undefined) ? spare : undefined

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
