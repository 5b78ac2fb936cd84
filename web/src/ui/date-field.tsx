import { CalendarDays } from 'lucide-react'
import { type ReactElement, useRef, useState } from 'react'
import { Calendar } from './calendar.tsx'
import { t } from './form-strings.ts'
import { IconButton } from './icon-button.tsx'
import { Input, type InputProps } from './input.tsx'
import { Popover } from './popover.tsx'

export interface DateFieldProps extends Pick<InputProps, 'disabled' | 'onBlur' | 'ref' | 'placeholder'> {
  /** The typed text: `2027-06-30` when complete. */
  value: string
  onChange: (value: string) => void
  /** The earliest day that the calendar offers. */
  from?: Date | undefined
}

/** A day, typed or picked from a calendar. */
export function DateField(props: DateFieldProps): ReactElement {
  const { value, onChange, from, disabled, placeholder = '2027-06-30', ...input } = props
  const [open, setOpen] = useState(false)
  const frame = useRef<HTMLSpanElement>(null)
  return (
    <span ref={frame}>
      <Input
        {...input}
        placeholder={placeholder}
        disabled={disabled}
        value={value}
        inputMode="numeric"
        autoComplete="off"
        className="tabular"
        onChange={(event) => onChange(event.target.value)}
        trailing={
          !disabled && (
            <Popover
              open={open}
              onOpenChange={setOpen}
              anchor={frame}
              label={t('calendar')}
              trigger={<IconButton size="small" icon={CalendarDays} label={t('chooseDay')} />}
            >
              <Calendar
                selected={parseDay(value)}
                from={from}
                onSelect={(day) => {
                  onChange(formatDayInput(day))
                  setOpen(false)
                }}
              />
            </Popover>
          )
        }
      />
    </span>
  )
}

/** Parses `2027-06-30` as a local day; undefined if it is none. */
export function parseDay(text: string): Date | undefined {
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text.trim()) ?? []
  if (!year || !month || !day) return undefined
  const date = new Date(Number(year), Number(month) - 1, Number(day))
  return date.getMonth() === Number(month) - 1 && date.getDate() === Number(day) ? date : undefined
}

export const formatDayInput = (day: Date): string =>
  [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
