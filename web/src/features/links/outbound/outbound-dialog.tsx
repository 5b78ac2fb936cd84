import type { Instance } from '@clouddisk/contract/files'
import { lengthOf } from '@clouddisk/contract/names'
import {
  OUTBOUND_DURATIONS,
  OUTBOUND_REASON_MAX,
  type OutboundDuration,
  type OutboundRequest,
} from '@clouddisk/contract/outbound'
import { Share2 } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { useExtension } from '../../../lib/extension-points.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { showError } from '../../../ui/failures.ts'
import { Field } from '../../../ui/field.tsx'
import { FormDialog, useSubmission } from '../../../ui/form-dialog.tsx'
import type { DialogProps } from '../../../ui/overlay-props.ts'
import { Select } from '../../../ui/select.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { apply, withdraw } from './outbound.ts'
import { WaitingRequest } from './request-lines.tsx'
import { t } from './strings.ts'

export interface OutboundDialogProps extends Pick<DialogProps, 'open' | 'description' | 'width'> {
  items: readonly Instance[]
  /** The one that waits. */
  request: OutboundRequest | null
  approvalUrl: string
  onClose: () => void
}

/** In the place of a new link, for a person who may not make one: why, and what to do instead (A§2, outcome 2). */
export function OutboundDialog(props: OutboundDialogProps): ReactElement {
  const { items, request, approvalUrl, onClose, ...dialog } = props
  const [applying, setApplying] = useState(false)
  const shares = useExtension('shares')
  // Files of groups are shared by their groups' members.
  const share = shares && items.every(({ groupId }) => groupId === null) && (
    <Button
      icon={Share2}
      onClick={() => {
        onClose()
        shares.share(items)
      }}
    >
      {t('shareInternally')}
    </Button>
  )
  const closing = (open: boolean) => !open && onClose()
  if (request)
    return (
      <Dialog
        {...dialog}
        title={t('waitingTitle')}
        onOpenChange={closing}
        footerStart={
          <Button variant="bare" danger className="-ml-2.5" onClick={() => void withdraw(request)}>
            {t('withdraw')}
          </Button>
        }
        footer={share}
      >
        <WaitingRequest request={request} approvalUrl={approvalUrl} />
      </Dialog>
    )
  if (applying) return <ApplyDialog {...dialog} items={items} onClose={() => setApplying(false)} />
  return (
    <Dialog
      {...dialog}
      title={t('title')}
      onOpenChange={closing}
      footer={
        <>
          {share}
          <Button variant="primary" onClick={() => setApplying(true)}>
            {t('apply')}
          </Button>
        </>
      }
    >
      <p className="text-body text-fg-2">{t('text')}</p>
    </Dialog>
  )
}

interface Values {
  reason: string
  duration: OutboundDuration
}

function reasonError({ reason }: Values): string | undefined {
  const count = lengthOf(reason.trim())
  if (count === 0) return t('reasonMissing')
  return count > OUTBOUND_REASON_MAX ? t('reasonLong', { max: OUTBOUND_REASON_MAX, count }) : undefined
}

function ApplyDialog(
  props: Pick<OutboundDialogProps, 'open' | 'description' | 'width' | 'items' | 'onClose'>,
): ReactElement {
  const { items, onClose, ...dialog } = props
  const form = useForm<Values>({ reason: '', duration: '30days' }, (values) => ({
    reason: reasonError(values),
  }))
  const { values, set, control, errorOf } = form
  const send = async () => {
    await apply(items, values.reason.trim(), values.duration)
    onClose()
  }
  const submission = useSubmission(form, send, (error) => showError(t('notSent'), error))
  return (
    <FormDialog
      {...dialog}
      submission={submission}
      title={t('applyTitle')}
      button={t('send')}
      onOpenChange={(open) => !open && onClose()}
      className="flex flex-col gap-4"
    >
      <Field label={t('reason')} required hint={t('reasonHint')} error={errorOf('reason')}>
        <Textarea
          {...control('reason')}
          value={values.reason}
          onChange={(event) => set({ reason: event.target.value })}
        />
      </Field>
      <Field label={t('duration')}>
        <Select
          value={values.duration}
          onChange={(duration) => set({ duration })}
          options={OUTBOUND_DURATIONS.map((value) => ({ value, label: t(value) }))}
        />
      </Field>
    </FormDialog>
  )
}
