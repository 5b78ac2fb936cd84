import {
  APPROVAL_URL_MAX,
  type InstanceSettings,
  isApprovalUrl,
  saveInstanceSettings,
} from '@clouddisk/contract/admin-settings'
import { type ReactElement, useId } from 'react'
import { call } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { showError } from '../../ui/failures.ts'
import { Field } from '../../ui/field.tsx'
import { useSubmission } from '../../ui/form-dialog.tsx'
import { Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toast.tsx'
import { useForm } from '../../ui/use-form.ts'
import { settingsQuery } from './settings-query.ts'
import { t } from './strings.ts'

/** Where the company asks for approval of external sharing besides the product's own list. */
export function ApprovalForm({ saved }: { saved: InstanceSettings }): ReactElement {
  const title = useId()
  const form = useForm({ approvalUrl: saved.approvalUrl }, ({ approvalUrl }) => ({
    approvalUrl: addressError(approvalUrl.trim()),
  }))
  const send = async () => {
    const approvalUrl = form.values.approvalUrl.trim()
    queryClient.setQueryData(settingsQuery.queryKey, await call(saveInstanceSettings, { approvalUrl }))
    toast.ok(t('saved'))
  }
  const submission = useSubmission(form, send, (error) => showError(t('notSaved'), error))
  return (
    <form
      aria-labelledby={title}
      noValidate
      onSubmit={submission.onSubmit}
      className="max-w-160 rounded-l border border-line bg-bg p-5"
    >
      <h2 id={title} className="text-section font-semibold">
        {t('approval')}
      </h2>
      <p className="mt-1 mb-4 text-secondary text-fg-2">{t('approvalText')}</p>
      <Field label={t('approvalUrl')} hint={t('approvalHint')} error={form.errorOf('approvalUrl')}>
        <Input
          {...form.control('approvalUrl')}
          inputMode="url"
          autoComplete="off"
          placeholder="https://oa.example.com/apply?request={id}"
          value={form.values.approvalUrl}
          onChange={(event) => form.set({ approvalUrl: event.target.value })}
        />
      </Field>
      <Button variant="primary" type="submit" busy={submission.busy} className="mt-5">
        {t('save')}
      </Button>
    </form>
  )
}

function addressError(address: string): string | undefined {
  if (address === '') return undefined
  if (address.length > APPROVAL_URL_MAX) return t('approvalLong', { max: APPROVAL_URL_MAX })
  return isApprovalUrl(address) ? undefined : t('approvalWrong')
}
