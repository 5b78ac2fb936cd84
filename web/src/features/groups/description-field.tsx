import type { ReactElement } from 'react'
import { limits } from '../../lib/limits.ts'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/textarea.tsx'

/** The description of a group, with its length beside the label. */
export const DescriptionField = (props: {
  label: string
  placeholder: string
  error: string | undefined
  value: string
  onBlur: () => void
  onChange: (description: string) => void
}): ReactElement => (
  <Field
    label={props.label}
    error={props.error}
    aside={
      <span className="tabular text-caption text-mut">
        {[...props.value].length} / {limits().groupDescriptionMax}
      </span>
    }
  >
    <Textarea
      value={props.value}
      placeholder={props.placeholder}
      onBlur={props.onBlur}
      onChange={(event) => props.onChange(event.target.value)}
    />
  </Field>
)
