import { type AdminCloud, saveCloud } from '@clouddisk/contract/admin-clouds'
import { CLOUD_PROVIDERS, type CloudProvider } from '@clouddisk/contract/admin-storage'
import { type ReactElement, useState } from 'react'
import { call } from '../../lib/api.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog, useSubmission } from '../../ui/form-dialog.tsx'
import type { DialogControl } from '../../ui/overlay-props.ts'
import { PasswordInput } from '../../ui/password-input.tsx'
import { Select } from '../../ui/select.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { toast } from '../../ui/toast.tsx'
import { useForm } from '../../ui/use-form.ts'
import { errorsOf, inputOf, valuesOf } from './cloud-form.ts'
import { t } from './cloud-strings.ts'
import { refreshSites } from './data.ts'
import { Part, showRefusal, TextField } from './form-fields.tsx'
import { t as words } from './strings.ts'

interface CloudDialogProps extends DialogControl {
  /** Undefined for a new one. */
  cloud: AdminCloud | undefined
}

/** A cloud that is added or changed. Keys are written only. */
export function CloudDialog({ cloud, ...dialog }: CloudDialogProps): ReactElement {
  const [initial] = useState(() => valuesOf(cloud))
  const [wrong, setWrong] = useState<readonly string[]>([])
  const form = useForm(initial, errorsOf)
  const { values, set, errorOf, control } = form
  const send = async () => {
    const reply = await call(saveCloud, { ...(cloud && { cloudId: cloud.cloudId }), ...inputOf(values) })
    if (reply.cloudId === null) {
      setWrong(reply.findings.map(({ bucketName, says, stepText }) => `${bucketName}: ${says ?? stepText}`))
      return
    }
    dialog.onOpenChange(false)
    toast.ok(t('saved', { name: values.cloudName.trim() }))
    await refreshSites()
  }
  const submission = useSubmission(form, send, (error) => showRefusal(form, error, 'cloudName'))
  return (
    <FormDialog
      {...dialog}
      width={640}
      submission={submission}
      summary
      title={t(cloud ? 'editCloud' : 'newCloud')}
      button={words(cloud ? 'save' : 'create')}
      className="flex flex-col gap-6"
    >
      {wrong.length > 0 && (
        <ErrorSummary title={t('unreachable')}>
          {wrong.map((line) => (
            <span key={line} className="block break-words">
              {line}
            </span>
          ))}
        </ErrorSummary>
      )}
      <Part>
        <TextField form={form} name="cloudName" label={t('name')} required />
        <Field label={t('provider')}>
          <Select<CloudProvider | ''>
            value={values.provider}
            onChange={(provider) => set({ provider })}
            options={[
              { value: '', label: t('providerNone') },
              ...CLOUD_PROVIDERS.map((value) => ({ value, label: t(value) })),
            ]}
          />
        </Field>
        <TextField form={form} name="cloudUser" label={t('user')} />
      </Part>
      <Part title={t('network')}>
        <TextField form={form} name="addresses" label={t('addresses')} hint={t('addressesHint')} />
        <TextField form={form} name="port" label={t('port')} hint={t('portHint')} inputMode="numeric" />
      </Part>
      <Part title={t('keys')} text={t('keysText')}>
        <TextField
          form={form}
          name="accessKey"
          label={t('accessKey')}
          hint={cloud?.hasAccessKey ? t('kept') : undefined}
        />
        <Field label={t('secretKey')} error={errorOf('secretKey')}>
          <PasswordInput
            {...control('secretKey')}
            value={values.secretKey}
            autoComplete="off"
            onChange={(event) => set({ secretKey: event.target.value })}
          />
        </Field>
        {cloud?.hasAccessKey && (
          <Checkbox
            className="col-span-full"
            label={t('dropKeys')}
            checked={values.dropAccessKey}
            onChange={(dropAccessKey) => set({ dropAccessKey })}
          />
        )}
      </Part>
      <Part title={t('distribution')} text={t('distributionText')}>
        <TextField form={form} name="distributionDomain" label={t('domain')} placeholder="cdn.example.com" />
        <TextField form={form} name="keyPairId" label={t('keyPairId')} />
        <Field
          label={t('protocolKey')}
          hint={cloud?.hasProtocolKey ? t('kept') : t('protocolKeyHint')}
          error={errorOf('protocolKey')}
          className="col-span-full"
        >
          <Textarea
            {...control('protocolKey')}
            rows={4}
            spellCheck={false}
            autoComplete="off"
            placeholder="-----BEGIN PRIVATE KEY-----"
            value={values.protocolKey}
            onChange={(event) => set({ protocolKey: event.target.value })}
          />
        </Field>
        {cloud?.hasProtocolKey && (
          <Checkbox
            className="col-span-full"
            label={t('dropProtocolKey')}
            checked={values.dropProtocolKey}
            onChange={(dropProtocolKey) => set({ dropProtocolKey })}
          />
        )}
        <div className="col-span-full">
          <Checkbox
            label={t('acceleration')}
            checked={values.acceleration}
            onChange={(acceleration) => set({ acceleration })}
          />
          <p className="mt-1 text-caption text-mut">{t('accelerationHint')}</p>
        </div>
      </Part>
    </FormDialog>
  )
}
