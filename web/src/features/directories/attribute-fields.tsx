import { DEPARTMENT_MODES } from '@clouddisk/contract/directory-settings'
import type { ReactElement } from 'react'
import { useExtension } from '../../lib/extension-points.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { t as ofScim } from './scim-strings.ts'
import { type FormProps, Section, TextField, WIDE } from './section.tsx'
import { t } from './strings.ts'

/** Which entries are people and departments, and what their attributes are here. */

export const PeopleFields = ({ form }: FormProps): ReactElement => (
  <Section title={t('sectionPeople')}>
    <TextField form={form} name="peopleFilter" label={t('peopleFilter')} required code className={WIDE} />
    <TextField form={form} name="idAttribute" label={t('idAttribute')} hint={t('idHint')} required code />
    <TextField form={form} name="accountAttribute" label={t('accountAttribute')} required code />
    <TextField form={form} name="realNameAttribute" label={t('realNameAttribute')} required code />
    <TextField form={form} name="userNameAttribute" label={t('userNameAttribute')} code />
    <TextField form={form} name="mailAttribute" label={t('mailAttribute')} code />
    <TextField form={form} name="phoneAttribute" label={t('phoneAttribute')} code />
    <TextField
      form={form}
      name="disabledFilter"
      label={t('disabledFilter')}
      hint={t(form.values.protocol === 'activeDirectory' ? 'disabledHintAd' : 'disabledHint')}
      code
      className={WIDE}
    />
  </Section>
)

const MODES = { units: 'modeUnits', attribute: 'modeAttribute', none: 'modeNone' } as const

export function DepartmentFields({ form }: FormProps): ReactElement {
  const { values, set } = form
  const isScim = values.protocol === 'scim'
  const modes = DEPARTMENT_MODES.filter((value) => !isScim || value !== 'units')
  const DepartmentPicker = useExtension('directory')?.DepartmentPicker
  return (
    <Section title={t('sectionDepartments')}>
      <Field label={t('departmentMode')}>
        <Select
          value={values.departmentMode}
          onChange={(departmentMode) => set({ departmentMode })}
          options={modes.map((value) => ({
            value,
            label: isScim && value === 'attribute' ? ofScim('departments') : t(MODES[value]),
          }))}
        />
      </Field>
      {values.departmentMode !== 'none' && DepartmentPicker && (
        <Field label={t('departmentParent')}>
          <DepartmentPicker
            value={values.departmentParentId}
            onChange={(departmentParentId) => set({ departmentParentId })}
            none={t('departmentTop')}
          />
        </Field>
      )}
      {values.departmentMode === 'units' && (
        <>
          <TextField form={form} name="departmentFilter" label={t('departmentFilter')} required code />
          <TextField form={form} name="departmentNameAttribute" label={t('departmentNameAttribute')} code />
        </>
      )}
      {values.departmentMode === 'attribute' && (
        <>
          {!isScim && (
            <TextField
              form={form}
              name="departmentAttribute"
              label={t('departmentAttribute')}
              required
              code
            />
          )}
          <TextField form={form} name="departmentSeparator" label={t('departmentSeparator')} code />
        </>
      )}
    </Section>
  )
}
