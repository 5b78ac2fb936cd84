import { DIRECTORY_TLS } from '@clouddisk/contract/directory-settings'
import type { ReactElement } from 'react'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { Select } from '../../ui/select.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { IdentityFields, type IdentityFieldsProps } from './identity-fields.tsx'
import { Section, TextField, WIDE } from './section.tsx'
import { t } from './strings.ts'

interface ConnectionFieldsProps extends IdentityFieldsProps {
  hasPassword: boolean
}

/** Which directory it is, and how it is reached. */
export function ConnectionFields({ form, hasPassword, ...identity }: ConnectionFieldsProps): ReactElement {
  const { values, set, errorOf, control } = form
  return (
    <Section title={t('sectionConnection')}>
      <IdentityFields form={form} {...identity} />
      <TextField
        form={form}
        name="url"
        label={t('url')}
        required
        code
        placeholder={values.tls === 'ldaps' ? 'ldaps://ldap.example.com' : 'ldap://ldap.example.com'}
      />
      <Field label={t('tls')} hint={values.tls === 'none' ? t('noneWarning') : undefined}>
        <Select
          value={values.tls}
          onChange={(tls) => set({ tls })}
          options={DIRECTORY_TLS.map((value) => ({ value, label: t(value) }))}
        />
      </Field>
      <TextField form={form} name="base" label={t('base')} required code placeholder="dc=example,dc=com" />
      <TextField
        form={form}
        name="user"
        label={t('user')}
        required
        code
        placeholder="cn=reader,dc=example,dc=com"
      />
      <Field
        label={t('password')}
        required={!hasPassword}
        hint={hasPassword ? t('passwordKept') : undefined}
        error={errorOf('password')}
      >
        <PasswordInput
          {...control('password')}
          autoComplete="new-password"
          value={values.password}
          onChange={(event) => set({ password: event.target.value })}
        />
      </Field>
      {values.tls !== 'none' && (
        <Field label={t('ca')} hint={t('caHint')} error={errorOf('ca')} className={WIDE}>
          <Textarea
            {...control('ca')}
            rows={3}
            spellCheck={false}
            className="font-mono"
            placeholder="-----BEGIN CERTIFICATE-----"
            value={values.ca}
            onChange={(event) => set({ ca: event.target.value })}
          />
        </Field>
      )}
    </Section>
  )
}
