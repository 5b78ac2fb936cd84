import { type IdentityProvider, readSamlMetadata } from '@clouddisk/contract/admin-identity'
import { NAME_ID_FORMATS } from '@clouddisk/contract/provider-settings'
import { type ReactElement, useState } from 'react'
import { call, errorMessage } from '../../lib/api.ts'
import { refusedFieldOf } from '../../lib/bad-field.ts'
import { Button } from '../../ui/button.tsx'
import { showError } from '../../ui/failures.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { toast } from '../../ui/toast.tsx'
import type { Form } from '../../ui/use-form.ts'
import { ClockTolerance } from './clock-tolerance.tsx'
import type { ProviderValues } from './provider-form.ts'
import { t } from './saml-strings.ts'
import { t as common } from './strings.ts'
import { TextField } from './text-field.tsx'

interface Props {
  form: Form<ProviderValues>
  provider: IdentityProvider | undefined
}

/** How a SAML provider is reached, and what its answers have to be. */
export function SamlFields({ form, provider }: Props): ReactElement {
  const { values, set } = form
  return (
    <>
      <Metadata form={form} />
      <TextField form={form} label={t('entityId')} name="entityId" required hint={t('entityIdHint')} />
      <TextField
        form={form}
        label={t('ssoUrl')}
        name="ssoUrl"
        required
        hint={t('ssoUrlHint')}
        inputMode="url"
      />
      <div className="grid grid-cols-2 items-start gap-4 max-sm:grid-cols-1">
        <TextField
          form={form}
          label={t('logoutUrl')}
          name="logoutUrl"
          hint={t('logoutUrlHint')}
          inputMode="url"
        />
        <TextField
          form={form}
          label={t('logoutResponseUrl')}
          name="logoutResponseUrl"
          hint={t('logoutResponseUrlHint')}
          inputMode="url"
        />
      </div>
      <Lines form={form} name="certificates" rows={5} required hint={t('certificatesHint')} />
      <div className="grid grid-cols-2 items-start gap-4 max-sm:grid-cols-1">
        <Field label={t('signed')}>
          <Select
            value={values.signed}
            onChange={(signed) => set({ signed })}
            options={(['assertions', 'responses', 'both'] as const).map((value) => ({
              value,
              label: t(value),
            }))}
          />
        </Field>
        <Field label={t('nameIdFormat')}>
          <Select
            value={values.nameIdFormat}
            onChange={(nameIdFormat) => set({ nameIdFormat })}
            options={NAME_ID_FORMATS.map((value) => ({ value, label: t(value) }))}
          />
        </Field>
        <TextField
          form={form}
          label={t('subjectAttribute')}
          name="subjectAttribute"
          hint={t('subjectSamlHint')}
        />
        <ClockTolerance form={form} />
      </div>
      <TextField form={form} label={t('ownEntityId')} name="ownEntityId" hint={t('ownEntityIdHint')} />
      <Switch
        label={t('signRequests')}
        checked={values.signRequests}
        onChange={(signRequests) => set({ signRequests })}
      />
      <Switch
        label={t('encrypted')}
        hint={t('encryptedHint')}
        checked={values.encrypted}
        onChange={(encrypted) => set({ encrypted })}
      />
      <Switch
        label={t('unsolicited')}
        hint={t('unsolicitedHint')}
        checked={values.unsolicited}
        onChange={(unsolicited) => set({ unsolicited })}
      />
      <Switch
        label={common('singleLogout')}
        checked={values.singleLogout}
        onChange={(singleLogout) => set({ singleLogout })}
      />
      <OwnKey form={form} isNew={provider === undefined} />
    </>
  )
}

/** Fills the fields below from the provider's metadata, by address or pasted. */
function Metadata({ form }: { form: Form<ProviderValues> }): ReactElement {
  const [busy, setBusy] = useState(false)
  const { metadataUrl, metadataXml } = form.values
  const read = async () => {
    setBusy(true)
    try {
      const pasted = metadataXml.trim()
      const { certificates, ...addresses } = await call(
        readSamlMetadata,
        pasted === '' ? { url: metadataUrl.trim() } : { xml: pasted },
      )
      form.set({ ...addresses, certificates: certificates.join(''), metadataXml: '' })
      toast.ok(t('metadataRead', { name: addresses.entityId }))
    } catch (error) {
      const field = refusedFieldOf(error, ['url', 'xml'])
      if (field) form.refuse({ [field === 'url' ? 'metadataUrl' : 'metadataXml']: errorMessage(error) })
      else showError(t('metadataNotRead'), error)
    }
    setBusy(false)
  }
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-1 text-secondary font-medium">{t('metadataOf')}</legend>
      <TextField
        form={form}
        label={t('metadataUrl')}
        name="metadataUrl"
        hint={t('metadataUrlHint')}
        inputMode="url"
      />
      <Lines form={form} name="metadataXml" rows={3} />
      <Button
        size="small"
        className="self-start"
        busy={busy}
        disabledReason={metadataUrl.trim() + metadataXml.trim() === '' ? t('metadataNeeded') : undefined}
        onClick={() => void read()}
      >
        {t('readMetadata')}
      </Button>
    </fieldset>
  )
}

/** The key that we sign and decrypt with. */
function OwnKey({ form, isNew }: { form: Form<ProviderValues>; isNew: boolean }): ReactElement {
  const { key } = form.values
  const options = isNew ? (['made', 'own'] as const) : (['kept', 'made', 'own'] as const)
  return (
    <>
      <Field label={t('ownKey')} hint={!isNew && key === 'made' ? t('ownKeyHint') : undefined}>
        <Select
          value={key}
          onChange={(next) => form.set({ key: next })}
          options={options.map((value) => ({ value, label: t(value) }))}
        />
      </Field>
      {key === 'own' && (
        <>
          <Lines form={form} name="privateKey" rows={4} required hint={t('privateKeyHint')} />
          <Lines form={form} name="ownCertificate" rows={4} required />
        </>
      )}
    </>
  )
}

interface LinesProps {
  form: Form<ProviderValues>
  name: 'certificates' | 'metadataXml' | 'privateKey' | 'ownCertificate'
  rows: number
  required?: boolean
  hint?: string
}

const PEM = '-----BEGIN CERTIFICATE-----'
const PLACEHOLDERS = { certificates: PEM, ownCertificate: PEM, privateKey: '-----BEGIN PRIVATE KEY-----' }

const Lines = ({ form, name, rows, required, hint }: LinesProps): ReactElement => (
  <Field label={t(name)} required={required} hint={hint} error={form.errorOf(name)}>
    <Textarea
      {...form.control(name)}
      rows={rows}
      autoComplete="off"
      spellCheck={false}
      className="font-mono text-caption"
      placeholder={name === 'metadataXml' ? undefined : PLACEHOLDERS[name]}
      value={form.values[name]}
      onChange={(event) => form.set({ [name]: event.target.value })}
    />
  </Field>
)
