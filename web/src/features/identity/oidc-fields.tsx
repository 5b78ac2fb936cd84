import type { IdentityProvider } from '@clouddisk/contract/admin-identity'
import { OIDC_CLIENT_AUTH } from '@clouddisk/contract/provider-settings'
import type { ReactElement } from 'react'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import type { Form } from '../../ui/use-form.ts'
import { ClockTolerance } from './clock-tolerance.tsx'
import type { ProviderValues } from './provider-form.ts'
import { t } from './strings.ts'
import { TextField } from './text-field.tsx'

/** How an OpenID Connect provider is reached. */
export function OidcFields({
  form,
  provider,
}: {
  form: Form<ProviderValues>
  provider: IdentityProvider | undefined
}): ReactElement {
  const { values, set } = form
  const hasSecret = provider?.secrets.includes('clientSecret') ?? false
  return (
    <>
      <TextField form={form} name="issuer" required hint={t('issuerHint')} inputMode="url" />
      <div className="grid grid-cols-2 items-start gap-4 max-sm:grid-cols-1">
        <TextField form={form} name="clientId" required />
        <div>
          <Field label={t('clientSecret')} hint={t(hasSecret ? 'secretKept' : 'secretOptional')}>
            <PasswordInput
              autoComplete="new-password"
              value={values.clientSecret}
              onChange={(event) => set({ clientSecret: event.target.value })}
            />
          </Field>
          {hasSecret && values.clientSecret === '' && (
            <Checkbox
              className="mt-2"
              label={t('secretClear')}
              checked={values.clearSecret}
              onChange={(clearSecret) => set({ clearSecret })}
            />
          )}
        </div>
        <Field label={t('clientAuth')}>
          <Select
            value={values.clientAuth}
            onChange={(clientAuth) => set({ clientAuth })}
            options={OIDC_CLIENT_AUTH.map((value) => ({ value, label: t(value) }))}
          />
        </Field>
        <ClockTolerance form={form} />
      </div>
      <TextField form={form} name="scopes" hint={t('scopesHint')} />
      <Switch
        label={t('singleLogout')}
        checked={values.singleLogout}
        onChange={(singleLogout) => set({ singleLogout })}
      />
    </>
  )
}
