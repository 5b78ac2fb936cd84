import { type AdminBucket, beginContentMove } from '@clouddisk/contract/admin-storage'
import { formatSize } from '@clouddisk/contract/format'
import { type ReactElement, useId, useState } from 'react'
import { call, wordsOf } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { CloseButton } from '../../ui/close-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FaultList } from '../../ui/fault-list.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.tsx'
import { useForm } from '../../ui/use-form.ts'
import { objectsWords } from './bucket-words.ts'
import { openOnes, refreshStorage } from './data.ts'
import { t } from './strings.ts'

export interface MoveDialogProps {
  from: AdminBucket
  buckets: readonly AdminBucket[]
  open: boolean
  onOpenChange: (open: boolean) => void
  onClosed: () => void
}

const MB = 1024 ** 2

/** All content of a bucket into another one. */
export function MoveDialog({ from, buckets, open, onOpenChange, onClosed }: MoveDialogProps): ReactElement {
  const id = useId()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string>()
  const targets = openOnes(buckets).filter(({ bucketName }) => bucketName !== from.bucketName)
  const first = targets.find(({ isDefault }) => isDefault) ?? targets[0]
  const form = useForm({ to: first?.bucketName ?? '', rate: '' }, ({ rate }) => ({
    rate: rate.trim() === '' || /^[1-9]\d{0,6}$/.test(rate.trim()) ? undefined : t('rateFault'),
  }))
  const { to, rate } = form.values
  const send = async () => {
    setBusy(true)
    setRefused(undefined)
    try {
      await call(beginContentMove, {
        from: from.bucketName,
        to,
        ...(rate.trim() && { bytesPerSecond: Number(rate) * MB }),
      })
      onOpenChange(false)
      toast.ok(t('begun'))
      await refreshStorage()
    } catch (error) {
      setRefused(wordsOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      width={600}
      open={open}
      onOpenChange={onOpenChange}
      onClosed={onClosed}
      busy={busy}
      title={t('moveTitle')}
      footer={
        <>
          <CloseButton>{t('cancel')}</CloseButton>
          <Button
            variant="primary"
            type="submit"
            form={id}
            busy={busy}
            disabledReason={first ? undefined : t('noTarget')}
          >
            {t('begin')}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) form.submit(() => void send())
        }}
      >
        {refused && <FaultList title={t('notBegun')}>{refused}</FaultList>}
        <p className="text-secondary text-fg-2">{t('moveText')}</p>
        <p className="text-body">
          <span className="text-secondary text-mut">{t('from')}</span>{' '}
          <span className="font-semibold">{from.bucketName}</span>{' '}
          <span className="tabular text-secondary text-mut">
            {t('whatMoves', {
              objects: objectsWords(from.objects),
              size: formatSize(from.used),
            })}
          </span>
        </p>
        {first ? (
          <Field label={t('to')}>
            <Select
              value={to}
              onChange={(next) => form.set({ to: next })}
              options={targets.map(({ bucketName }) => ({ value: bucketName, label: bucketName }))}
            />
          </Field>
        ) : (
          <p className="text-secondary text-warn">{t('noTarget')}</p>
        )}
        <Field label={t('rate')} hint={t('rateHint')} error={form.fault('rate')}>
          <Input
            {...form.control('rate')}
            value={rate}
            inputMode="numeric"
            onChange={(event) => form.set({ rate: event.target.value })}
          />
        </Field>
      </form>
    </Dialog>
  )
}
