import {
  FEEDBACK_FACTS,
  FEEDBACK_KINDS,
  FEEDBACK_TEXT_MAX,
  type FeedbackKind,
} from '@clouddisk/contract/feedback'
import { lengthOf } from '@clouddisk/contract/names'
import { type ReactElement, useId, useState } from 'react'
import { Checkbox } from '../../ui/checkbox.tsx'
import { showError } from '../../ui/failures.ts'
import { Field } from '../../ui/field.tsx'
import { type Submission, useSubmission } from '../../ui/form-dialog.tsx'
import { RadioGroup } from '../../ui/radio.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { toast } from '../../ui/toast.tsx'
import { type Form, useForm } from '../../ui/use-form.ts'
import { type Facts, factsNow, sendFeedback } from './feedback.ts'
import { PictureField } from './picture-field.tsx'
import { t } from './strings.ts'

interface Values {
  kind: FeedbackKind
  text: string
  picture: File | undefined
  withFacts: boolean
}
const EMPTY: Values = { kind: 'problem', text: '', picture: undefined, withFacts: true }

function textError(text: string): string | undefined {
  const count = lengthOf(text.trim())
  if (count === 0) return t('textMissing')
  return count > FEEDBACK_TEXT_MAX ? t('textLong', { max: FEEDBACK_TEXT_MAX, count }) : undefined
}

export interface Writing {
  readonly id: string
  readonly form: Form<Values>
  readonly submission: Submission
  readonly facts: Facts
}

/** What is being written; it is kept while the other tab is shown. */
export function useWriting(onSent: () => void): Writing {
  const id = useId()
  // As they were when the dialog opened.
  const [facts] = useState(factsNow)
  const form = useForm<Values>(EMPTY, ({ text }) => ({ text: textError(text) }))
  const send = async () => {
    const { kind, text, picture, withFacts } = form.values
    await sendFeedback({ kind, text: text.trim(), picture, facts: withFacts ? facts : {} })
    toast.ok(t('sentDone'))
    form.set(EMPTY)
    onSent()
  }
  const submission = useSubmission(form, send, (error) => showError(t('notSent'), error))
  return { id, form, submission, facts }
}

export function WriteFields({ writing }: { writing: Writing }): ReactElement {
  const { id, form, submission, facts } = writing
  const { values, set, control, errorOf } = form
  const count = lengthOf(values.text.trim())
  return (
    <form id={id} noValidate onSubmit={submission.onSubmit} className="flex flex-col gap-4">
      <RadioGroup
        label={t('kind')}
        className="grid grid-cols-3 max-md:grid-cols-1"
        value={values.kind}
        onChange={(kind) => set({ kind })}
        options={FEEDBACK_KINDS.map((value) => ({ value, label: t(value) }))}
      />
      <Field
        label={t('text')}
        required
        error={errorOf('text')}
        hint={t('count', { count, max: FEEDBACK_TEXT_MAX })}
      >
        <Textarea
          {...control('text')}
          rows={6}
          value={values.text}
          placeholder={t(`${values.kind}Hint`)}
          onChange={(event) => set({ text: event.target.value })}
        />
      </Field>
      <PictureField value={values.picture} onChange={(picture) => set({ picture })} />
      <fieldset className="rounded-l border border-line px-4 py-3">
        <legend className="px-1 text-secondary text-fg-2">{t('facts')}</legend>
        <Checkbox
          checked={values.withFacts}
          onChange={(withFacts) => set({ withFacts })}
          label={t('sendFacts')}
        />
        <p className="mt-1 text-caption text-mut">{t('factsHint')}</p>
        {values.withFacts && (
          <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-caption">
            {FEEDBACK_FACTS.filter((fact) => facts[fact]).map((fact) => (
              <div key={fact} className="contents">
                <dt className="text-mut">{t(fact)}</dt>
                <dd className="break-words text-fg-2 select-text">{facts[fact]}</dd>
              </div>
            ))}
          </dl>
        )}
      </fieldset>
    </form>
  )
}
