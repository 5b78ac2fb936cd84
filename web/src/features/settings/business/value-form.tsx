import { ApiError } from '@clouddisk/client/http/errors'
import type { ConfigItem } from '@clouddisk/contract/business-config'
import { type FormEvent, type ReactElement, useEffect, useRef, useState } from 'react'
import { errorMessage } from '../../../lib/api.ts'
import { language } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { toast } from '../../../ui/toast.tsx'
import { saveValue } from './data.ts'
import { t } from './strings.ts'
import { amountIn, isWithin, parseAmount, unitFor, unitsOf, valueText } from './units.ts'

interface ValueFormProps {
  item: ConfigItem
  /** Saved, or given up. */
  onDone: () => void
}

/** Changes one value in its row: Enter saves, Esc gives up. */
export function ValueForm({ item, onDone }: ValueFormProps): ReactElement {
  const { code } = item
  const units = unitsOf(item)
  const [unitName, setUnit] = useState(() => unitFor(units, Number(item.value)).name)
  const unit = units.find(({ name }) => name === unitName) ?? unitFor(units, Number(item.value))
  const [typed, setTyped] = useState(() =>
    typeof item.value === 'number' ? amountIn(unit, item.value) : String(item.value),
  )
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.select(), [])
  const options = choicesOf(item)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const value = options ? choice(item, typed) : parseAmount(unit, typed)
    const fault = valueError(item, value, typed)
    setError(fault)
    if (fault !== undefined || value === undefined) return void input.current?.focus()
    setBusy(true)
    try {
      await saveValue(code, value)
      toast.ok(t('saved', { code }))
      onDone()
    } catch (refused) {
      // Its own fault, or its relation to another value.
      setError(refused instanceof ApiError ? errorMessage(refused) : t('notSaved'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.stopPropagation()
        onDone()
      }}
      className="flex w-full flex-wrap items-start gap-2 md:justify-end"
    >
      <Field
        label={t('value', { code })}
        hideLabel
        error={error}
        hint={options ? undefined : rangeText(item)}
        className="min-w-40 flex-1 md:max-w-64"
      >
        {options ? (
          <Select value={typed} onChange={setTyped} options={options} />
        ) : (
          <Input
            ref={input}
            inputMode="decimal"
            autoComplete="off"
            value={typed}
            unit={units.length === 1 ? unit.label || undefined : undefined}
            onChange={(event) => {
              setTyped(event.target.value)
              setError(undefined)
            }}
          />
        )}
      </Field>
      {units.length > 1 && (
        <Select
          value={unit.name}
          onChange={setUnit}
          ariaLabel={t('unit', { code })}
          options={units.map(({ name, label }) => ({ value: name, label }))}
          className="w-28!"
        />
      )}
      <Button variant="primary" type="submit" busy={busy}>
        {t('save')}
      </Button>
      <Button onClick={onDone}>{t('cancel')}</Button>
    </form>
  )
}

function choicesOf({ kind, options }: ConfigItem) {
  if (kind === 'flag')
    return [
      { value: 'true', label: t('on') },
      { value: 'false', label: t('off') },
    ]
  return options?.map((option) => ({ value: option.value, label: option[language] }))
}

const choice = ({ kind }: ConfigItem, typed: string): ConfigItem['value'] =>
  kind === 'flag' ? typed === 'true' : typed

const boundsOf = (item: ConfigItem) => ({
  min: valueText({ ...item, zeroIsUnlimited: false }, item.min ?? 0),
  max: valueText(item, item.max ?? Number.MAX_SAFE_INTEGER),
})

const rangeText = (item: ConfigItem): string =>
  t(item.zeroIsUnlimited ? 'rangeOrZero' : 'range', boundsOf(item))

function valueError(
  item: ConfigItem,
  value: ConfigItem['value'] | undefined,
  typed: string,
): string | undefined {
  if (value === undefined) return t(/^\s*\d+\.\d+\s*$/.test(typed) ? 'wholeNumber' : 'noNumber')
  if (typeof value !== 'number' || isWithin(item, value)) return undefined
  return t('outOfRange', boundsOf(item))
}
