import { ATTRIBUTE_TYPES, type AttributeType } from '@clouddisk/contract/library-attributes'
import type { ReactElement } from 'react'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormDialog, useSubmission } from '../../../ui/form-dialog.tsx'
import { Input } from '../../../ui/input.tsx'
import type { DialogControl } from '../../../ui/overlay-props.ts'
import { Select } from '../../../ui/select.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { attributeOf, type EditedAttribute, errorsOf, valuesOf } from './attribute-form.ts'
import { t } from './strings.ts'

interface AttributeDialogProps extends DialogControl {
  /** Undefined for a new one. */
  attribute: EditedAttribute | undefined
  others: readonly EditedAttribute[]
  onDone: (attribute: EditedAttribute) => void
}

const FLAGS = ['listDisplay', 'allowEmpty', 'query', 'readOnly'] as const

/** One attribute; it is saved with the others. */
export function AttributeDialog({
  attribute,
  others,
  onDone,
  ...dialog
}: AttributeDialogProps): ReactElement {
  const form = useForm(valuesOf(attribute), (values) => errorsOf(values, others))
  const { values, set, errorOf, control } = form
  const submission = useSubmission(
    form,
    async () => onDone(attributeOf(values, attribute?.attributeId)),
    () => undefined,
  )
  const line = (name: 'attributeName' | 'code' | 'length' | 'min' | 'max', label: string, hint?: string) => (
    <Field label={label} required hint={hint} error={errorOf(name)}>
      <Input
        {...control(name)}
        autoComplete="off"
        value={values[name]}
        onChange={(event) => set({ [name]: event.target.value })}
      />
    </Field>
  )
  return (
    <FormDialog
      {...dialog}
      width={600}
      submission={submission}
      title={t(attribute ? 'edit' : 'addAttribute')}
      description={attribute?.attributeName}
      button={t('done')}
      className="flex flex-col gap-4"
    >
      <div className="grid grid-cols-2 items-start gap-4 max-md:grid-cols-1">
        {line('attributeName', t('attributeName'))}
        {line('code', t('code'), t('codeHint'))}
        <Field label={t('type')}>
          <Select<AttributeType>
            value={values.type}
            onChange={(type) =>
              set({ type, ...(type === 'number' && Number(values.length) > 30 && { length: '10' }) })
            }
            options={ATTRIBUTE_TYPES.map((value) => ({ value, label: t(value) }))}
          />
        </Field>
        {(values.type === 'text' || values.type === 'number') && line('length', t('length'))}
        {values.type === 'number' && line('min', t('min'))}
        {values.type === 'number' && line('max', t('max'))}
      </div>
      {values.type === 'choice' && (
        <Field label={t('options')} required error={errorOf('options')}>
          <Textarea
            {...control('options')}
            rows={5}
            value={values.options}
            onChange={(event) => set({ options: event.target.value })}
          />
        </Field>
      )}
      <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
        {FLAGS.map((flag) => (
          <Checkbox
            key={flag}
            label={t(flag)}
            checked={values[flag]}
            onChange={(on) => set({ [flag]: on })}
          />
        ))}
      </div>
    </FormDialog>
  )
}
