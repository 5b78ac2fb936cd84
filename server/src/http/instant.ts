import { refuseField } from './refusal.ts'

/** A moment that a call was given as text, in one form; refuses what is none. Undefined where nothing was given. */
export function instantOf<F extends string>(
  given: { readonly [K in F]?: string | undefined },
  field: F,
): string | undefined {
  const text = given[field]
  if (!text) return undefined
  const time = new Date(text)
  const year = time.getUTCFullYear()
  if (Number.isNaN(year) || year < 1970 || year > 9999) refuseField(field, 'format')
  return time.toISOString()
}
