import {
  type AdminBucket,
  BUCKET_STATES,
  type BucketFinding,
  createBucket,
  updateBucket,
} from '@clouddisk/contract/admin-storage'
import { clsx } from 'clsx'
import { ChevronDown, SlidersHorizontal } from 'lucide-react'
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
import { type BucketValues, faultsOf, fieldsAt, refusalOf, settingsOf, valuesOf } from './bucket-form.ts'
import { PROVIDER_CHOICES } from './bucket-words.ts'
import { refreshStorage } from './data.ts'
import { Findings } from './findings.tsx'
import { t } from './strings.ts'
import { Unit } from './unit.tsx'

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
  const [tried, setTried] = useState<Tried>()
  const written = useForm<BucketValues>(valuesOf(bucket), faultsOf(bucket))
  const form = blaming(written, tried)
  const button = t(bucket ? 'checkAndSave' : 'checkAndAdd')
  const send = async () => {
    setBusy(true)
    setTried(undefined)
    try {
      const { bucket: saved, findings } = await save(bucket, form.values)
      if (saved) {
        onOpenChange(false)
        toast.ok(t(bucket ? 'saved' : 'added', { name: saved.bucketName }))
        await refreshStorage()
      } else setTried({ findings, values: form.values })
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
        {tried && form.open === 0 && (
          <FaultList title={t('foundWrong')}>
            <Wrong findings={tried.findings} />
          </FaultList>
        )}
        <StoreFields form={form} added={bucket !== undefined} />
        <KeyFields form={form} added={bucket !== undefined} />
        <AdvancedFields form={form} />
        <UseFields form={form} bucket={bucket} />
        <AboutFields form={form} />
      </form>
    </Dialog>
  )
}

/** What was found wrong, and with which values. */
interface Tried {
  readonly findings: readonly BucketFinding[]
  readonly values: BucketValues
}

/** Marks the fields that trying blamed, until they say something else; they may be sent as they are again. */
function blaming(form: Form<BucketValues>, tried: Tried | undefined): Form<BucketValues> {
  if (!tried) return form
  const blamed = fieldsAt(tried.findings)
  const isSame = (name: keyof BucketValues) => form.values[name] === tried.values[name]
  return { ...form, fault: (name) => form.fault(name) ?? (isSame(name) ? blamed[name] : undefined) }
}

const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

/** One thing needs no list; it comes into view wherever the form had been scrolled to. */
function Wrong({ findings }: { findings: readonly BucketFinding[] }): ReactElement {
  const [only] = findings
  return (
    <div ref={intoView}>
      {findings.length === 1 && only?.says ? (
        only.says
      ) : (
        <div className="mt-2">
          <Findings findings={findings} />
        </div>
      )}
    </div>
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
  name:
    | 'bucketName'
    | 'endpoint'
    | 'publicEndpoint'
    | 'region'
    | 'addresses'
    | 'accessKey'
    | 'capacity'
    | About
  label: string
  hint?: string
  required?: boolean
  disabled?: boolean
  className?: string
  unit?: string
}
type About = 'cloudName' | 'cloudUser' | 'location' | 'storageCycle'

const Text = ({ form, name, label, hint, required, disabled, className, unit }: TextProps): ReactElement => (
  <Field label={label} hint={hint} error={form.fault(name)} required={required} className={className}>
    <Input
      {...form.control(name)}
      value={form.values[name]}
      disabled={disabled}
      autoComplete="off"
      spellCheck={false}
      trailing={unit && <Unit>{unit}</Unit>}
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
    <Text form={form} name="endpoint" label={t('endpoint')} hint={t('endpointHint')} required />
  </Part>
)

const ADVANCED = ['region', 'publicEndpoint', 'addresses'] as const

/** What most stores do without; in view where something of it was set, or is wrong. */
function AdvancedFields({ form }: Pick<FieldsProps, 'form'>): ReactElement {
  const panel = useId()
  const [wanted, setWanted] = useState(form.values.publicEndpoint !== '' || form.values.addresses !== '')
  const open = wanted || ADVANCED.some((name) => form.fault(name) !== undefined)
  return (
    <div className="rounded-m border border-line">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={panel}
        onClick={() => setWanted(!open)}
        className="flex h-10 w-full items-center gap-2.5 rounded-m px-3.5 text-secondary text-fg-2 hover:bg-hover max-md:h-11"
      >
        <SlidersHorizontal size={16} aria-hidden />
        <span className="flex-1 text-left">{t('advanced')}</span>
        <ChevronDown size={16} aria-hidden className={clsx('transition-transform', open && 'rotate-180')} />
      </button>
      <div id={panel} hidden={!open} className="border-t border-line p-3.5">
        <div className="grid grid-cols-2 items-start gap-4 max-md:grid-cols-1">
          <Text
            form={form}
            name="region"
            label={t('region')}
            hint={t('regionHint', { region: 'us-east-1' })}
          />
          <Text
            form={form}
            name="publicEndpoint"
            label={t('publicEndpoint')}
            hint={t('publicEndpointHint')}
          />
          <Text
            form={form}
            name="addresses"
            label={t('addresses')}
            hint={t('addressesHint')}
            className="col-span-full"
          />
        </div>
      </div>
    </div>
  )
}

const KeyFields = ({ form, added }: FieldsProps): ReactElement => (
  <Part title={t('partKeys')}>
    <Text
      form={form}
      name="accessKey"
      label={t('accessKey')}
      hint={t(added ? 'keysKept' : 'keysHint')}
      required={!added}
    />
    <Field
      label={t('secretKey')}
      hint={t(added ? 'keysKept' : 'keysHint')}
      error={form.fault('secretKey')}
      required={!added}
    >
      <PasswordInput
        {...form.control('secretKey')}
        value={form.values.secretKey}
        autoComplete="new-password"
        onChange={(event) => form.set({ secretKey: event.target.value })}
      />
    </Field>
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
