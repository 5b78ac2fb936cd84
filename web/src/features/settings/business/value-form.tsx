import { ApiError } from '@clouddisk/client/http/errors'
import type { ConfigItem } from '@clouddisk/contract/business-config'
import { type FormEvent, type ReactElement, useState } from 'react'
import { errorMessage } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { toast } from '../../../ui/toast.tsx'
import { saveValue } from './data.ts'
import { draftOf, hintOf, readDraft } from './draft.ts'
import { focusFault } from './focus-fault.ts'
import { t } from './strings.ts'
import { unitsOf } from './units.ts'
import { ValueControl } from './value-control.tsx'

interface ValueFormProps {
  item: ConfigItem
  /** Saved, or given up. */
  onDone: () => void
}

/** Changes one value in its row: Enter saves, Esc gives up. */
export function ValueForm({ item, onDone }: ValueFormProps): ReactElement {
  const { code } = item
  const [draft, setDraft] = useState(() => draftOf(item))
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const units = unitsOf(item)
  const hasUnits = typeof item.value === 'number' && units.length > 1
  const submit = async (event: FormEvent) => {
    const form = event.currentTarget
    event.preventDefault()
    if (busy) return
    const read = readDraft(item, draft)
    setError('fault' in read ? read.fault : undefined)
    if ('fault' in read) return focusFault(form)
    setBusy(true)
    try {
      await saveValue(code, read.value)
      toast.ok(t('saved', { code }))
      onDone()
    } catch (refused) {
      // Its own fault, or its relation to another value.
      setError(refused instanceof ApiError ? errorMessage(refused) : t('notSaved'))
      focusFault(form)
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
        hint={hintOf(item)}
        className={item.kind === 'extensions' ? 'basis-full' : 'min-w-40 flex-1 md:max-w-64'}
      >
        <ValueControl
          item={item}
          draft={draft}
          onChange={(change) => {
            setDraft({ ...draft, ...change })
            setError(undefined)
          }}
        />
      </Field>
      {hasUnits && (
        <Select
          value={draft.unit}
          onChange={(unit) => setDraft({ ...draft, unit })}
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
