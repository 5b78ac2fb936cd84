import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { listOf } from '../config/parse.ts'
import { refuse } from '../errors/refusal.ts'

/** The part of JSON Schema that routes use. */
export interface Schema extends TSchema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Definitions
  readonly $ref?: string
  readonly $defs?: Definitions
  /** False if entries of a list may contain commas. */
  readonly 'x-commas'?: boolean
}

type Definitions = Readonly<Record<string, Schema>>

/**
 * Converts a field's value by its schema. Text means the same in a query, a form and JSON. A value that does not fit is
 * returned unchanged and fails the later validation; undefined means absent. `known` resolves `$ref`.
 */
export function readValue(schema: Schema, value: unknown, known: Definitions = {}): unknown {
  const list = alternativeOf(schema, 'array')
  if (list) return readList(list, value, known)
  if (isRecord(value)) return readFields(schema, value, known)
  if (typeof value === 'string') {
    const record = alternativeOf(schema, 'object') && recordOf(value)
    return record ? readFields(schema, record, known) : readText(schema, value)
  }
  return typeof value === 'number' || typeof value === 'boolean' ? readScalar(schema, value) : value
}

/** A query and a form have an object as JSON. */
function recordOf(text: string): Record<string, unknown> | undefined {
  if (!text.startsWith('{')) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Converts the fields of a nested object; drops undeclared ones. */
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
  // Absent, if the field does not accept empty text.
  if (text === '') return undefined
  const number = isNumeric(schema) ? readDecimal(text) : undefined
  if (number !== undefined) return number
  return alternativeOf(schema, 'boolean') ? (BOOLEANS.get(text) ?? text) : text
}

/** Plain decimals: no exponent, other base, space, plus sign or leading zero. */
const DECIMAL = /^(?:0|-?[1-9]\d*|-?(?:0|[1-9]\d*)\.\d+)$/

/** Undefined if the text is not a plain decimal. */
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
 * A list is a JSON array, or comma-separated text, which may be repeated. If entries may contain commas, each text is one
 * entry.
 */
function readList(list: Schema, value: unknown, known: Definitions): unknown {
  if (value === '') return undefined
  const entries = typeof value === 'string' ? entriesOf(list, value) : value
  if (!Array.isArray(entries)) return NOT_A_LIST
  const { items } = list
  const divides = isCommaSeparated(list) && items?.type !== 'object'
  return entries.flatMap((entry) => {
    if (divides && typeof entry === 'string') return listOf(entry)
    return [items && isRecord(entry) ? readFields(items, entry, known) : entry]
  })
}

/** Fits no schema, not even one that also accepts text. */
const NOT_A_LIST = Symbol('no list')

const isCommaSeparated = (list: Schema): boolean => list['x-commas'] !== false

/** Text may begin with [ without being JSON. */
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

/** The alternatives of a field's schema. */
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

/** Deeper than any folder tree; input within it may be processed recursively. */
const MAX_DEPTH = 1000
/** Twice the size of the largest folder tree. */
const MAX_VALUES = 50_000

export function refuseOversized(input: unknown): void {
  const { values, depth } = sizeAndDepthOf(input)
  if (depth > MAX_DEPTH) refuse('malformed_body')
  if (values > MAX_VALUES) refuse('body_too_large')
}

/** Counts nested values and depth; stops once a limit is exceeded. */
export function sizeAndDepthOf(input: unknown): { values: number; depth: number } {
  let values = 0
  let depth = 0
  for (let level = [input].filter(isContainer); level.length > 0; depth++) {
    const below: object[] = []
    for (const holder of level) {
      const held = Array.isArray(holder) ? holder : Object.values(holder)
      values += held.length
      if (values > MAX_VALUES || depth > MAX_DEPTH) return { values, depth }
      for (const value of held) if (isContainer(value)) below.push(value)
    }
    level = below
  }
  return { values, depth }
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null
