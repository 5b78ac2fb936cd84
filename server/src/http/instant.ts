import { refuseField } from '../errors/refusal.ts'

/** RFC 3339 with a zone; seconds may be left out. Without a zone a time would be the server process's. */
const INSTANT = /^(\d{4})-(\d{2})-(\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/

/** The moment that a text gives; refuses the field with `format` for what is none, with `range` beyond 1970 to 9999. */
export function readInstant(field: string, text: string): Date {
  const [, year, month, day] = INSTANT.exec(text) ?? []
  const date = new Date(text)
  // The platform takes 30 February for 2 March.
  const isDay = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day)
  if (!isDay || Number.isNaN(date.getTime())) refuseField(field, 'format')
  if (date.getUTCFullYear() < 1970 || date.getUTCFullYear() > 9999) refuseField(field, 'range')
  return date
}

/** A moment that a call was given as text, in one form. Undefined where nothing was given. */
export function instantOf<F extends string>(
  given: { readonly [K in F]?: string | undefined },
  field: F,
): string | undefined {
  const text = given[field]
  return text ? readInstant(field, text).toISOString() : undefined
}
