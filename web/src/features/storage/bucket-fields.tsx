import type { AdminCloud } from '@clouddisk/contract/admin-clouds'
import { type AdminBucket, BUCKET_STATES, NO_CLOUD, STORE_CIPHERS } from '@clouddisk/contract/admin-storage'
import { clsx } from 'clsx'
import { SlidersHorizontal } from 'lucide-react'
import { type ReactElement, type ReactNode, useId, useState } from 'react'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Collapsible } from '../../ui/collapsible.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { Select } from '../../ui/select.tsx'
import type { Form } from '../../ui/use-form.ts'
import type { BucketValues } from './bucket-form.ts'
import { PROVIDER_CHOICES } from './bucket-labels.ts'
import { t } from './strings.ts'

/** The parts of a bucket's form. */

interface PartProps {
  title: string
  text?: string | undefined
  children: ReactNode
}

const Part = ({ title, text, children }: PartProps): ReactElement => {
  const id = useId()
  return (
    <fieldset className="min-w-0" aria-describedby={text && id}>
      <legend className={clsx('text-section font-semibold', text ? 'mb-1' : 'mb-3')}>{title}</legend>
      {text && (
        <p id={id} className="mb-3 text-secondary text-mut">
          {text}
        </p>
      )}
      <div className="grid grid-cols-2 items-start gap-x-4 gap-y-4 max-md:grid-cols-1">{children}</div>
    </fieldset>
  )
}

interface TextProps {
  form: Form<BucketValues>
  name:
    | 'bucketName'
    | 'endpoint'
    | 'publicEndpoint'
    | 'region'
    | 'addresses'
    | 'kmsKey'
    | 'accessKey'
    | 'capacity'
    | AboutField
  label: string
  hint?: string
  required?: boolean
  disabled?: boolean
  className?: string
  unit?: string
}
type AboutField = 'cloudName' | 'cloudUser' | 'location' | 'storageCycle' | 'distributionDomain' | 'keyPairId'

const Text = ({ form, name, label, hint, required, disabled, className, unit }: TextProps): ReactElement => (
  <Field label={label} hint={hint} error={form.errorOf(name)} required={required} className={className}>
    <Input
      {...form.control(name)}
      value={form.values[name]}
      disabled={disabled}
      autoComplete="off"
      spellCheck={false}
      unit={unit}
      onChange={(event) => form.set({ [name]: event.target.value })}
    />
  </Field>
)

interface FieldsProps {
  form: Form<BucketValues>
  /** It is there already. */
  added: boolean
}

interface CloudProps {
  clouds: readonly AdminCloud[]
}

export const StoreFields = ({ form, added, clouds }: FieldsProps & CloudProps): ReactElement => (
  <Part title={t('partStore')}>
    <Text
      form={form}
      name="bucketName"
      label={t('bucketName')}
      hint={t(added ? 'bucketNameKept' : 'bucketNameHint')}
      required
      disabled={added}
    />
    <Text form={form} name="endpoint" label={t('endpoint')} hint={t('endpointHint')} required />
    {clouds.length > 0 && (
      <Field label={t('cloud')} hint={t('cloudHint')}>
        <Select
          value={form.values.cloudId}
          onChange={(cloudId) =>
            form.set({ cloudId, cloudKeys: form.values.cloudKeys && hasKeys(clouds, cloudId) })
          }
          options={[
            { value: NO_CLOUD, label: t('cloudNone') },
            ...clouds.map(({ cloudId, cloudName }) => ({ value: cloudId, label: cloudName })),
          ]}
        />
      </Field>
    )}
  </Part>
)

const hasKeys = (clouds: readonly AdminCloud[], id: string): boolean =>
  clouds.some(({ cloudId, hasAccessKey }) => cloudId === id && hasAccessKey)

const ADVANCED = ['region', 'publicEndpoint', 'addresses', 'encryption', 'kmsKey'] as const

/** What most stores do without; in view where something of it was set, and from when something of it is wrong. */
export function AdvancedFields({ form }: Pick<FieldsProps, 'form'>): ReactElement {
  const { publicEndpoint, addresses, encryption } = form.values
  const [open, setOpen] = useState(publicEndpoint !== '' || addresses !== '' || encryption !== 'none')
  const isWrong = ADVANCED.some((name) => form.errorOf(name) !== undefined)
  const [wasWrong, setWasWrong] = useState(isWrong)
  if (isWrong !== wasWrong) {
    setWasWrong(isWrong)
    // It stays open behind the hand that mends it.
    if (isWrong) setOpen(true)
  }
  return (
    <Collapsible
      icon={<SlidersHorizontal size={16} aria-hidden />}
      title={t('advanced')}
      open={open}
      onToggle={() => setOpen(!open)}
    >
      <div className="grid grid-cols-2 items-start gap-4 max-md:grid-cols-1">
        <Text form={form} name="region" label={t('region')} hint={t('regionHint', { region: 'us-east-1' })} />
        <Text form={form} name="publicEndpoint" label={t('publicEndpoint')} hint={t('publicEndpointHint')} />
        {form.values.cloudId === NO_CLOUD && (
          <Text
            form={form}
            name="addresses"
            label={t('addresses')}
            hint={t('addressesHint')}
            className="col-span-full"
          />
        )}
        <Field
          label={t('storeEncryption')}
          hint={t('storeEncryptionHint')}
          error={form.errorOf('encryption')}
        >
          <Select
            value={encryption}
            onChange={(chosen) => form.set({ encryption: chosen })}
            options={[
              { value: 'none', label: t('storeEncryptionNone') },
              ...STORE_CIPHERS.map((value) => ({ value, label: value })),
            ]}
          />
        </Field>
        {encryption === 'aws:kms' && (
          <Text form={form} name="kmsKey" label={t('kmsKey')} hint={t('kmsKeyHint')} />
        )}
      </div>
    </Collapsible>
  )
}

export function KeyFields({ form, added, clouds }: FieldsProps & CloudProps): ReactElement {
  const { cloudKeys, cloudId, secretKey } = form.values
  return (
    <Part title={t('partKeys')} text={cloudKeys ? undefined : t(added ? 'keysKept' : 'keysHint')}>
      {hasKeys(clouds, cloudId) && (
        <Checkbox
          className="col-span-full"
          label={t('cloudKeys')}
          checked={cloudKeys}
          onChange={(checked) => form.set({ cloudKeys: checked })}
        />
      )}
      {!cloudKeys && (
        <>
          <Text form={form} name="accessKey" label={t('accessKey')} required={!added} />
          <Field label={t('secretKey')} error={form.errorOf('secretKey')} required={!added}>
            <PasswordInput
              {...form.control('secretKey')}
              value={secretKey}
              autoComplete="new-password"
              onChange={(event) => form.set({ secretKey: event.target.value })}
            />
          </Field>
        </>
      )}
    </Part>
  )
}

export const UseFields = ({
  form,
  bucket,
}: Pick<FieldsProps, 'form'> & { bucket: AdminBucket | undefined }): ReactElement => (
  <Part title={t('partUse')}>
    <Field label={t('uploads')} hint={bucket?.encryptedBy === 'clouddisk' && t('uploadsOfOurs')}>
      <Select
        value={form.values.uploads}
        onChange={(uploads) => form.set({ uploads })}
        options={[
          { value: 'direct', label: t('uploadsDirect') },
          { value: 'proxied', label: t('uploadsProxied') },
        ]}
      />
    </Field>
    <Field label={t('downloads')}>
      <Select
        value={form.values.downloads}
        onChange={(downloads) => form.set({ downloads })}
        options={[
          { value: 'proxied', label: t('downloadsProxied') },
          { value: 'presigned', label: t('downloadsPresigned') },
        ]}
      />
    </Field>
    <Text form={form} name="capacity" label={t('capacity')} hint={t('capacityHint')} unit="GB" />
    {bucket && !bucket.isDefault && (
      <Field label={t('state')}>
        <Select
          value={form.values.state}
          onChange={(state) => form.set({ state })}
          options={BUCKET_STATES.map((value) => ({
            value,
            label: t(value === 'active' ? 'stateActive' : 'stateReadonly'),
          }))}
        />
      </Field>
    )}
  </Part>
)

/** Of a bucket without a cloud; with one, they are the cloud's. */
const OwnAboutFields = ({ form }: Pick<FieldsProps, 'form'>): ReactElement => (
  <>
    <Field label={t('provider')}>
      <Select
        value={form.values.provider}
        onChange={(provider) => form.set({ provider })}
        options={[{ value: 'none', label: t('providerNone') }, ...PROVIDER_CHOICES]}
      />
    </Field>
    <Text form={form} name="cloudName" label={t('cloudName')} />
    <Text form={form} name="cloudUser" label={t('cloudUser')} />
    <Text form={form} name="distributionDomain" label={t('distributionDomain')} />
    <Text form={form} name="keyPairId" label={t('keyPairId')} />
    <Checkbox
      checked={form.values.acceleration}
      onChange={(acceleration) => form.set({ acceleration })}
      label={t('acceleration')}
      className="h-9 self-end max-md:h-11"
    />
  </>
)

export const AboutFields = ({ form }: Pick<FieldsProps, 'form'>): ReactElement => (
  <Part title={t('partAbout')} text={t('partAboutText')}>
    <Text form={form} name="location" label={t('location')} />
    <Text form={form} name="storageCycle" label={t('storageCycle')} />
    {form.values.cloudId === NO_CLOUD && <OwnAboutFields form={form} />}
  </Part>
)
