import { CalendarDays } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { DateField, dayOf } from '../../ui/date-field.tsx'
import { Field } from '../../ui/field.tsx'
import { Popover } from '../../ui/popover.tsx'
import { ANY, DAYS_AT_FIRST, daysAgo, type ShownLogs } from './filter.ts'
import { t } from './strings.ts'

interface RangeFieldProps {
  shown: ShownLogs
  narrow: (search: Readonly<Record<string, string | undefined>>) => void
}

function words({ from, to }: ShownLogs): string {
  if (from && to) return t('rangeOf', { from, to: to.slice(from.slice(0, 5) === to.slice(0, 5) ? 5 : 0) })
  if (from) return t('since', { from })
  return to ? t('until', { to }) : t('anyTime')
}

/** From one day to another, both included; typed, chosen, or one of a few that are asked for often. */
export function RangeField({ shown, narrow }: RangeFieldProps): ReactElement {
  const [open, setOpen] = useState(false)
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t('range')}
      className="w-[300px] p-4"
      trigger={
        <Button icon={CalendarDays} className="tabular font-normal! text-secondary!">
          {words(shown)}
        </Button>
      }
    >
      <Range
        shown={shown}
        onDone={(search) => {
          narrow(search)
          setOpen(false)
        }}
      />
    </Popover>
  )
}

function Range({ shown, onDone }: { shown: ShownLogs; onDone: RangeFieldProps['narrow'] }): ReactElement {
  const [from, setFrom] = useState(shown.from)
  const [to, setTo] = useState(shown.to)
  const [tried, setTried] = useState(false)
  const bad = (text: string) => text !== '' && dayOf(text) === undefined
  const wrongOrder = !bad(from) && !bad(to) && from !== '' && to !== '' && from > to
  const apply = () => {
    setTried(true)
    if (!bad(from) && !bad(to) && !wrongOrder) onDone({ from: from || ANY, to: to || undefined })
  }
  const quick = (label: string, search: Parameters<typeof onDone>[0]) => (
    <Button size="small" onClick={() => onDone(search)}>
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
        {quick(t('today'), { from: daysAgo(0), to: undefined })}
        {quick(t('days', { count: DAYS_AT_FIRST }), { from: undefined, to: undefined })}
        {quick(t('days', { count: 30 }), { from: daysAgo(29), to: undefined })}
        {quick(t('anyTime'), { from: ANY, to: undefined })}
      </div>
      <Field label={t('rangeFrom')} error={tried && bad(from) ? t('badDay') : undefined}>
        <DateField value={from} onChange={setFrom} />
      </Field>
      <Field
        label={t('rangeTo')}
        error={tried && bad(to) ? t('badDay') : tried && wrongOrder ? t('wrongOrder') : undefined}
      >
        <DateField value={to} onChange={setTo} />
      </Field>
      <div className="mt-4 flex justify-end">
        <Button variant="primary" type="submit">
          {t('apply')}
        </Button>
      </div>
    </form>
  )
}
