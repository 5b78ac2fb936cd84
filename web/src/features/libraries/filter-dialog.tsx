import type { AttributeFilter } from '@clouddisk/contract/libraries'
import { canonicalNumber, isDay, type LibraryAttribute } from '@clouddisk/contract/library-attributes'
import { type ReactElement, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog, useSubmission } from '../../ui/form-dialog.tsx'
import { Input } from '../../ui/input.tsx'
import { MultiSelect } from '../../ui/multi-select.tsx'
import type { DialogControl } from '../../ui/overlay-props.ts'
import { useForm } from '../../ui/use-form.ts'
import { t } from './strings.ts'
import { valueText } from './value-text.ts'

interface FilterDialogProps extends DialogControl {
  /** Those with query support. */
  attributes: readonly LibraryAttribute[]
  filters: readonly AttributeFilter[]
  onApply: (filters: readonly AttributeFilter[]) => void
}

type Typed = Readonly<Record<string, AttributeFilter>>

const isEmpty = ({ text = '', from = '', to = '', anyOf = [] }: AttributeFilter): boolean =>
  text.trim() === '' && from.trim() === '' && to.trim() === '' && anyOf.length === 0

function endError({ attributeName: name, type }: LibraryAttribute, filter: AttributeFilter | undefined) {
  const ends = [filter?.from, filter?.to].map((end) => end?.trim() ?? '').filter((end) => end !== '')
  if (type === 'number' && ends.some((end) => canonicalNumber(end) === undefined))
    return t('attribute_no_number', { name })
  if (type === 'date' && ends.some((end) => !isDay(end))) return t('attribute_no_date', { name })
  return undefined
}

/** Conditions on attributes that have to hold together. */
export function FilterDialog({ attributes, filters, onApply, ...dialog }: FilterDialogProps): ReactElement {
  const [initial] = useState<Typed>(() =>
    Object.fromEntries(
      attributes.map(({ attributeId }) => [
        attributeId,
        filters.find((one) => one.attributeId === attributeId) ?? { attributeId },
      ]),
    ),
  )
  const form = useForm<Typed>(initial, (values) =>
    Object.fromEntries(attributes.map((one) => [one.attributeId, endError(one, values[one.attributeId])])),
  )
  const close = (next: readonly AttributeFilter[]) => {
    onApply(next)
    dialog.onOpenChange(false)
  }
  const submission = useSubmission(
    form,
    async () => close(Object.values(form.values).filter((filter) => !isEmpty(filter))),
    () => undefined,
  )
  return (
    <FormDialog
      {...dialog}
      width={600}
      submission={submission}
      dirty={false}
      title={t('filters')}
      button={t('apply')}
      className="flex flex-col gap-4"
    >
      {attributes.map((attribute) => {
        const { attributeId } = attribute
        const value = form.values[attributeId] ?? { attributeId }
        return (
          <FilterField
            key={attributeId}
            attribute={attribute}
            value={value}
            error={form.errorOf(attributeId)}
            onChange={(change) => form.set({ [attributeId]: { ...value, ...change } })}
          />
        )
      })}
      {filters.length > 0 && (
        <div>
          <Button size="small" onClick={() => close([])}>
            {t('clear')}
          </Button>
        </div>
      )}
    </FormDialog>
  )
}

function FilterField(props: {
  attribute: LibraryAttribute
  value: AttributeFilter
  error: string | undefined
  onChange: (change: Partial<AttributeFilter>) => void
}): ReactElement {
  const { attribute, value, error, onChange } = props
  const { attributeName: name, type, options } = attribute
  if (type === 'text')
    return (
      <Field label={`${name} · ${t('contains')}`}>
        <Input
          autoComplete="off"
          value={value.text ?? ''}
          onChange={({ target }) => onChange({ text: target.value })}
        />
      </Field>
    )
  if (type === 'choice' || type === 'yesNo')
    return (
      <Field label={name}>
        <MultiSelect
          value={value.anyOf ?? []}
          onChange={(anyOf) => onChange({ anyOf: [...anyOf] })}
          options={(type === 'choice' ? options : ['yes', 'no']).map((one) => ({
            value: one,
            label: valueText(attribute, one),
          }))}
          placeholder={t('any')}
        />
      </Field>
    )
  return (
    <div className="grid grid-cols-2 items-start gap-4">
      {(['from', 'to'] as const).map((end) => (
        <Field key={end} label={`${name} · ${t(end)}`} error={end === 'from' ? error : undefined}>
          <Input
            autoComplete="off"
            inputMode={type === 'number' ? 'decimal' : 'numeric'}
            placeholder={type === 'date' ? '2026-05-31' : ''}
            value={value[end] ?? ''}
            onChange={({ target }) => onChange({ [end]: target.value })}
          />
        </Field>
      ))}
    </div>
  )
}
