import type { ReactElement } from 'react'
import { limits } from '../../../lib/limits.ts'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import type { Form } from '../../../ui/use-form.ts'
import type { RemainingQuota } from './data.ts'
import { type GroupValues, remainingQuotaText } from './group-form.ts'
import { t } from './strings.ts'

/** Name, description and space, of a new group and of one that is changed. */
export function GroupFields<V extends GroupValues>(props: {
  form: Form<V>
  spare: RemainingQuota | undefined
}): ReactElement {
  const { form, spare } = props
  const { values, errorOf, control } = form
  // Which fields there are besides is the form's own matter.
  const set = form.set as (change: Partial<GroupValues>) => void
  return (
    <>
      <Field label={t('name')} required error={errorOf('name')}>
        <Input
          {...control('name')}
          value={values.name}
          maxLength={512}
          autoComplete="off"
          onChange={(event) => set({ name: event.target.value })}
        />
      </Field>
      <Field
        label={t('description')}
        error={errorOf('description')}
        aside={
          <span className="tabular text-caption text-mut">
            {[...values.description].length} / {limits().groupDescriptionMax}
          </span>
        }
      >
        <Textarea
          value={values.description}
          placeholder={t('descriptionHint')}
          onBlur={control('description').onBlur}
          onChange={(event) => set({ description: event.target.value })}
        />
      </Field>
      <Field label={t('capacity')} required error={errorOf('capacity')} hint={remainingQuotaText(spare)}>
        <Input
          {...control('capacity')}
          inputMode="numeric"
          autoComplete="off"
          className="tabular max-w-40"
          value={values.capacity}
          onChange={(event) => set({ capacity: event.target.value })}
          unit="GB"
        />
      </Field>
    </>
  )
}
