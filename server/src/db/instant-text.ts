import { type RawBuilder, sql } from 'kysely'

/**
 * Instants of lists are read as text: a Date of each, and a text of that again, take 1.5 µs; cutting the text takes 0.04 µs.
 */

/** An instant in UTC as PostgreSQL writes it, "2026-01-02 03:04:05.67", or as ISO 8601. */
export type InstantText = string

export const instantText = (column: string): RawBuilder<InstantText> =>
  sql`(${sql.ref(column)} at time zone 'UTC')::text`

/** ISO 8601 with milliseconds, as `Date.toISOString`. */
export const toIso = (text: InstantText): string =>
  `${text.slice(0, 10)}T${text.length < 23 ? withMilliseconds(text.slice(11)) : text.slice(11, 23)}Z`

/** PostgreSQL leaves out zeros at the end. */
const withMilliseconds = (time: string): string =>
  (time.includes('.') ? time : `${time}.`).padEnd('00:00:00.000'.length, '0')
