import { isDeepStrictEqual } from 'node:util'
import type { BadFieldReason } from '@clouddisk/contract/errors'
import { SPELLINGS } from '@clouddisk/contract/spellings'
import type { TObject } from 'typebox'
import { refuse, refuseField } from '../errors/refusal.ts'
import { refuseOversized, sizeAndDepthOf } from './input-size.ts'
import { alternativesOf, isRecord, readValue, type Schema, validatorOf } from './input-values.ts'

/** A call, or another that is given fields. */
interface InputSchema {
  readonly input: TObject
}

/**
 * Parameters are taken alike from the query string, a form body or a JSON body, validated by one schema; unknown
 * ones are dropped (C section 3).
 */
export function readInput(route: InputSchema, sources: readonly unknown[]): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const source of sources) if (isRecord(source)) collectFields(route, source, input)
  refuseOversized(input)
  if (!validatorOf(route.input).Check(input)) refuseInvalid(route, input)
  refuseNul(input, '')
  refuseInvalidText(input, '')
  return input
}

/** What is larger is refused without a look at every fault in it: that takes a hundred times as long as finding one. */
const MAX_EXPLAINED = 1000

function refuseInvalid(
  { input: { properties, required } }: InputSchema,
  input: Record<string, unknown>,
): never {
  const missing = (required as readonly string[] | undefined)?.find((key) => input[key] === undefined)
  if (missing !== undefined) refuseField(missing, 'missing')
  for (const [key, schema] of Object.entries(properties)) {
    const value = input[key]
    if (value === undefined || validatorOf(schema).Check(value)) continue
    if (sizeAndDepthOf(value).values > MAX_EXPLAINED) refuseField(key, 'format')
    refuseField(key, reasonOf(schema, value))
  }
  refuse('malformed_body')
}

/**
 * Own, declared fields only: `__proto__` and strangers never get in. Null counts as not given. A field that is given twice,
 * in the query and the body or in both of its spellings, has one value or is refused.
 */
function collectFields(
  { input: { properties } }: InputSchema,
  source: Record<string, unknown>,
  input: Record<string, unknown>,
) {
  for (const [key, schema] of Object.entries(properties))
    for (const spelling of [key, WIRE_SPELLINGS.get(key)]) {
      const sent = ownField(source, spelling) ?? undefined
      // Before anything goes through it by recursion, as a comparison does.
      refuseOversized(sent)
      const value = sent === undefined ? undefined : readValue(schema, sent)
      if (value === undefined) continue
      if (Object.hasOwn(input, key) && !isDeepStrictEqual(input[key], value)) refuseField(key, 'type')
      input[key] = value
    }
}

/** A field's other spelling, by how the wire spells it. */
const WIRE_SPELLINGS = new Map(Object.entries(SPELLINGS).map(([right, wire]) => [wire, right]))

const ownField = (source: Record<string, unknown>, key: string | undefined): unknown =>
  key !== undefined && Object.hasOwn(source, key) ? source[key] : undefined

/** PostgreSQL text holds no NUL, and no name, id or hash has one. */
function refuseNul(value: unknown, field: string): void {
  if (typeof value === 'string' && value.includes('\u0000')) refuseField(field, 'format')
  if (typeof value === 'object' && value !== null && field !== FILES) {
    for (const [key, inner] of Object.entries(value)) refuseNul(inner, field || key)
  }
}

/** Many files of one call: what is wrong with the name of one is its own answer, and keeps none of the others. */
const FILES = 'files'
/** Lists and trees of names, each of which is answered by itself, by the rule for names. */
const VALIDATED_BY_CALL = new Set(['names', 'children', FILES])

/**
 * Half of a character, as cutting by code units leaves it, is no text: JSON of the database refuses it, and its text
 * holds something else. What never is a character (U+FFFE and its like) is in no text that others could read: no XML
 * holds it.
 */
const INVALID_TEXT = /[\p{Surrogate}\p{Noncharacter_Code_Point}]/u

function refuseInvalidText(value: unknown, field: string): void {
  if (typeof value === 'string' && INVALID_TEXT.test(value)) refuseField(field, 'format')
  if (typeof value === 'object' && value !== null && !VALIDATED_BY_CALL.has(field)) {
    for (const [key, inner] of Object.entries(value)) refuseInvalidText(inner, field || key)
  }
}

/** By the way of giving the field that the value comes nearest to; a text for a number is of the wrong type. */
function reasonOf(schema: Schema, value: unknown): BadFieldReason {
  if (
    typeof value === 'string' &&
    alternativesOf(schema).some(({ type }) => JSON_TYPES.number?.includes(type))
  )
    return 'type'
  const near = alternativesOf(schema).find(
    ({ type }) => type === undefined || JSON_TYPES[typeof value]?.includes(type),
  )
  return near ? (REASONS[validatorOf(near).Errors(value)[0]?.keyword ?? ''] ?? 'format') : 'type'
}

const JSON_TYPES: Partial<Record<string, readonly unknown[]>> = {
  string: ['string'],
  number: ['integer', 'number'],
  object: ['array'],
}

const REASONS: Record<string, BadFieldReason> = {
  required: 'missing',
  minLength: 'missing',
  minItems: 'missing',
  maxLength: 'too_long',
  maxItems: 'too_long',
  type: 'type',
  minimum: 'range',
  maximum: 'range',
  pattern: 'format',
  enum: 'unknown_value',
  const: 'unknown_value',
  anyOf: 'unknown_value',
}
