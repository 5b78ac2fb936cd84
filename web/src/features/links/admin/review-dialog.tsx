import { type AdminLink, LINK_STOP_REASON_MAX, queryAdminLinkCheck } from '@clouddisk/contract/admin-links'
import { lengthOf } from '@clouddisk/contract/names'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { errorMessage } from '../../../lib/api.ts'
import { callQuery } from '../../../lib/call-query.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { showError } from '../../../ui/failures.ts'
import { Field } from '../../../ui/field.tsx'
import { FormDialog, useSubmission } from '../../../ui/form-dialog.tsx'
import type { DialogControl } from '../../../ui/overlay-props.ts'
import { RadioGroup } from '../../../ui/radio.tsx'
import { Loading } from '../../../ui/skeleton.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { CheckList } from '../check-list.tsx'
import { t } from '../check-strings.ts'
import { nameOf } from '../words.ts'
import { reviewLink } from './admin-links.ts'

interface Values {
  decision: 'agree' | 'refuse'
  note: string
}

function noteError({ decision, note }: Values): string | undefined {
  const count = lengthOf(note.trim())
  if (decision === 'refuse' && count === 0) return t('reasonMissing')
  return count > LINK_STOP_REASON_MAX ? t('noteLong', { max: LINK_STOP_REASON_MAX }) : undefined
}

export interface ReviewDialogProps extends DialogControl {
  link: AdminLink
}

/** What the content check found in a link that waits, and the decision about it. */
export function ReviewDialog({ link, ...dialog }: ReviewDialogProps): ReactElement {
  const { shareId, ownerName } = link
  const query = useQuery(
    callQuery([...queryKeys.links, 'everybody', 'check', shareId], queryAdminLinkCheck, { shareId }),
  )
  const form = useForm<Values>({ decision: 'agree', note: '' }, (values) => ({ note: noteError(values) }))
  const { values, set, control, errorOf } = form
  const send = async () => {
    await reviewLink(link, values.decision === 'agree', values.note.trim())
    dialog.onOpenChange(false)
  }
  const submission = useSubmission(form, send, (error) => showError(t('notDecided'), error))
  return (
    <FormDialog
      {...dialog}
      width={640}
      submission={submission}
      title={t('reviewTitle', { name: nameOf(link) })}
      description={query.data && t('reviewOf', { name: ownerName, count: query.data.files })}
      button={t('submit')}
      className="flex flex-col gap-5"
    >
      {query.data ? (
        <CheckList list={query.data.list.filter(({ verdict }) => verdict !== 'approved')} />
      ) : query.error ? (
        <ErrorState
          title={t('loadFailed')}
          text={errorMessage(query.error)}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : (
        <Loading />
      )}
      <RadioGroup
        label={t('decision')}
        value={values.decision}
        onChange={(decision) => set({ decision })}
        options={(['agree', 'refuse'] as const).map((value) => ({
          value,
          label: t(value),
          hint: t(`${value}Hint`),
        }))}
      />
      <Field
        label={t(values.decision === 'agree' ? 'note' : 'reason')}
        required={values.decision === 'refuse'}
        error={errorOf('note')}
      >
        <Textarea
          {...control('note')}
          value={values.note}
          onChange={(event) => set({ note: event.target.value })}
        />
      </Field>
    </FormDialog>
  )
}
