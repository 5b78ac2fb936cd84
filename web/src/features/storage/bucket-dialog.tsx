import {
  type AdminBucket,
  type BucketFinding,
  createBucket,
  updateBucket,
} from '@clouddisk/contract/admin-storage'
import { type ReactElement, useId, useState } from 'react'
import { call } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { CloseButton } from '../../ui/close-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { showError } from '../../ui/failures.ts'
import { toast } from '../../ui/toast.tsx'
import { type Form, useForm } from '../../ui/use-form.ts'
import { AboutFields, AdvancedFields, KeyFields, StoreFields, UseFields } from './bucket-fields.tsx'
import {
  type BucketValues,
  bucketFormErrors,
  bucketFormValues,
  bucketSettings,
  errorsFromFindings,
  refusedBucketFields,
} from './bucket-form.ts'
import { encryptionLabel } from './bucket-labels.ts'
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
  const [tried, setTried] = useState<TestResult>()
  const written = useForm<BucketValues>(bucketFormValues(bucket), bucketFormErrors(bucket))
  const form = withTestErrors(written, tried)
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
      const faults = refusedBucketFields(error)
      if (faults) form.refuse(faults)
      else showError(t('notSaved'), error)
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
      description={bucket && encryptionLabel(bucket)}
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
        {form.errorCount > 0 && (
          <ErrorSummary title={t('faults', { count: form.errorCount })}>
            {t('faultsText', { button })}
          </ErrorSummary>
        )}
        {tried && form.errorCount === 0 && (
          <ErrorSummary title={t('foundWrong')}>
            <Wrong findings={tried.findings} />
          </ErrorSummary>
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
interface TestResult {
  readonly findings: readonly BucketFinding[]
  readonly values: BucketValues
}

/** Marks the fields that trying blamed, until they say something else; they may be sent as they are again. */
function withTestErrors(form: Form<BucketValues>, tried: TestResult | undefined): Form<BucketValues> {
  if (!tried) return form
  const blamed = errorsFromFindings(tried.findings)
  const isSame = (name: keyof BucketValues) => form.values[name] === tried.values[name]
  return { ...form, errorOf: (name) => form.errorOf(name) ?? (isSame(name) ? blamed[name] : undefined) }
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
  const settings = bucketSettings(values, bucket)
  if (bucket?.bucketId)
    return call(updateBucket, {
      bucketId: bucket.bucketId,
      ...settings,
      ...(values.state !== bucket.state && { state: values.state }),
    })
  const { accessKey = '', secretKey = '' } = settings
  return call(createBucket, { ...settings, bucketName: values.bucketName.trim(), accessKey, secretKey })
}
