import { refuseField } from '../errors/refusal.ts'

/** RFC 3339; seconds are optional, the zone is not, as a time without one would depend on the server's. */
const INSTANT = /^(\d{4})-(\d{2})-(\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/

/** Parses a time; refuses the field with `format` if it is invalid, with `range` outside 1970 to 9999. */
export function readInstant(field: string, text: string): Date {
  const [, year, month, day] = INSTANT.exec(text) ?? []
  const date = new Date(text)
  // Date takes 30 February for 2 March.
  const isDay = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day)
  if (!isDay || Number.isNaN(date.getTime())) refuseField(field, 'format')
  if (date.getUTCFullYear() < 1970 || date.getUTCFullYear() > 9999) refuseField(field, 'range')
  return date
}

/** The time of a field in ISO form; undefined if the field is absent. */
export function instantOf<F extends string>(
  input: { readonly [K in F]?: string | undefined },
  field: F,
): string | undefined {
  const text = input[field]
  return text ? readInstant(field, text).toISOString() : undefined
}
