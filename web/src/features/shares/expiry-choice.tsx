import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { type ReactElement, useId } from 'react'
import { formatFullDateTime } from '../../lib/format-date-time.ts'
import { DateField } from '../../ui/date-field.tsx'
import { Field } from '../../ui/field.tsx'
import { type Expiry, type ExpiryPreset, expiryTime, PRESETS } from './expiry.ts'
import { t } from './strings.ts'

const LABELS: Record<ExpiryPreset, string> = {
  forever: t('forever'),
  7: t('days', { count: 7 }),
  30: t('days', { count: 30 }),
  custom: t('custom'),
}

/** How long somebody has it: four choices side by side, and a day of one's own below them. */
export function ExpiryChoice(props: {
  value: Expiry
  onChange: (next: Expiry) => void
  /** Whether a missing day is shown as an error. */
  submitted: boolean
  /** When one's own access ends. */
  latest: Date | undefined
}): ReactElement {
  const { value, onChange, submitted, latest } = props
  const id = useId()
  const end = expiryTime(value, new Date(), latest)
  const custom = value.preset === 'custom'
  return (
    <div className="flex flex-col gap-1.5">
      <p id={id} className="text-secondary text-fg-2">
        {t('ends')}
      </p>
      <RadioGroup
        aria-labelledby={id}
        value={value.preset}
        onValueChange={(preset) => onChange({ ...value, preset: preset as ExpiryPreset })}
        className="grid grid-cols-4 gap-0.5 rounded-m bg-field p-[3px]"
      >
        {PRESETS.map((preset) => (
          <Radio.Root
            key={preset}
            value={preset}
            className="flex h-7 cursor-pointer items-center justify-center rounded-s px-1 text-center text-secondary text-fg-2 transition-colors select-none data-checked:bg-bg data-checked:font-semibold data-checked:text-fg data-checked:shadow-1 pointer-coarse:h-10 dark:data-checked:bg-press"
          >
            {preset === 'forever' && latest ? t('asYours') : LABELS[preset]}
          </Radio.Root>
        ))}
      </RadioGroup>
      {latest && (
        <p className="text-caption text-mut">
          {t('endsWithYours', { time: formatFullDateTime(latest.toISOString()) })}
        </p>
      )}
      {custom && (
        <Field
          label={t('endDay')}
          hideLabel
          error={submitted && end === undefined ? t('badDay') : undefined}
          hint={end ? t('endsOn', { time: formatFullDateTime(end.toISOString()) }) : undefined}
        >
          <DateField value={value.day} onChange={(day) => onChange({ ...value, day })} from={new Date()} />
        </Field>
      )}
    </div>
  )
}
