import { ApiError } from '@clouddisk/client/http/errors'
import { formatSize } from '@clouddisk/contract/format'
import { createGroup, editGroup, type Group } from '@clouddisk/contract/groups'
import { type ReactElement, useState } from 'react'
import { call, errorMessage } from '../../lib/api.ts'
import { useExtension } from '../../lib/extension-points.ts'
import { limits } from '../../lib/limits.ts'
import { Button } from '../../ui/button.tsx'
import { CloseButton } from '../../ui/close-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { showError } from '../../ui/failures.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import type { DialogControl } from '../../ui/overlay-props.ts'
import { toast } from '../../ui/toast.tsx'
import { type Form, type FormErrors, useForm } from '../../ui/use-form.ts'
import { DescriptionField } from './description-field.tsx'
import { FirstMembers, membersPicker, type NewMembers } from './first-members.tsx'
import { isOwner, openGroup, refreshGroups } from './groups.ts'
import { type GroupQuota, gbOf, useGroupQuota } from './quota.ts'
import { t } from './strings.ts'

interface Values {
  readonly name: string
  readonly capacity: string
  readonly description: string
}

/** Default space of a new group. */
const FIRST_GB = 10

/** A new group, or another name, description or space for one (R52, R148). */
export function EditDialog({ group, ...dialog }: DialogControl & { group?: Group }): ReactElement {
  const allowance = useGroupQuota()
  const left = availableQuota(group, allowance)
  const [first] = useState(() => valuesOf(group, left))
  const form = useForm<Values>(first, (values) => errorsOf(values, group, left))
  const [members, setMembers] = useState<NewMembers>([])
  const [picking, setPicking] = useState(false)
  const [busy, setBusy] = useState(false)
  const people = useExtension('people')
  const send = async () => {
    setBusy(true)
    try {
      await save(group, form.values, members)
      // It stands in the list when the dialog is gone.
      await refreshGroups()
      dialog.onOpenChange(false)
    } catch (error) {
      const errors = refusalOf(error)
      if (errors) form.refuse(errors)
      else showError(t(group ? 'notSaved' : 'notCreated'), error)
      void refreshGroups()
    } finally {
      setBusy(false)
    }
  }
  if (picking && people)
    return (
      <Dialog
        {...membersPicker({
          ...dialog,
          Picker: people.Picker,
          groupName: form.values.name,
          button: members.length > 0 ? t('chooseNow', { count: members.length }) : t('done'),
          members,
          onChange: setMembers,
          onDone: () => setPicking(false),
        })}
      />
    )
  return (
    <Dialog
      {...dialog}
      dirty={form.dirty || members.length > 0}
      busy={busy}
      title={t(group ? 'editTitle' : 'createTitle')}
      footer={
        <>
          <CloseButton />
          <Button variant="primary" busy={busy} onClick={() => form.submit(() => void send())}>
            {t(group ? 'save' : 'create')}
          </Button>
        </>
      }
    >
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) form.submit(() => void send())
        }}
      >
        <Fields form={form} group={group} left={left} unlimited={allowance && allowance.left === undefined} />
        {!group && people && (
          <FirstMembers members={members} onChange={setMembers} onPick={() => setPicking(true)} />
        )}
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}

function Fields(props: {
  form: Form<Values>
  group: Group | undefined
  left: number | undefined
  /** Undefined until the allowance is known. */
  unlimited: boolean | undefined
}): ReactElement {
  const { form, group, left, unlimited } = props
  const { values, set, errorOf, control } = form
  const fixed = group && fixedText(group)
  return (
    <>
      <Field label={t('nameLabel')} error={errorOf('name')}>
        <Input
          {...control('name')}
          value={values.name}
          maxLength={512}
          autoComplete="off"
          onChange={(event) => set({ name: event.target.value })}
        />
      </Field>
      <DescriptionField
        label={t('description')}
        placeholder={t('descriptionHint')}
        error={errorOf('description')}
        value={values.description}
        onBlur={control('description').onBlur}
        onChange={(description) => set({ description })}
      />
      <Field
        label={t('capacity')}
        error={errorOf('capacity')}
        hint={
          fixed ??
          (unlimited
            ? t('capacityHintUnlimited')
            : unlimited === undefined
              ? undefined
              : t('capacityHint', { left: formatSize(left ?? 0) }))
        }
      >
        <Input
          {...control('capacity')}
          inputMode="numeric"
          disabled={fixed !== undefined}
          value={values.capacity}
          autoComplete="off"
          onChange={(event) => set({ capacity: event.target.value })}
          className="max-w-40"
        />
      </Field>
    </>
  )
}

/** Why one cannot change a group's space. */
function fixedText(group: Group): string | undefined {
  if (group.departmentId !== null) return t('capacityOfDepartment', { name: group.departmentName ?? '' })
  return isOwner(group) ? undefined : t('capacityFixed')
}

/** Bytes that the group may have at most beyond what others have; its own space counts among them. */
function availableQuota(group: Group | undefined, allowance: GroupQuota | undefined): number | undefined {
  if (allowance?.left === undefined || (group && group.departmentId !== null)) return undefined
  return allowance.left + (group?.totalCapacity ?? 0)
}

function valuesOf(group: Group | undefined, left: number | undefined): Values {
  if (group)
    return {
      name: group.groupName,
      description: group.description,
      capacity: String(gbOf(group.totalCapacity)),
    }
  const most = left === undefined ? FIRST_GB : Math.floor(left / limits().groupUnit)
  return { name: '', description: '', capacity: String(Math.max(1, Math.min(FIRST_GB, most))) }
}

function errorsOf(values: Values, group: Group | undefined, left: number | undefined): FormErrors<Values> {
  const { groupNameMax, groupDescriptionMax, groupUnit } = limits()
  const name = [...values.name.trim()].length
  return {
    name:
      name === 0 ? t('nameEmpty') : name > groupNameMax ? t('nameTooLong', { max: groupNameMax }) : undefined,
    description:
      [...values.description].length > groupDescriptionMax
        ? t('descriptionTooLong', { max: groupDescriptionMax })
        : undefined,
    capacity: capacityError(values.capacity.trim(), group, left, groupUnit),
  }
}

function capacityError(
  text: string,
  group: Group | undefined,
  left: number | undefined,
  unit: number,
): string | undefined {
  if (!/^[1-9]\d{0,6}$/.test(text)) return t('capacityEmpty')
  const bytes = Number(text) * unit
  const same = group !== undefined && bytes === group.totalCapacity
  if (!same && left !== undefined && bytes > left) return t('capacityOver', { max: Math.floor(left / unit) })
  if (group && bytes < group.usedCapacity) return t('capacityBelow', { used: formatSize(group.usedCapacity) })
  return undefined
}

async function save(group: Group | undefined, values: Values, members: NewMembers): Promise<void> {
  const groupName = values.name.trim()
  const { description } = values
  const capacity = Number(values.capacity)
  if (group) {
    const grows = capacity !== gbOf(group.totalCapacity)
    await call(editGroup, {
      groupId: group.groupId,
      ...(groupName !== group.groupName && { groupName }),
      ...(description !== group.description && { description }),
      ...(grows && { capacity }),
    })
    toast.ok(t('saved'))
    return
  }
  const created = await call(createGroup, {
    groupName,
    description,
    capacity,
    ...(members.length > 0 && {
      members: members.map(({ principalType, principalId, role }) => ({ principalType, principalId, role })),
    }),
  })
  toast.ok(t('createdGroup', { name: created.groupName }), {
    action: { label: t('open'), run: () => openGroup(created) },
  })
}

/** What the server says of a field, beside it. */
function refusalOf(error: unknown): FormErrors<Values> | undefined {
  if (!(error instanceof ApiError)) return undefined
  const message = errorMessage(error)
  if (error.name === 'name_taken') return { name: message }
  if (error.name === 'group_allowance_full' || error.name === 'below_used') return { capacity: message }
  const { field } = error.details
  if (field === 'groupName') return { name: message }
  return field === 'description' || field === 'capacity' ? { [field]: message } : undefined
}
