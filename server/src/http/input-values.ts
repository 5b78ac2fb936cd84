import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { refuseOversized } from './input-size.ts'

/** As much of JSON Schema as fields of calls are declared with. */
export interface Schema extends TSchema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Definitions
  readonly $ref?: string
  readonly $defs?: Definitions
  /** False where the entries of a list may hold commas. */
  readonly 'x-commas'?: boolean
}

type Definitions = Readonly<Record<string, Schema>>

/**
 * What the value of a field stands for. Text means the same in a query, a form and JSON, so that a call is answered alike
 * however it is sent. A value that does not fit stays as it is, and is refused by the check of the whole input; undefined
 * is "not given". `known` is what a schema that refers to another means.
 */
export function readValue(schema: Schema, value: unknown, known: Definitions = {}): unknown {
  const list = alternativeOf(schema, 'array')
  if (list) return readList(list, value, known)
  if (isRecord(value)) return readFields(schema, value, known)
  if (typeof value === 'string') return readText(schema, value)
  return typeof value === 'number' || typeof value === 'boolean' ? readScalar(schema, value) : value
}

/** The fields of an object within a list or a tree, by the same rules; those that are not declared are dropped. */
function readFields(schema: Schema, value: Record<string, unknown>, known: Definitions): unknown {
  const definitions = schema.$defs ?? known
  const { properties } = (schema.$ref === undefined ? schema : definitions[schema.$ref]) ?? {}
  if (!properties) return value
  const fields: Record<string, unknown> = {}
  for (const [key, field] of Object.entries(properties)) {
    const sent = Object.hasOwn(value, key) ? value[key] : undefined
    if (sent === undefined || (sent === null && !alternativeOf(field, 'null'))) continue
    const read = readValue(field, sent, definitions)
    if (read !== undefined) fields[key] = read
  }
  return fields
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function readText(schema: Schema, text: string): unknown {
  if (isValid(schema, text)) return text
  // Not given, where the field does not take an empty text.
  if (text === '') return undefined
  const number = isNumeric(schema) ? readDecimal(text) : undefined
  if (number !== undefined) return number
  return alternativeOf(schema, 'boolean') ? (BOOLEANS.get(text) ?? text) : text
}

/** Decimal digits alone: no exponent, no other base, no space, no plus sign, no leading zero. */
const DECIMAL = /^(?:0|-?[1-9]\d*|-?(?:0|[1-9]\d*)\.\d+)$/

/** Undefined where the text is no such number. */
export const readDecimal = (text: string): number | undefined =>
  DECIMAL.test(text) ? Number(text) : undefined

const BOOLEANS = new Map<unknown, boolean>([
  ['true', true],
  ['1', true],
  [1, true],
  ['false', false],
  ['0', false],
  [0, false],
])

/** In JSON, text may be written as a whole number or a boolean, and a boolean as 0 or 1. */
function readScalar(schema: Schema, value: number | boolean): unknown {
  if (isValid(schema, value) || isNumeric(schema)) return value
  if (alternativeOf(schema, 'boolean')) return BOOLEANS.get(value) ?? value
  const hasText = typeof value === 'boolean' || Number.isSafeInteger(value)
  return hasText && alternativeOf(schema, 'string') ? String(value) : value
}

/**
 * A list is a JSON array, or text with commas between its entries, once or repeated. Where entries may hold commas, each
 * text is one.
 */
function readList(list: Schema, value: unknown, known: Definitions): unknown {
  if (value === '') return undefined
  const entries = typeof value === 'string' ? entriesOf(list, value) : value
  if (!Array.isArray(entries)) return NOT_A_LIST
  const { items } = list
  const divides = isCommaSeparated(list) && items?.type !== 'object'
  return entries.flatMap((entry) => {
    if (divides && typeof entry === 'string') return splitCommas(entry)
    return [items && isRecord(entry) ? readFields(items, entry, known) : entry]
  })
}

/** Fits no field: a list may also be declared as text. */
const NOT_A_LIST = Symbol('no list')

const isCommaSeparated = (list: Schema): boolean => list['x-commas'] !== false

/** A name may begin like JSON without being any. */
function entriesOf(list: Schema, text: string): unknown {
  if (!text.startsWith('[')) return [text]
  const entries = parseJson(text)
  if (entries === NOT_A_LIST) return isCommaSeparated(list) ? NOT_A_LIST : [text]
  refuseOversized(entries)
  return entries
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return NOT_A_LIST
  }
}

const splitCommas = (text: string): string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)

/** The ways in which a field may be given. */
export const alternativesOf = (schema: Schema): readonly Schema[] => schema.anyOf ?? [schema]

const alternativeOf = (schema: Schema, type: string): Schema | undefined =>
  alternativesOf(schema).find((one) => one.type === type)

const isNumeric = (schema: Schema): boolean =>
  alternativesOf(schema).some(
    ({ type, enum: values }) =>
      type === 'integer' || type === 'number' || (Array.isArray(values) && typeof values[0] === 'number'),
  )

const validators = new WeakMap<TSchema, Validator>()

export function validatorOf(schema: Schema): Validator {
  const known = validators.get(schema)
  if (known) return known
  const validator = Compile(schema)
  validators.set(schema, validator)
  return validator
}

const isValid = (schema: Schema, value: unknown): boolean => validatorOf(schema).Check(value)
