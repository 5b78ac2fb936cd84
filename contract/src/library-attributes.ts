import Type, { type Static } from 'typebox'
import type { ErrorName } from './errors.ts'
import { hasInvisible } from './invisible.ts'
import { lengthOf } from './names.ts'
import { Id, nullable, oneOf } from './shapes.ts'

/** Attributes of a business library (R94, R156): what a file's values have to be. Server and page execute the same rules. */

export const ATTRIBUTE_TYPES = ['text', 'number', 'date', 'choice', 'yesNo'] as const
export type AttributeType = (typeof ATTRIBUTE_TYPES)[number]

export const ATTRIBUTES_MAX = 60
export const ATTRIBUTE_NAME_MAX = 128
export const ATTRIBUTE_CODE_MAX = 32
/** Characters of a text or digits of a number: 1-4 digits (B§5). */
export const ATTRIBUTE_LENGTH_MAX = 9999
export const NUMBER_DIGITS_MAX = 30
export const OPTIONS_MAX = 200
export const OPTION_LENGTH_MAX = 128

export const LibraryAttribute = Type.Object({
  attributeId: Id,
  attributeName: Type.String(),
  code: Type.String(),
  type: oneOf(ATTRIBUTE_TYPES),
  /** Characters of a text, digits of a number; null for other types. */
  length: nullable(Type.Integer()),
  /** Of a number, as decimal texts. */
  min: nullable(Type.String()),
  max: nullable(Type.String()),
  /** Of a choice. */
  options: Type.Array(Type.String()),
  listDisplay: Type.Boolean(),
  allowEmpty: Type.Boolean(),
  query: Type.Boolean(),
  /** Set once. */
  readOnly: Type.Boolean(),
})
export type LibraryAttribute = Static<typeof LibraryAttribute>

/** A value as text: a number as 12.5, a day as 2026-05-31, yes or no. Null: none. */
export const AttributeValue = Type.Object({ attributeId: Id, value: nullable(Type.String()) })
export type AttributeValue = Static<typeof AttributeValue>

/** Of the catalogue of errors. */
type ValueFaultName = Extract<
  ErrorName,
  | 'attribute_missing'
  | 'attribute_too_long'
  | 'attribute_controls'
  | 'attribute_no_number'
  | 'attribute_too_many_digits'
  | 'attribute_range'
  | 'attribute_no_date'
  | 'attribute_no_choice'
>

export interface ValueFault {
  readonly error: ValueFaultName
  readonly details: Readonly<Record<string, string | number>>
}

export type ValueRules = Pick<
  LibraryAttribute,
  'attributeName' | 'type' | 'length' | 'min' | 'max' | 'options' | 'allowEmpty'
>

const DECIMAL = /^-?\d+(?:\.\d+)?$/

/** A decimal text without leading and trailing zeros; undefined where it is no number. */
export function canonicalNumber(text: string): string | undefined {
  const plain = text
    .trim()
    .replace(/^\+/, '')
    .replace(/^(-?)\./, '$10.')
  if (!DECIMAL.test(plain) || plain.length > 64) return undefined
  const negative = plain.startsWith('-')
  const [whole = '0', part = ''] = plain.replace('-', '').split('.')
  const integer = whole.replace(/^0+(?=\d)/, '')
  const fraction = part.replace(/0+$/, '')
  const number = fraction === '' ? integer : `${integer}.${fraction}`
  return negative && number !== '0' ? `-${number}` : number
}

/** Negative, 0 or positive, as the first of two canonical decimals is smaller, equal or greater. */
export function compareNumbers(a: string, b: string): number {
  const [x, y] = [scaled(a, b), scaled(b, a)]
  return x < y ? -1 : x > y ? 1 : 0
}

/** As an integer at the scale of the one with more places. */
function scaled(one: string, other: string): bigint {
  const places = (text: string) => text.split('.')[1]?.length ?? 0
  const wanted = Math.max(places(one), places(other))
  return BigInt(one.replace('.', '') + '0'.repeat(wanted - places(one)))
}

export const digitsOf = (number: string): number => number.replace(/[-.]/g, '').length

/** Whether it is a day of the calendar, as 2026-05-31. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** The value as it is kept; '' for none. It may not fit the rules. */
export function canonicalValue(type: AttributeType, text: string | null): string {
  const trimmed = (text ?? '').trim().normalize('NFC')
  return type === 'number' ? (canonicalNumber(trimmed) ?? trimmed) : trimmed
}

/** What is wrong with a canonical value. */
export function valueFault(attribute: ValueRules, value: string): ValueFault | undefined {
  const { attributeName: name, type, length, options, allowEmpty } = attribute
  if (value === '') return allowEmpty ? undefined : { error: 'attribute_missing', details: { name } }
  switch (type) {
    case 'text':
      if (hasControls(value)) return { error: 'attribute_controls', details: { name } }
      if (length !== null && lengthOf(value) > length)
        return { error: 'attribute_too_long', details: { name, limit: length } }
      return undefined
    case 'number':
      return numberFault(attribute, value)
    case 'date':
      return isDay(value) ? undefined : { error: 'attribute_no_date', details: { name } }
    case 'choice':
      return options.includes(value) ? undefined : { error: 'attribute_no_choice', details: { name } }
    case 'yesNo':
      return value === 'yes' || value === 'no'
        ? undefined
        : { error: 'attribute_no_choice', details: { name } }
  }
}

function numberFault(
  { attributeName: name, length, min, max }: ValueRules,
  value: string,
): ValueFault | undefined {
  if (canonicalNumber(value) !== value) return fault('attribute_no_number', { name })
  if (length !== null && digitsOf(value) > length)
    return fault('attribute_too_many_digits', { name, limit: length })
  const below = min !== null && compareNumbers(value, min) < 0
  const above = max !== null && compareNumbers(value, max) > 0
  if (below || above) return fault('attribute_range', { name, min: min ?? '', max: max ?? '' })
  return undefined
}

const fault = (error: ValueFaultName, details: ValueFault['details']): ValueFault => ({ error, details })

/** Line breaks are texts' own; other control characters, and invisible ones, are not. */
const hasControls = (text: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text) || hasInvisible(text)
