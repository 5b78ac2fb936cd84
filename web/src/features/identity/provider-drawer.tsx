import { type IdentityProvider, saveIdentityProvider } from '@clouddisk/contract/admin-identity'
import type { ProviderKind } from '@clouddisk/contract/sign-in'
import type { ReactElement, ReactNode } from 'react'
import { call, errorMessage } from '../../lib/api.ts'
import { refusedFieldOf } from '../../lib/bad-field.ts'
import { language } from '../../lib/i18n.ts'
import { showError } from '../../ui/failures.ts'
import { Field } from '../../ui/field.tsx'
import { FormDrawer, useSubmission } from '../../ui/form-dialog.tsx'
import type { OverlayControl } from '../../ui/overlay-props.ts'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { toast } from '../../ui/toast.tsx'
import { useForm } from '../../ui/use-form.ts'
import { Addresses } from './addresses.tsx'
import { refreshIdentity } from './data.ts'
import { KINDS } from './kinds.ts'
import { MappingFields } from './mapping-fields.tsx'
import { type ProviderValues, providerErrors, providerInput, providerValues } from './provider-form.ts'
import { RulesFields } from './rules-fields.tsx'
import { t } from './strings.ts'
import { TextField } from './text-field.tsx'

interface ProviderDrawerProps extends OverlayControl {
  /** Undefined for a new one. */
  provider: IdentityProvider | undefined
  /** Shows a new provider again, with the addresses that it has now. */
  onAdded: (provider: IdentityProvider) => void
}

/** A provider that is added or changed. */
export function ProviderDrawer({ provider, onAdded, open, onOpenChange }: ProviderDrawerProps): ReactElement {
  const kinds = Object.keys(KINDS) as ProviderKind[]
  const form = useForm<ProviderValues>(providerValues(provider, kinds[0] ?? 'oidc'), providerErrors)
  const { values, set } = form
  const send = async () => {
    const input = { ...providerInput(values), ...(provider && { providerId: provider.providerId }) }
    const saved = await call(saveIdentityProvider, input)
    const name = language === 'zh-CN' ? saved.zh : saved.en
    if (provider) onOpenChange(false)
    else onAdded(saved)
    toast.ok(t('saved', { name }))
    await refreshIdentity()
  }
  const submission = useSubmission(form, send, (error) => {
    const field = refusedFieldOf(error, ['zh', 'en', 'linkClaim', ...(KINDS[values.kind]?.fields ?? [])])
    if (field) form.refuse({ [field]: errorMessage(error) })
    else showError(t('notSaved'), error)
  })
  const KindFields = KINDS[values.kind]?.Fields
  return (
    <FormDrawer
      open={open}
      onOpenChange={onOpenChange}
      width={640}
      submission={submission}
      summary
      title={t(provider ? 'editTitle' : 'addTitle')}
      button={t('save')}
      className="flex flex-col gap-5"
    >
      {!provider && kinds.length > 1 && (
        <Field label={t('kind')}>
          <Select
            value={values.kind}
            onChange={(kind) => set({ kind, ...KINDS[kind]?.claims })}
            options={kinds.map((value) => ({ value, label: t(value) }))}
          />
        </Field>
      )}
      <div className="grid grid-cols-2 items-start gap-4 max-sm:grid-cols-1">
        <TextField form={form} name="zh" required hint={t('nameHint')} />
        <TextField form={form} name="en" required />
      </div>
      <Switch
        label={t('enabledLabel')}
        hint={t('enabledHint')}
        checked={values.enabled}
        onChange={(enabled) => set({ enabled })}
      />
      <Switch
        label={t('automaticLabel')}
        hint={t('automaticHint')}
        checked={values.automatic}
        onChange={(automatic) => set({ automatic })}
      />
      <Part title={t('addresses')}>
        <Addresses provider={provider} />
      </Part>
      <Part title={t('connection')}>{KindFields && <KindFields form={form} provider={provider} />}</Part>
      <Part title={t('claims')}>
        <MappingFields form={form} />
      </Part>
      <Part title={t('rules')}>
        <RulesFields form={form} />
      </Part>
    </FormDrawer>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }): ReactElement => (
  <section className="flex flex-col gap-4 border-t border-line pt-5">
    <h3 className="text-section font-semibold">{title}</h3>
    {children}
  </section>
)
