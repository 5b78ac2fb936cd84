import {
  type AdminFeedback,
  FEEDBACK_ANSWER_MAX,
  FEEDBACK_FACTS,
  queryAnyFeedbackPicture,
} from '@clouddisk/contract/feedback'
import { lengthOf } from '@clouddisk/contract/names'
import { type ReactElement, useState } from 'react'
import { client } from '../../../lib/api.ts'
import { formatFullDateTime } from '../../../lib/format-date-time.ts'
import { Chip } from '../../../ui/chip.tsx'
import { DetailList } from '../../../ui/detail-list.tsx'
import { showError } from '../../../ui/failures.ts'
import { Field } from '../../../ui/field.tsx'
import { FormDrawer, useSubmission } from '../../../ui/form-dialog.tsx'
import type { OverlayControl } from '../../../ui/overlay-props.ts'
import { Textarea } from '../../../ui/textarea.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { STATE_TONES } from '../feedback.ts'
import { FeedbackPicture } from '../sent-list.tsx'
import { t as words } from '../strings.ts'
import { accountOf } from './columns.tsx'
import { type GivenAnswer, giveAnswer, otherAnswer } from './feedback-data.ts'
import { t } from './strings.ts'

export interface FeedbackDrawerProps extends OverlayControl {
  feedback: AdminFeedback
}

function answerError(text: string): string | undefined {
  const count = lengthOf(text.trim())
  if (count === 0) return t('answerMissing')
  return count > FEEDBACK_ANSWER_MAX ? t('answerLong', { max: FEEDBACK_ANSWER_MAX, count }) : undefined
}

/** All of one person's feedback, and the answer to it. */
export function FeedbackDrawer({ feedback, ...drawer }: FeedbackDrawerProps): ReactElement {
  const form = useForm({ answer: feedback.answer }, ({ answer }) => ({ answer: answerError(answer) }))
  const [given, setGiven] = useState<GivenAnswer>(feedback)
  const send = async () => {
    await giveAnswer(feedback, form.values.answer.trim(), given.answer)
    drawer.onOpenChange(false)
  }
  const submission = useSubmission(form, send, (error) => {
    const other = otherAnswer(error)
    if (other) setGiven(other)
    else showError(t('notAnswered'), error)
  })
  const { feedbackId, kind, text, state, hasPicture, createTime } = feedback
  return (
    <FormDrawer
      {...drawer}
      submission={submission}
      title={feedback.personName}
      button={t(given.answer ? 'answerAgain' : 'answerNow')}
      className="flex flex-col gap-4"
    >
      <p className="flex items-center gap-2 text-secondary text-mut">
        <span className="min-w-0 truncate">{accountOf(feedback)}</span>
        <Chip tone={STATE_TONES[state]} className="ml-auto shrink-0">
          {words(state)}
        </Chip>
      </p>
      <div className="rounded-l border border-line px-4 py-3">
        <p className="text-caption text-mut">{words(kind)}</p>
        <p className="mt-1 text-body break-words whitespace-pre-wrap select-text">{text}</p>
        {hasPicture && <FeedbackPicture src={client.urlOf(queryAnyFeedbackPicture, { feedbackId })} />}
      </div>
      <DetailList
        labelClass="pt-px text-secondary text-mut"
        lines={[
          [t('time'), formatFullDateTime(createTime)],
          ...FEEDBACK_FACTS.map(
            (fact) => feedback[fact] !== undefined && ([words(fact), feedback[fact]] as const),
          ),
          given.answeredBy !== null && [t('answeredBy'), given.answeredBy],
        ]}
      />
      {given.answer !== feedback.answer && (
        <div role="alert" className="rounded-m border border-warn-line bg-warn-soft px-4 py-3">
          <p className="text-secondary">{t('answeredMeanwhile', { user: given.answeredBy ?? '' })}</p>
          <p className="mt-1 text-body break-words whitespace-pre-wrap select-text">{given.answer}</p>
        </div>
      )}
      <Field label={t('answer')} required hint={t('answerHint')} error={form.errorOf('answer')}>
        <Textarea
          {...form.control('answer')}
          rows={6}
          value={form.values.answer}
          onChange={(event) => form.set({ answer: event.target.value })}
        />
      </Field>
    </FormDrawer>
  )
}
