import { lengthOf } from '@clouddisk/contract/names'
import { type AdminOutboundRequest, OUTBOUND_NOTE_MAX } from '@clouddisk/contract/outbound'
import type { ReactElement } from 'react'
import { formatFullDateTime } from '../../../lib/format-date-time.ts'
import { Button } from '../../../ui/button.tsx'
import { DetailList } from '../../../ui/detail-list.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { showError } from '../../../ui/failures.ts'
import { Field } from '../../../ui/field.tsx'
import { FormDialog, useSubmission } from '../../../ui/form-dialog.tsx'
import type { DialogControl } from '../../../ui/overlay-props.ts'
import { RadioGroup } from '../../../ui/radio.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { stateText } from '../outbound/outbound.ts'
import { t as words } from '../outbound/strings.ts'
import { accountOf, termText } from './request-columns.tsx'
import { t } from './request-strings.ts'
import { decideRequest } from './requests.ts'

export interface RequestDialogProps extends DialogControl {
  request: AdminOutboundRequest
  mode: 'details' | 'review' | 'revoke'
}

/** A request as an administrator reads it, decides about it, or takes back what it gave. */
export function RequestDialog({ mode, ...props }: RequestDialogProps): ReactElement {
  if (mode === 'details') return <Details {...props} />
  return mode === 'review' ? <Review {...props} /> : <Revoke {...props} />
}

type PartProps = Omit<RequestDialogProps, 'mode'>

function Details({ request, ...dialog }: PartProps): ReactElement {
  return (
    <Dialog
      {...dialog}
      width={600}
      title={t('detailsTitle', { name: request.ownerName })}
      description={accountOf(request)}
      footer={<Button onClick={() => dialog.onOpenChange(false)}>{t('close')}</Button>}
    >
      <RequestLines request={request} />
    </Dialog>
  )
}

interface Values {
  decision: 'approve' | 'refuse'
  note: string
}

function noteError(note: string, isNeeded: boolean): string | undefined {
  const count = lengthOf(note.trim())
  if (isNeeded && count === 0) return t('reasonMissing')
  return count > OUTBOUND_NOTE_MAX ? t('noteLong', { max: OUTBOUND_NOTE_MAX }) : undefined
}

function Review({ request, ...dialog }: PartProps): ReactElement {
  const form = useForm<Values>({ decision: 'approve', note: '' }, ({ decision, note }) => ({
    note: noteError(note, decision === 'refuse'),
  }))
  const { values, set, control, errorOf } = form
  const send = async () => {
    await decideRequest(request, values.decision, values.note.trim())
    dialog.onOpenChange(false)
  }
  const submission = useSubmission(form, send, (error) => showError(t('notDecided'), error))
  const isRefused = values.decision === 'refuse'
  return (
    <FormDialog
      {...dialog}
      width={600}
      submission={submission}
      title={t('reviewTitle', { name: request.ownerName })}
      description={accountOf(request)}
      button={t('submit')}
      className="flex flex-col gap-5"
    >
      <RequestLines request={request} />
      <RadioGroup
        label={t('decision')}
        value={values.decision}
        onChange={(decision) => set({ decision })}
        options={[
          {
            value: 'approve',
            label: t('approve'),
            hint: t('approveHint', { duration: words(request.duration) }),
          },
          { value: 'refuse', label: t('refuse'), hint: t('refuseHint') },
        ]}
      />
      <Field label={t(isRefused ? 'refuseReason' : 'note')} required={isRefused} error={errorOf('note')}>
        <Textarea
          {...control('note')}
          value={values.note}
          onChange={(event) => set({ note: event.target.value })}
        />
      </Field>
    </FormDialog>
  )
}

function Revoke({ request, ...dialog }: PartProps): ReactElement {
  const form = useForm({ note: '' }, ({ note }) => ({ note: noteError(note, true) }))
  const send = async () => {
    await decideRequest(request, 'revoke', form.values.note.trim())
    dialog.onOpenChange(false)
  }
  const submission = useSubmission(form, send, (error) => showError(t('notDecided'), error))
  return (
    <FormDialog
      {...dialog}
      submission={submission}
      title={t('revokeTitle', { name: request.ownerName })}
      button={t('revokeButton')}
      danger
      className="flex flex-col gap-4"
    >
      <p className="text-body text-fg-2">{t('revokeText')}</p>
      <Field label={t('revokeReason')} required error={form.errorOf('note')}>
        <Textarea
          {...form.control('note')}
          value={form.values.note}
          onChange={(event) => form.set({ note: event.target.value })}
        />
      </Field>
    </FormDialog>
  )
}

const RequestLines = ({ request }: { request: AdminOutboundRequest }): ReactElement => (
  <DetailList
    className="grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-2.5"
    lines={[
      request.state !== 'waiting' && [t('state'), stateText(request.state)],
      [t('reason'), request.reason],
      request.fileNames.length > 0 && [
        t('files'),
        <ul key="files" className="max-h-40 overflow-y-auto">
          {request.fileNames.map((name, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: names may be equal, and the list does not change
            <li key={at}>{name}</li>
          ))}
        </ul>,
      ],
      [t('duration'), termText(request)],
      [t('time'), formatFullDateTime(request.createTime)],
      request.reviewer !== null && [t('decided'), request.reviewer],
      request.note !== '' && [t('note'), request.note],
    ]}
  />
)
