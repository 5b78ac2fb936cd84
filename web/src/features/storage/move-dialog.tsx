import { type AdminBucket, beginContentMove } from '@clouddisk/contract/admin-storage'
import { formatSize } from '@clouddisk/contract/format'
import { type ReactElement, useState } from 'react'
import { call, errorMessage } from '../../lib/api.ts'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog, useSubmission } from '../../ui/form-dialog.tsx'
import { Input } from '../../ui/input.tsx'
import type { DialogControl } from '../../ui/overlay-props.ts'
import { Select, type SelectOption } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.tsx'
import { useForm } from '../../ui/use-form.ts'
import { bucketOptionLabel, missingSpace, objectCountLabel } from './bucket-labels.ts'
import { isUnreachable, refreshStorage, writableBuckets } from './data.ts'
import { t } from './strings.ts'

interface MoveDialogProps extends DialogControl {
  from: AdminBucket
  buckets: readonly AdminBucket[]
}

const MB = 1024 ** 2

function optionOf(bucket: AdminBucket, from: AdminBucket): SelectOption<string> {
  const missing = missingSpace(bucket, from)
  return {
    value: bucket.bucketName,
    label: bucketOptionLabel(bucket),
    ...(missing > 0 && { disabled: true, hint: t('short', { size: formatSize(missing) }) }),
  }
}

/** All content of a bucket into another one. */
export function MoveDialog({ from, buckets, ...dialog }: MoveDialogProps): ReactElement {
  const [refused, setRefused] = useState<string>()
  const targets = writableBuckets(buckets).filter(
    (bucket) => bucket.bucketName !== from.bucketName && !isUnreachable(bucket),
  )
  const large = targets.filter((bucket) => missingSpace(bucket, from) === 0)
  const first = large.find(({ isDefault }) => isDefault) ?? large[0]
  const why = first ? undefined : t(targets.length > 0 ? 'noRoom' : 'noTarget')
  const form = useForm({ to: first?.bucketName ?? '', rate: '' }, ({ rate }) => ({
    rate: rate.trim() === '' || /^[1-9]\d{0,6}$/.test(rate.trim()) ? undefined : t('rateFault'),
  }))
  const { to, rate } = form.values
  const send = async () => {
    setRefused(undefined)
    await call(beginContentMove, {
      from: from.bucketName,
      to,
      ...(rate.trim() && { bytesPerSecond: Number(rate) * MB }),
    })
    dialog.onOpenChange(false)
    toast.ok(t('begun'))
    await refreshStorage()
  }
  const submission = useSubmission(form, send, (error) => setRefused(errorMessage(error)))
  return (
    <FormDialog
      {...dialog}
      width={600}
      submission={submission}
      dirty={false}
      title={t('moveTitle')}
      button={t('begin')}
      disabledReason={why}
      className="flex flex-col gap-4"
    >
      {refused && <ErrorSummary title={t('notBegun')}>{refused}</ErrorSummary>}
      <p className="text-secondary text-fg-2">{t('moveText')}</p>
      <p className="text-body">
        <span className="text-secondary text-mut">{t('from')}</span>{' '}
        <span className="font-semibold">{from.bucketName}</span>{' '}
        <span className="text-secondary text-mut">
          {t('whatMoves', {
            objects: objectCountLabel(from.objects),
            size: formatSize(from.used),
          })}
        </span>
      </p>
      {why && <p className="text-secondary text-warn">{why}</p>}
      {targets.length > 0 && (
        <Field label={t('to')}>
          <Select
            value={to}
            onChange={(next) => form.set({ to: next })}
            placeholder={t('chooseBucket')}
            options={targets.map((bucket) => optionOf(bucket, from))}
          />
        </Field>
      )}
      <Field label={t('rate')} hint={t('rateHint')} error={form.errorOf('rate')}>
        <Input
          {...form.control('rate')}
          value={rate}
          inputMode="numeric"
          unit={t('rateUnit')}
          onChange={(event) => form.set({ rate: event.target.value })}
        />
      </Field>
    </FormDialog>
  )
}
