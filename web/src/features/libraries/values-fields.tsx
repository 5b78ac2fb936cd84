import type { LibraryAttribute } from '@clouddisk/contract/library-attributes'
import type { ReactElement } from 'react'
import { DateField } from '../../ui/date-field.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import type { Form } from '../../ui/use-form.ts'
import { t } from './strings.ts'
import { valueText } from './value-text.ts'

/** Typed values by the ids of their attributes. */
export type TypedValues = Readonly<Record<string, string>>

interface ValuesFieldsProps {
  attributes: readonly LibraryAttribute[]
  form: Form<TypedValues>
  /** Read-only ones that are set, and all where nothing may be changed. */
  isFixed: (attribute: LibraryAttribute) => boolean
}

/** A field for each attribute. */
export const ValuesFields = ({ attributes, form, isFixed }: ValuesFieldsProps): ReactElement => (
  <>
    {attributes.map((attribute) => (
      <ValueField key={attribute.attributeId} attribute={attribute} form={form} fixed={isFixed(attribute)} />
    ))}
  </>
)

/** Texts of more characters get several lines. */
const LINE_MAX = 200

function ValueField(props: {
  attribute: LibraryAttribute
  form: Form<TypedValues>
  fixed: boolean
}): ReactElement {
  const { attribute, form, fixed } = props
  const { attributeId: id, attributeName, allowEmpty, readOnly } = attribute
  const value = form.values[id] ?? ''
  if (fixed)
    return (
      <div>
        <p className="text-secondary text-fg-2">{attributeName}</p>
        <p className="mt-1 break-words whitespace-pre-wrap">{valueText(attribute, value) || t('notSet')}</p>
        {readOnly && value !== '' && <p className="mt-0.5 text-caption text-mut">{t('readOnlySet')}</p>}
      </div>
    )
  return (
    <Field
      label={attributeName}
      required={!allowEmpty}
      hint={readOnly ? t('readOnlyOnce') : undefined}
      error={form.errorOf(id)}
    >
      <Control attribute={attribute} form={form} value={value} />
    </Field>
  )
}

function Control(props: {
  attribute: LibraryAttribute
  form: Form<TypedValues>
  value: string
}): ReactElement {
  const { attribute, form, value } = props
  const { attributeId: id, type, options, length } = attribute
  const onChange = (next: string) => form.set({ [id]: next })
  if (type === 'choice' || type === 'yesNo') {
    const choices = type === 'choice' ? options : ['yes', 'no']
    return (
      <Select
        value={value}
        onChange={onChange}
        options={[
          { value: '', label: t('notSet') },
          ...choices.map((one) => ({ value: one, label: valueText(attribute, one) })),
        ]}
      />
    )
  }
  if (type === 'date') return <DateField {...form.control(id)} value={value} onChange={onChange} />
  if (type === 'text' && (length ?? 0) > LINE_MAX)
    return (
      <Textarea
        {...form.control(id)}
        rows={3}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  return (
    <Input
      {...form.control(id)}
      autoComplete="off"
      inputMode={type === 'number' ? 'decimal' : 'text'}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
