import { isDeepStrictEqual } from 'node:util'
import type { BadFieldReason } from '@clouddisk/contract/errors'
import { SPELLINGS } from '@clouddisk/contract/spellings'
import type { TObject } from 'typebox'
import { refuse, refuseField } from '../errors/refusal.ts'
import {
  alternativesOf,
  isRecord,
  readValue,
  refuseOversized,
  type Schema,
  sizeAndDepthOf,
  validatorOf,
} from './input-values.ts'

/** A route, or another schema of fields. */
interface InputSchema {
  readonly input: TObject
}

/**
 * Reads parameters from query string, form body or JSON body alike and validates them by the route's schema; unknown ones
 * are dropped (C section 3).
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

/** Larger values are refused without collecting all errors, which takes a hundred times as long as finding one. */
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
 * Copies own, declared fields only, so never `__proto__`. Null counts as absent. A field that is present twice, in query
 * and body or in both of its spellings, must have the same value.
 */
function collectFields(
  { input: { properties } }: InputSchema,
  source: Record<string, unknown>,
  input: Record<string, unknown>,
) {
  for (const [key, schema] of Object.entries(properties))
    for (const spelling of [key, WIRE_SPELLINGS.get(key)]) {
      const sent = ownField(source, spelling) ?? undefined
      // Before the recursive comparison below.
      refuseOversized(sent)
      const value = sent === undefined ? undefined : readValue(schema, sent)
      if (value === undefined) continue
      if (Object.hasOwn(input, key) && !isDeepStrictEqual(input[key], value)) refuseField(key, 'type')
      input[key] = value
    }
}

/** The wire spelling of a field that is misspelt on the wire. */
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

/** The files of a batch call; an invalid name fails that file only. */
const FILES = 'files'
/** Fields with many names; the call validates each name by itself. */
const VALIDATED_BY_CALL = new Set(['names', 'children', FILES])

/**
 * Lone surrogates, which the database's JSON refuses and its text alters, and noncharacters such as U+FFFE, which XML
 * cannot contain.
 */
const INVALID_TEXT = /[\p{Surrogate}\p{Noncharacter_Code_Point}]/u

function refuseInvalidText(value: unknown, field: string): void {
  if (typeof value === 'string' && INVALID_TEXT.test(value)) refuseField(field, 'format')
  if (typeof value === 'object' && value !== null && !VALIDATED_BY_CALL.has(field)) {
    for (const [key, inner] of Object.entries(value)) refuseInvalidText(inner, field || key)
  }
}

/** The reason by the alternative of the schema that is nearest to the value. Text for a number is of the wrong type. */
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
