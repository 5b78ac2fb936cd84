import type { ReactElement } from 'react'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import type { Form } from '../../../ui/use-form.ts'
import { DescriptionField } from '../description-field.tsx'
import type { RemainingQuota } from './data.ts'
import { type GroupValues, remainingQuotaText } from './group-form.ts'
import { t } from './strings.ts'

/** Name, description and space, of a new group and of one that is changed. */
export function GroupFields<V extends GroupValues>(props: {
  form: Form<V>
  remaining: RemainingQuota | undefined
}): ReactElement {
  const { form, remaining } = props
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
      <DescriptionField
        label={t('description')}
        placeholder={t('descriptionHint')}
        error={errorOf('description')}
        value={values.description}
        onBlur={control('description').onBlur}
        onChange={(description) => set({ description })}
      />
      <Field label={t('capacity')} required error={errorOf('capacity')} hint={remainingQuotaText(remaining)}>
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
