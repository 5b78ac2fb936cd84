import type { ReactElement } from 'react'
import { Switch } from '../../ui/switch.tsx'
import type { Form } from '../../ui/use-form.ts'
import type { ProviderValues } from './provider-form.ts'
import { t } from './saml-strings.ts'
import { t as common } from './strings.ts'
import { TextField } from './text-field.tsx'

/** How a CAS server is reached. */
export function CasFields({ form }: { form: Form<ProviderValues> }): ReactElement {
  const { values, set } = form
  return (
    <>
      <TextField
        form={form}
        label={t('serverUrl')}
        name="serverUrl"
        required
        hint={t('serverUrlHint')}
        inputMode="url"
      />
      <TextField
        form={form}
        label={t('subjectAttribute')}
        name="subjectAttribute"
        hint={t('subjectCasHint')}
      />
      <Switch
        label={t('renew')}
        hint={t('renewHint')}
        checked={values.renew}
        onChange={(renew) => set({ renew })}
      />
      <Switch
        label={common('singleLogout')}
        checked={values.singleLogout}
        onChange={(singleLogout) => set({ singleLogout })}
      />
    </>
  )
}
