import { clsx } from 'clsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactElement } from 'react'
import { DayPicker } from 'react-day-picker'
import { enUS } from 'react-day-picker/locale/en-US'
import { zhCN } from 'react-day-picker/locale/zh-CN'
import { language } from '../lib/i18n.ts'

export interface CalendarProps {
  selected: Date | undefined
  onSelect: (day: Date) => void
  /** The earliest day that can be chosen. */
  from?: Date | undefined
}

const arrow =
  'flex size-8 items-center justify-center rounded-m text-fg-2 hover:bg-hover aria-disabled:opacity-[.42]'

/** The day as printed: “18” instead of the library's “18th”. */
const LABELS =
  language === 'zh-CN'
    ? {}
    : {
        labelDayButton: (day: Date) =>
          day.toLocaleDateString('en-GB', {
            weekday: 'long',
            day: 'numeric',
            month: 'long',
            year: 'numeric',
          }),
      }

/** A month to pick a day from; arrow keys move, Page Up and Page Down change the month. */
export function Calendar({ selected, onSelect, from }: CalendarProps): ReactElement {
  return (
    <DayPicker
      mode="single"
      required
      autoFocus
      locale={language === 'zh-CN' ? zhCN : enUS}
      weekStartsOn={1}
      showOutsideDays
      selected={selected}
      {...(selected ? { defaultMonth: selected } : {})}
      {...(from ? { disabled: { before: from }, startMonth: from } : {})}
      onSelect={onSelect}
      labels={LABELS}
      components={{
        Chevron: ({ orientation }) =>
          orientation === 'left' ? <ChevronLeft size={17} /> : <ChevronRight size={17} />,
      }}
      classNames={{
        root: 'relative p-3',
        months: '',
        month: 'flex flex-col gap-2',
        nav: 'absolute inset-x-3 top-3 flex justify-between',
        button_previous: arrow,
        button_next: arrow,
        month_caption: 'flex h-8 items-center justify-center text-body font-semibold',
        month_grid: 'border-collapse',
        weekday: 'size-9 text-caption font-normal text-mut',
        day: 'p-0',
        day_button: clsx(
          'tabular flex size-9 items-center justify-center rounded-m text-secondary',
          'not-disabled:hover:bg-hover disabled:opacity-[.42]',
        ),
        today: 'font-semibold text-accent-text',
        outside: 'text-mut',
        selected: '*:bg-accent *:font-semibold *:text-accent-fg *:not-disabled:hover:bg-accent-hover',
        disabled: '',
        hidden: 'invisible',
      }}
    />
  )
}
