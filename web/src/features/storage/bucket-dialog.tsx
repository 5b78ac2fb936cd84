import {
  type AdminBucket,
  BUCKET_STATES,
  type BucketFinding,
  createBucket,
  updateBucket,
} from '@clouddisk/contract/admin-storage'
import { type ReactElement, type ReactNode, useId, useState } from 'react'
import { call } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { CloseButton } from '../../ui/close-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { tellError } from '../../ui/failures.ts'
import { FaultList } from '../../ui/fault-list.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.tsx'
import { type Form, useForm } from '../../ui/use-form.ts'
import { type BucketValues, faultsOf, refusalOf, settingsOf, valuesOf } from './bucket-form.ts'
import { PROVIDER_CHOICES } from './bucket-words.ts'
import { refreshStorage } from './data.ts'
import { Findings } from './findings.tsx'
import { t } from './strings.ts'

export interface BucketDialogProps {
  /** Changed; undefined for one that is added. */
  bucket: AdminBucket | undefined
  open: boolean
  onOpenChange: (open: boolean) => void
  onClosed: () => void
}

/** A bucket that is added or changed; it is tried before anything is saved. */
export function BucketDialog({ bucket, open, onOpenChange, onClosed }: BucketDialogProps): ReactElement {
  const id = useId()
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<readonly BucketFinding[]>()
  const form = useForm<BucketValues>(valuesOf(bucket), faultsOf(bucket))
  const button = t(bucket ? 'checkAndSave' : 'checkAndAdd')
  const send = async () => {
    setBusy(true)
    setWrong(undefined)
    try {
      const { bucket: saved, findings } = await save(bucket, form.values)
      if (saved) {
        onOpenChange(false)
        toast.ok(t(bucket ? 'saved' : 'added', { name: saved.bucketName }))
        await refreshStorage()
      } else setWrong(findings)
    } catch (error) {
      const faults = refusalOf(error)
      if (faults) form.refuse(faults)
      else tellError(t('notSaved'), error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      width={640}
      open={open}
      onOpenChange={onOpenChange}
      onClosed={onClosed}
      dirty={form.dirty}
      busy={busy}
      title={bucket ? t('editTitle', { name: bucket.bucketName }) : t('addTitle')}
      footerStart={busy && <span className="text-secondary text-mut">{t('trying')}</span>}
      footer={
        <>
          <CloseButton>{t('cancel')}</CloseButton>
          <Button variant="primary" type="submit" form={id} busy={busy}>
            {button}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        className="flex flex-col gap-6"
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) form.submit(() => void send())
        }}
      >
        {form.open > 0 && (
          <FaultList title={t('faults', { count: form.open })}>{t('faultsText', { button })}</FaultList>
        )}
        {wrong && (
          <FaultList title={t('foundWrong')}>
            <div className="mt-2">
              <Findings findings={wrong} />
            </div>
          </FaultList>
        )}
        <StoreFields form={form} added={bucket !== undefined} />
        <KeyFields form={form} added={bucket !== undefined} />
        <UseFields form={form} bucket={bucket} />
        <AboutFields form={form} />
      </form>
    </Dialog>
  )
}

function save(bucket: AdminBucket | undefined, values: BucketValues) {
  const settings = settingsOf(values)
  if (bucket?.bucketId)
    return call(updateBucket, {
      bucketId: bucket.bucketId,
      ...settings,
      ...(values.state !== bucket.state && { state: values.state }),
    })
  const { accessKey = '', secretKey = '' } = settings
  return call(createBucket, { ...settings, bucketName: values.bucketName.trim(), accessKey, secretKey })
}

interface PartProps {
  title: string
  children: ReactNode
}

const Part = ({ title, children }: PartProps): ReactElement => (
  <fieldset className="min-w-0">
    <legend className="mb-3 text-section font-semibold">{title}</legend>
    <div className="grid grid-cols-2 items-start gap-x-4 gap-y-4 max-md:grid-cols-1">{children}</div>
  </fieldset>
)

interface TextProps {
  form: Form<BucketValues>
  name: 'bucketName' | 'endpoint' | 'publicEndpoint' | 'region' | 'addresses' | 'capacity' | About
  label: string
  hint?: string
  required?: boolean
  disabled?: boolean
  className?: string
}
type About = 'cloudName' | 'cloudUser' | 'location' | 'storageCycle'

const Text = ({ form, name, label, hint, required, disabled, className }: TextProps): ReactElement => (
  <Field label={label} hint={hint} error={form.fault(name)} required={required} className={className}>
    <Input
      {...form.control(name)}
      value={form.values[name]}
      disabled={disabled}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => form.set({ [name]: event.target.value })}
    />
  </Field>
)

interface FieldsProps {
  form: Form<BucketValues>
  /** It is there already. */
  added: boolean
}

const StoreFields = ({ form, added }: FieldsProps): ReactElement => (
  <Part title={t('partStore')}>
    <Text
      form={form}
      name="bucketName"
      label={t('bucketName')}
      hint={t('bucketNameHint')}
      required
      disabled={added}
    />
    <Text form={form} name="region" label={t('region')} hint={t('regionHint', { region: 'us-east-1' })} />
    <Text form={form} name="endpoint" label={t('endpoint')} hint={t('endpointHint')} required />
    <Text form={form} name="publicEndpoint" label={t('publicEndpoint')} hint={t('publicEndpointHint')} />
    <Text
      form={form}
      name="addresses"
      label={t('addresses')}
      hint={t('addressesHint')}
      className="col-span-full"
    />
  </Part>
)

const KeyFields = ({ form, added }: FieldsProps): ReactElement => (
  <Part title={t('partKeys')}>
    {(['accessKey', 'secretKey'] as const).map((name) => (
      <Field
        key={name}
        label={t(name)}
        hint={t(added ? 'keysKept' : 'keysHint')}
        error={form.fault(name)}
        required={!added}
      >
        <PasswordInput
          {...form.control(name)}
          value={form.values[name]}
          autoComplete="new-password"
          onChange={(event) => form.set({ [name]: event.target.value })}
        />
      </Field>
    ))}
  </Part>
)

const UseFields = ({
  form,
  bucket,
}: Pick<FieldsProps, 'form'> & { bucket: AdminBucket | undefined }): ReactElement => (
  <Part title={t('partUse')}>
    <Field label={t('uploads')}>
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
    <Text form={form} name="capacity" label={t('capacity')} hint={t('capacityHint')} />
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

const AboutFields = ({ form }: Pick<FieldsProps, 'form'>): ReactElement => (
  <Part title={t('partAbout')}>
    <Field label={t('provider')}>
      <Select
        value={form.values.provider}
        onChange={(provider) => form.set({ provider })}
        options={[{ value: 'none', label: t('providerNone') }, ...PROVIDER_CHOICES]}
      />
    </Field>
    <Text form={form} name="cloudName" label={t('cloudName')} />
    <Text form={form} name="cloudUser" label={t('cloudUser')} />
    <Text form={form} name="location" label={t('location')} />
    <Text form={form} name="storageCycle" label={t('storageCycle')} />
  </Part>
)
