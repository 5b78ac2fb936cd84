import type { BadFieldReason } from '@clouddisk/contract/errors'
import type { Route } from '@clouddisk/contract/route'
import { Compile, type Validator } from 'typebox/compile'
import type { TLocalizedValidationError } from 'typebox/error'
import Value from 'typebox/value'
import { refuse, refuseField } from './refusal.ts'

const validators = new Map<Route, Validator>()

/**
 * Parameters are taken alike from the query string, a form body or a JSON body, validated by one schema; unknown
 * ones are dropped (C section 3).
 */
export function readInput(route: Route, sources: readonly unknown[]): Record<string, unknown> {
  const given: Record<string, unknown> = {}
  for (const source of sources) if (isRecord(source)) take(route, source, given)
  refuseDeep(given)
  refuseFractions(route, given)
  const validator = validators.get(route) ?? compile(route)
  const input = validator.Check(given) ? given : converted(route, validator, given)
  refuseNul(input, '')
  return input
}

/** Text of a query or a form as what it stands for; JSON mostly fits as it comes. */
function converted(
  route: Route,
  validator: Validator,
  given: Record<string, unknown>,
): Record<string, unknown> {
  const input = Value.Convert(route.input, given) as Record<string, unknown>
  if (validator.Check(input)) return input
  const fault = [...validator.Errors(input)][0]
  return refuseField(fieldOf(fault), reasonOf(fault))
}

function compile(route: Route): Validator {
  const validator = Compile(route.input)
  validators.set(route, validator)
  return validator
}

/** Own, declared fields only: `__proto__` and strangers never get in. Null counts as not given. */
function take(route: Route, source: Record<string, unknown>, given: Record<string, unknown>): void {
  for (const key of Object.keys(route.input.properties)) {
    const value = Object.hasOwn(source, key) ? source[key] : undefined
    if (value !== undefined && value !== null) given[key] = value
  }
}

/** Deeper than any tree of folders may be; what walks over values may then do so by recursion. */
const DEPTH_MAX = 1000

function refuseDeep(given: unknown): void {
  let level = [given]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEPTH_MAX) refuse('malformed_body')
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    )
  }
}

/** Conversion would cut them off where a whole number is asked for. */
function refuseFractions(route: Route, given: Record<string, unknown>): void {
  for (const [key, value] of Object.entries(given)) {
    const { type } = route.input.properties[key] as { type?: string }
    const isNumber = type === 'integer' && (typeof value === 'number' || typeof value === 'string')
    if (isNumber && !Number.isInteger(Number(value))) refuseField(key, 'type')
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** PostgreSQL text holds no NUL, and no name, id or hash has one. */
function refuseNul(value: unknown, field: string): void {
  if (typeof value === 'string' && value.includes('\u0000')) refuseField(field, 'format')
  if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) refuseNul(inner, field || key)
  }
}

function fieldOf(fault: TLocalizedValidationError | undefined): string {
  if (!fault) return ''
  if (fault.keyword === 'required')
    return String((fault.params as { requiredProperties?: string[] }).requiredProperties?.[0] ?? '')
  return fault.instancePath.split('/')[1] ?? ''
}

const REASONS: Record<string, BadFieldReason> = {
  required: 'missing',
  minLength: 'missing',
  minItems: 'missing',
  maxLength: 'too_long',
  type: 'type',
  minimum: 'range',
  maximum: 'range',
  pattern: 'format',
  enum: 'unknown_value',
  const: 'unknown_value',
  anyOf: 'unknown_value',
}
const reasonOf = (fault: TLocalizedValidationError | undefined): BadFieldReason =>
  REASONS[fault?.keyword ?? ''] ?? 'format'
