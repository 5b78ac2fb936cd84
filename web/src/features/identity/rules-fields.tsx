import { LINK_RULES } from '@clouddisk/contract/provider-settings'
import type { ReactElement } from 'react'
import { useExtension } from '../../lib/extension-points.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { MultiSelect } from '../../ui/multi-select.tsx'
import { RadioGroup } from '../../ui/radio.tsx'
import { Switch } from '../../ui/switch.tsx'
import type { Form } from '../../ui/use-form.ts'
import { useRoleOptions } from './mapping-fields.tsx'
import type { ProviderValues } from './provider-form.ts'
import { t } from './strings.ts'
import { TextField } from './text-field.tsx'

type Props = { form: Form<ProviderValues> }

const LINK_TEXTS = {
  never: ['never', 'neverHint'],
  mail: ['byMail', 'byMailHint'],
  account: ['byAccount', 'byAccountHint'],
} as const

/** Who is let in, as whom. */
export function RulesFields({ form }: Props): ReactElement {
  const { values, set } = form
  return (
    <>
      <Switch
        label={t('create')}
        hint={t('createHint')}
        checked={values.create}
        onChange={(create) => set({ create })}
      />
      {values.create && <NewAccounts form={form} />}
      <div>
        <p className="mb-2 text-secondary font-medium">{t('link')}</p>
        <RadioGroup
          label={t('link')}
          value={values.link}
          onChange={(link) => set({ link })}
          options={LINK_RULES.map((value) => {
            const [label, hint] = LINK_TEXTS[value]
            return { value, label: t(label), hint: t(hint) }
          })}
        />
      </div>
      {values.link === 'account' && <TextField form={form} name="linkClaim" required />}
      <Switch
        label={t('mailIsVerified')}
        hint={t('mailIsVerifiedHint')}
        checked={values.mailIsVerified}
        onChange={(mailIsVerified) => set({ mailIsVerified })}
      />
      {values.link !== 'never' && (
        <Switch
          label={t('linkAdministrators')}
          hint={t('linkAdministratorsHint')}
          checked={values.linkAdministrators}
          onChange={(linkAdministrators) => set({ linkAdministrators })}
        />
      )}
    </>
  )
}

function NewAccounts({ form }: Props): ReactElement {
  const { values, set } = form
  const roles = useRoleOptions()
  const directory = useExtension('directory')
  return (
    <div className="grid grid-cols-2 items-start gap-4 max-sm:grid-cols-1">
      <Field label={t('newDepartment')}>
        {directory && (
          <directory.DepartmentPicker
            value={values.departmentId}
            onChange={(departmentId) => set({ departmentId })}
            none={t('noDepartment')}
          />
        )}
      </Field>
      <Field label={t('capacity')} hint={t('capacityHint')} error={form.errorOf('capacity')}>
        <Input
          {...form.control('capacity')}
          inputMode="decimal"
          unit="GB"
          value={values.capacity}
          onChange={(event) => set({ capacity: event.target.value })}
        />
      </Field>
      <Field label={t('newRoles')} className="col-span-full">
        <MultiSelect
          value={values.newRoles}
          onChange={(newRoles) => set({ newRoles })}
          options={roles}
          placeholder={t('newRolesNone')}
        />
      </Field>
    </div>
  )
}
