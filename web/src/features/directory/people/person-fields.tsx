import type { AdminPerson } from '@clouddisk/contract/admin-people'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Network } from 'lucide-react'
import { type ReactElement, use, useState } from 'react'
import { AllPeople } from '../../../lib/admin.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormSummary } from '../../../ui/form-dialog.tsx'
import { Input } from '../../../ui/input.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { Switch } from '../../../ui/switch.tsx'
import type { Form } from '../../../ui/use-form.ts'
import { departmentQuery, NO_DEPARTMENT, personQuery, rolesQuery } from '../data.ts'
import { DepartmentPicker } from '../departments/department-picker.tsx'
import { roleName } from '../role-labels.ts'
import { t } from '../strings.ts'
import { RolesField, SizeField, ValidityField } from './fields.tsx'
import { freezeNow, unfreeze } from './mutations.ts'
import { type PersonValues, passwordStrength } from './person-form.ts'

export interface PersonFieldsProps {
  form: Form<PersonValues>
  person: AdminPerson | undefined
  /** The label of the form's button. */
  button: string
}

/** The fields of a person (R96). */
export function PersonFields({ form, person, button }: PersonFieldsProps): ReactElement {
  const { values, set, errorOf, control } = form
  const all = use(AllPeople)
  const held = useAdministeredDepartments(values)
  // What the directory says is changed there.
  const directory = person?.directory?.left === false ? person.directory : undefined
  const text = (name: 'accountName' | 'userRealName' | 'userName' | 'phone' | 'email') => ({
    ...control(name),
    autoComplete: 'off',
    disabled: directory !== undefined,
    value: values[name],
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  })
  const size = (
    name: 'capacity' | 'groupCapacity' | 'speed',
    flag: 'capacityUnlimited' | 'groupUnlimited' | 'speedUnlimited',
  ) => ({
    ...control(name),
    error: errorOf(name),
    value: values[name],
    onChange: (value: string) => set({ [name]: value }),
    unlimited: values[flag],
    onUnlimited: (unlimited: boolean) => set({ [flag]: unlimited }),
  })
  return (
    <div className="flex flex-col gap-5">
      <FormSummary form={form} button={button} />
      {directory && (
        <p className="flex items-start gap-2.5 rounded-m bg-info-soft px-3.5 py-2.5 text-secondary text-info">
          <Network size={16} aria-hidden className="mt-0.5 shrink-0" />
          {t('managedBy', { directory: directory.name })}
        </p>
      )}
      <Field
        label={t('accountName')}
        required
        error={errorOf('accountName')}
        hint={person ? undefined : t('accountRule')}
      >
        <Input {...text('accountName')} autoCapitalize="none" spellCheck={false} />
      </Field>
      <Pair>
        <Field label={t('realName')} required error={errorOf('userRealName')}>
          <Input {...text('userRealName')} />
        </Field>
        <Field label={t('phone')} error={errorOf('phone')}>
          <Input {...text('phone')} type="tel" className="tabular" />
        </Field>
      </Pair>
      <Pair>
        <Field label={t('userName')} error={errorOf('userName')}>
          <Input {...text('userName')} placeholder={values.userRealName} />
        </Field>
        <Field label={t('email')} error={errorOf('email')}>
          <Input {...text('email')} type="email" />
        </Field>
      </Pair>
      {!person?.service && !directory && <NewPassword form={form} person={person} />}
      <Field label={t('department')} error={errorOf('departmentId')}>
        {directory?.departments ? (
          <Input disabled readOnly value={person?.departmentPath.join(' / ') || t('noDepartment')} />
        ) : (
          <DepartmentPicker
            {...control('departmentId')}
            value={values.departmentId}
            onChange={(departmentId) => set({ departmentId })}
            none={all ? t('noDepartment') : undefined}
            path={values.departmentId === person?.departmentId ? person.departmentPath : undefined}
          />
        )}
      </Field>
      <RolesField
        {...control('roles')}
        value={values.roles}
        hint={
          held.length > 0 &&
          held.map((text) => (
            <span key={text} className="block">
              {text}
            </span>
          ))
        }
        onChange={(roles) => set({ roles })}
        error={errorOf('roles')}
      />
      <Pair>
        <SizeField {...size('capacity', 'capacityUnlimited')} label={t('space')} required unit="GB" />
        <ValidityField
          {...control('validUntil')}
          error={errorOf('validUntil')}
          value={values.validUntil}
          onChange={(validUntil) => set({ validUntil })}
          forever={values.forever}
          onForever={(forever) => set({ forever })}
        />
      </Pair>
      <Pair>
        <SizeField {...size('groupCapacity', 'groupUnlimited')} label={t('groupCapacity')} unit="GB" />
        <SizeField {...size('speed', 'speedUnlimited')} label={t('speed')} unit="MB/s" />
      </Pair>
      {person && <SignInSwitch person={person} />}
    </div>
  )
}

/** Texts about the departments that the chosen roles make the person an administrator of. */
function useAdministeredDepartments({ roles, departmentId }: PersonValues): readonly string[] {
  const known = useQuery(rolesQuery).data ?? []
  const held = known.filter(({ roleId, admin }) => admin === 'orgAdmin' && roles.includes(roleId))
  const isOwn = held.some(({ departments }) => departments.length === 0)
  const has = departmentId !== NO_DEPARTMENT && departmentId !== ''
  const own = useQuery({ ...departmentQuery(departmentId), enabled: isOwn && has }).data?.departmentPath.at(
    -1,
  )
  const texts = held.map((role) => {
    const named = role.departments.map(({ departmentName }) => departmentName).join(t('comma'))
    const names = named || own
    if (names === undefined) return has ? '' : t('administersNothing', { role: roleName(role) })
    return t(role.scope === 'current' ? 'administers' : 'administersBelow', { role: roleName(role), names })
  })
  return [...texts, isOwn ? t('administersOthers') : ''].filter(Boolean)
}

const Pair = ({ children }: { children: [ReactElement, ReactElement] }) => (
  <div className="grid grid-cols-2 items-start gap-3 max-md:grid-cols-1 max-md:gap-5">{children}</div>
)

function NewPassword({ form, person }: Pick<PersonFieldsProps, 'form' | 'person'>): ReactElement {
  const { values, set, errorOf, control } = form
  return (
    <div className="flex flex-col gap-2">
      {!person && (
        <Checkbox
          label={t('makeUp')}
          checked={values.madeUp}
          onChange={(madeUp) => set({ madeUp, password: '' })}
        />
      )}
      {!values.madeUp && (
        <Field
          label={t(person ? 'newPassword' : 'firstPassword')}
          required={!person}
          error={errorOf('password')}
          hint={person ? t('keepPassword') : t('passwordRule')}
        >
          <PasswordInput
            {...control('password')}
            autoComplete="new-password"
            value={values.password}
            onChange={(event) => set({ password: event.target.value })}
          />
          <PasswordStrengthBar password={values.password} />
        </Field>
      )}
    </div>
  )
}

const STRENGTHS = ['bg-press', 'bg-danger', 'bg-warn-fill', 'bg-ok-fill', 'bg-ok-fill'] as const

/** Four segments that fill up, with a label beside them. */
function PasswordStrengthBar({ password }: { password: string }): ReactElement | null {
  if (password === '') return null
  const strength = passwordStrength(password)
  const label = t(strength >= 4 ? 'strong' : strength === 3 ? 'good' : 'weak')
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden className="grid flex-1 grid-cols-4 gap-1">
        {[1, 2, 3, 4].map((place) => (
          <span
            key={place}
            className={clsx('h-1 rounded-full', place <= strength ? STRENGTHS[strength] : 'bg-press')}
          />
        ))}
      </span>
      <span className="text-caption text-mut">{label}</span>
    </span>
  )
}

/** Acts at once, without the form being saved: freezing ends all sessions. */
function SignInSwitch({ person }: { person: AdminPerson }): ReactElement {
  // The server's state, also after a refusal or an undo.
  const { data: now = person } = useQuery({ ...personQuery(person.userId), initialData: person })
  const [pending, setPending] = useState<boolean>()
  const change = async (next: boolean) => {
    setPending(next)
    await (next ? unfreeze([person]) : freezeNow([person]))
    setPending(undefined)
  }
  return (
    <Switch
      label={t('allowSignIn')}
      hint={t('allowSignInHint')}
      checked={pending ?? now.status !== 'frozen'}
      onChange={(next) => void change(next)}
    />
  )
}
