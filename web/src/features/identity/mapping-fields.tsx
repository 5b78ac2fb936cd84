import { REFRESH } from '@clouddisk/contract/provider-settings'
import { roleName } from '@clouddisk/contract/role-names'
import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import type { ReactElement } from 'react'
import { language } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import type { Form } from '../../ui/use-form.ts'
import { rolesQuery } from './data.ts'
import type { ProviderValues } from './provider-form.ts'
import { t } from './strings.ts'
import { TextField } from './text-field.tsx'

type Props = { form: Form<ProviderValues> }

const CLAIMS = ['account', 'realName', 'mail', 'phone', 'department', 'roles'] as const

/** Which claims become what here. */
export const MappingFields = ({ form }: Props): ReactElement => (
  <>
    <p className="text-caption text-mut">{t('claimsHint')}</p>
    <div className="grid grid-cols-2 items-start gap-4 max-sm:grid-cols-1">
      {CLAIMS.map((name) => (
        <TextField key={name} form={form} name={name} />
      ))}
    </div>
    {form.values.department.trim() !== '' && (
      <Field label={t('separator')} hint={t('separatorHint')}>
        <Input
          autoComplete="off"
          maxLength={10}
          value={form.values.departmentSeparator}
          onChange={(event) => form.set({ departmentSeparator: event.target.value })}
        />
      </Field>
    )}
    {form.values.roles.trim() !== '' && <RoleValues form={form} />}
    <fieldset>
      <legend className="mb-2 text-secondary font-medium">{t('takeOver')}</legend>
      <div className="grid grid-cols-3 gap-4 max-sm:grid-cols-1">
        {(['names', 'departments', 'roleGrants'] as const).map((name) => (
          <Field key={name} label={t(name)}>
            <Select
              value={form.values[name]}
              onChange={(value) => form.set({ [name]: value })}
              options={REFRESH.map((value) => ({ value, label: t(value) }))}
            />
          </Field>
        ))}
      </div>
    </fieldset>
  </>
)

function RoleValues({ form }: Props): ReactElement {
  const options = useRoleOptions()
  const { roleValues } = form.values
  const change = (index: number, part: Partial<(typeof roleValues)[number]>) =>
    form.set({ roleValues: roleValues.map((one, at) => (at === index ? { ...one, ...part } : one)) })
  return (
    <fieldset>
      <legend className="text-secondary font-medium">{t('roleValues')}</legend>
      <p className="mt-1 mb-2 text-caption text-mut">{t('roleValuesHint')}</p>
      <ul className="flex flex-col gap-2">
        {roleValues.map(({ value, roleId }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name until one is typed
          <li key={index} className="flex items-start gap-2">
            <Field label={t('value')} hideLabel className="flex-1">
              <Input
                autoComplete="off"
                spellCheck={false}
                placeholder={t('value')}
                value={value}
                onChange={(event) => change(index, { value: event.target.value })}
              />
            </Field>
            <Field label={t('role')} hideLabel className="flex-1">
              <Select
                value={roleId}
                placeholder={t('role')}
                onChange={(next) => change(index, { roleId: next })}
                options={options}
              />
            </Field>
            <IconButton
              icon={X}
              label={t('removeValue', { value: value || t('value') })}
              onClick={() => form.set({ roleValues: roleValues.filter((_, at) => at !== index) })}
            />
          </li>
        ))}
      </ul>
      {form.errorOf('roleValues') && (
        <p role="alert" className="mt-1.5 text-caption text-danger">
          {form.errorOf('roleValues')}
        </p>
      )}
      <Button
        ref={form.control('roleValues').ref}
        size="small"
        icon={Plus}
        className="mt-2"
        onClick={() => form.set({ roleValues: [...roleValues, { value: '', roleId: '' }] })}
      >
        {t('addValue')}
      </Button>
    </fieldset>
  )
}

/** Roles that may be given. */
export function useRoleOptions(): { value: string; label: string }[] {
  const { data } = useQuery(rolesQuery)
  return (data ?? [])
    .filter(({ canGive }) => canGive)
    .map((role) => ({ value: role.roleId, label: roleName(role.roleName, role.preset, language) }))
}
