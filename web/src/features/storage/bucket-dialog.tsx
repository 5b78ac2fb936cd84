import {
  type AdminBucket,
  type BucketFinding,
  createBucket,
  updateBucket,
} from '@clouddisk/contract/admin-storage'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { call } from '../../lib/api.ts'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { showError } from '../../ui/failures.ts'
import { FormDialog, useSubmission } from '../../ui/form-dialog.tsx'
import type { DialogControl } from '../../ui/overlay-props.ts'
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
import { cloudsQuery, refreshStorage } from './data.ts'
import { Findings } from './findings.tsx'
import { t } from './strings.ts'

export interface BucketDialogProps extends DialogControl {
  /** Changed; undefined for one that is added. */
  bucket: AdminBucket | undefined
}

/** A bucket that is added or changed; it is tried before anything is saved. */
export function BucketDialog({ bucket, ...dialog }: BucketDialogProps): ReactElement {
  const clouds = useQuery(cloudsQuery).data?.list ?? []
  const [tried, setTried] = useState<TestResult>()
  const written = useForm<BucketValues>(bucketFormValues(bucket), bucketFormErrors(bucket))
  const form = withTestErrors(written, tried)
  const button = t(bucket ? 'checkAndSave' : 'checkAndAdd')
  const send = async () => {
    setTried(undefined)
    const { bucket: saved, findings } = await save(bucket, form.values)
    if (!saved) return setTried({ findings, values: form.values })
    dialog.onOpenChange(false)
    toast.ok(t(bucket ? 'saved' : 'added', { name: saved.bucketName }))
    await refreshStorage()
  }
  const submission = useSubmission(form, send, (error) => {
    const errors = refusedBucketFields(error)
    if (errors) form.refuse(errors)
    else showError(t('notSaved'), error)
  })
  return (
    <FormDialog
      {...dialog}
      width={640}
      submission={submission}
      title={bucket ? t('editTitle', { name: bucket.bucketName }) : t('addTitle')}
      description={bucket && encryptionLabel(bucket)}
      footerStart={submission.busy && <span className="text-secondary text-mut">{t('trying')}</span>}
      button={button}
      className="flex flex-col gap-6"
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
      <StoreFields form={form} added={bucket !== undefined} clouds={clouds} />
      <KeyFields form={form} added={bucket !== undefined} clouds={clouds} />
      <AdvancedFields form={form} />
      <UseFields form={form} bucket={bucket} />
      <AboutFields form={form} />
    </FormDialog>
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
      ...(values.cloudKeys === bucket.ownKeys && { cloudKeys: values.cloudKeys }),
    })
  return call(createBucket, { ...settings, bucketName: values.bucketName.trim() })
}
