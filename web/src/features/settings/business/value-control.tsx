import type { ConfigItem } from '@clouddisk/contract/business-config'
import { type ReactElement, useEffect, useRef } from 'react'
import { language } from '../../../lib/i18n.ts'
import { Input } from '../../../ui/input.tsx'
import { MultiSelect } from '../../../ui/multi-select.tsx'
import { Select } from '../../../ui/select.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import type { Draft } from './draft.ts'
import { t } from './strings.ts'
import { unitsOf } from './units.ts'

interface ValueControlProps {
  item: ConfigItem
  draft: Draft
  onChange: (change: Partial<Draft>) => void
}

/** The control for a kind of value. */
export function ValueControl({ item, draft, onChange }: ValueControlProps): ReactElement {
  const input = useRef<HTMLInputElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
    area.current?.focus()
  }, [])
  const options = item.options?.map((option) => ({ value: option.value, label: option[language] })) ?? []
  const units = unitsOf(item)
  switch (item.kind) {
    case 'flag':
    case 'choice':
      return (
        <Select
          value={draft.text}
          onChange={(text) => onChange({ text })}
          options={item.kind === 'flag' ? FLAGS : options}
        />
      )
    case 'options':
      return (
        <MultiSelect
          ref={input}
          value={draft.list}
          onChange={(list) => onChange({ list })}
          options={options}
        />
      )
    case 'extensions':
      return (
        <Textarea
          ref={area}
          value={draft.text}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => onChange({ text: event.target.value })}
        />
      )
    default:
      return (
        <Input
          ref={input}
          inputMode="decimal"
          autoComplete="off"
          value={draft.text}
          unit={units.length === 1 ? units[0]?.label || undefined : undefined}
          onChange={(event) => onChange({ text: event.target.value })}
        />
      )
  }
}

const FLAGS = [
  { value: 'true', label: t('on') },
  { value: 'false', label: t('off') },
]
