import { CalendarDays, ChevronDown } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { texts } from '../lib/i18n.ts'
import { Button } from './button.tsx'
import { DateField, formatDayInput, parseDay } from './date-field.tsx'
import { Field } from './field.tsx'
import { Popover } from './popover.tsx'

const t = texts('range', {
  range: ['时间范围', 'Time range'],
  from: ['从', 'From'],
  to: ['到', 'To'],
  badDay: ['请按 2027-06-30 的格式填写。', 'Use the format 2027-06-30.'],
  wrongOrder: ['开始日期不能晚于结束日期。', 'The start date can’t be after the end date.'],
  apply: ['确定', 'Apply'],
  anyTime: ['全部时间', 'Any time'],
  today: ['今天', 'Today'],
  days: ['最近 {{count}} 天', { one: 'Last {{count}} day', other: 'Last {{count}} days' }],
  thisYear: ['今年', 'This year'],
  rangeOf: ['{{from}} 至 {{to}}', '{{from}} to {{to}}'],
  since: ['{{from}} 起', 'Since {{from}}'],
  until: ['{{to}} 以前', 'Until {{to}}'],
})

/** Local days, inclusive; empty for no bound. */
export interface DayRange {
  readonly from: string
  readonly to: string
}

export const daysAgo = (days: number, now = new Date()): string =>
  formatDayInput(new Date(now.getFullYear(), now.getMonth(), now.getDate() - days))

/** The instants of a range: start inclusive, end exclusive. */
export function timeRangeOf({ from, to }: DayRange): { start?: string; end?: string } {
  const [first, last] = [parseDay(from), parseDay(to)]
  // The last day is included.
  const end = last && new Date(last.getFullYear(), last.getMonth(), last.getDate() + 1)
  return { ...(first && { start: first.toISOString() }), ...(end && { end: end.toISOString() }) }
}

/** Normalizes typed days to one format; undefined if the first is later than the last. */
export function normalizeRange({ from, to }: DayRange): DayRange | undefined {
  const [first, last] = [parseDay(from), parseDay(to)]
  if (first && last && first > last) return undefined
  return { from: first ? formatDayInput(first) : '', to: last ? formatDayInput(last) : '' }
}

function wordsOf({ from, to }: DayRange): string {
  if (from && to) return t('rangeOf', { from, to: to.slice(from.slice(0, 5) === to.slice(0, 5) ? 5 : 0) })
  if (from) return t('since', { from })
  return to ? t('until', { to }) : t('anyTime')
}

export interface RangeFieldProps {
  value: DayRange
  onChange: (range: DayRange) => void
  /** Label before the range: `删除时间：`. */
  prefix?: string | undefined
}

/** A range of days, inclusive; typed, picked, or one of the presets. */
export function RangeField({ value, onChange, prefix }: RangeFieldProps): ReactElement {
  const [open, setOpen] = useState(false)
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t('range')}
      className="w-[300px] p-4"
      trigger={
        <Button
          icon={prefix ? undefined : CalendarDays}
          className="tabular border-ctl! font-normal! text-secondary! shadow-none! md:h-9!"
        >
          <span>
            {prefix && <span className="mr-0.5 whitespace-pre text-fg-2">{prefix}</span>}
            {wordsOf(value)}
          </span>
          <ChevronDown size={16} aria-hidden className="text-mut" />
        </Button>
      }
    >
      <Range
        value={value}
        onDone={(range) => {
          onChange(range)
          setOpen(false)
        }}
      />
    </Popover>
  )
}

function Range({ value, onDone }: { value: DayRange; onDone: RangeFieldProps['onChange'] }): ReactElement {
  const [from, setFrom] = useState(value.from)
  const [to, setTo] = useState(value.to)
  const [tried, setTried] = useState(false)
  const bad = (text: string) => text !== '' && parseDay(text) === undefined
  const range = normalizeRange({ from, to })
  const wrongOrder = !bad(from) && !bad(to) && range === undefined
  const apply = () => {
    setTried(true)
    if (!bad(from) && !bad(to) && range) onDone(range)
  }
  const quick = (label: string, first: string) => (
    <Button size="small" onClick={() => onDone({ from: first, to: '' })}>
      {label}
    </Button>
  )
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <div className="mb-4 flex flex-wrap gap-2">
        {quick(t('today'), daysAgo(0))}
        {quick(t('days', { count: 7 }), daysAgo(6))}
        {quick(t('days', { count: 30 }), daysAgo(29))}
        {quick(t('thisYear'), `${new Date().getFullYear()}-01-01`)}
        {quick(t('anyTime'), '')}
      </div>
      <div className="flex flex-col gap-4">
        <Field label={t('from')} error={tried && bad(from) ? t('badDay') : undefined}>
          <DateField value={from} placeholder={daysAgo(29)} onChange={setFrom} />
        </Field>
        <Field
          label={t('to')}
          error={tried && bad(to) ? t('badDay') : tried && wrongOrder ? t('wrongOrder') : undefined}
        >
          <DateField value={to} placeholder={daysAgo(0)} onChange={setTo} />
        </Field>
      </div>
      <div className="mt-4 flex justify-end">
        <Button variant="primary" type="submit">
          {t('apply')}
        </Button>
      </div>
    </form>
  )
}
