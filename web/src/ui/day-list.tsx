import type { ReactElement, ReactNode } from 'react'
import { formatDateTime } from '../lib/format-date-time.ts'

interface DayListProps<T> {
  /** The latest first. */
  rows: readonly T[]
  /** Of the days. */
  headClass: string
  /** A row as a list item. */
  children: (row: T) => ReactNode
}

/** Rows under the days that they are of: Today, Yesterday, 18 Nov, in the reader's time zone. */
export const DayList = <T extends { readonly time: string }>(props: DayListProps<T>): ReactElement[] =>
  [...Map.groupBy(props.rows, dayOf)].map(([day, rows]) => (
    <section key={day} aria-label={day}>
      <h3 className={`text-caption font-semibold text-mut ${props.headClass}`}>{day}</h3>
      <ul>{rows.map(props.children)}</ul>
    </section>
  ))

const dayOf = ({ time }: { readonly time: string }): string => formatDateTime(time).replace(/ \d\d:\d\d$/, '')
