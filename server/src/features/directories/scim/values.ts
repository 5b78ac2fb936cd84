import { refuseValue } from './fault.ts'

/** Values as clients send them. Whatever goes into a row is text that PostgreSQL takes. */

const TEXT_MAX = 500
const ELEMENTS_MAX = 50

export type JsonObject = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Trimmed; undefined where there is none: null, '' and a value that is left out are the same (RFC 7643, 2.5). */
export function readText(name: string, value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined
  if (typeof value !== 'string') return refuseValue('type', name)
  if (value.length > TEXT_MAX) refuseValue('tooLong', name)
  if (value.includes('\u0000') || !value.isWellFormed()) refuseValue('characters', name)
  return value.trim() || undefined
}

/** Entra ID writes booleans as texts. */
export function readBoolean(name: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value
  if (typeof value === 'string' && /^(true|false)$/i.test(value)) return value.toLowerCase() === 'true'
  return refuseValue('type', name)
}

/** An element of a multi-valued attribute. */
export interface ScimValue {
  readonly value: string
  readonly type?: string
  readonly primary?: boolean
}

/** The elements of an array, or of a single one. */
export function readElements(name: string, value: unknown): ScimValue[] {
  const all = value === null || value === undefined ? [] : Array.isArray(value) ? value : [value]
  if (all.length > ELEMENTS_MAX) refuseValue('tooLong', name)
  return all.flatMap((one) => readElement(name, one) ?? [])
}

/** Undefined where it has no value. A plain text is its value. */
export function readElement(name: string, one: unknown): ScimValue | undefined {
  if (typeof one === 'string') return readElement(name, { value: one })
  if (!isObject(one)) return refuseValue('type', name)
  const fields = new Map(Object.entries(one).map(([key, value]) => [key.toLowerCase(), value]))
  const value = readText(`${name}.value`, fields.get('value'))
  const type = readText(`${name}.type`, fields.get('type'))
  const primary = fields.get('primary')
  if (value === undefined) return undefined
  return {
    value,
    ...(type !== undefined && { type }),
    ...(primary !== null && primary !== undefined && { primary: readBoolean(`${name}.primary`, primary) }),
  }
}

/** One is primary at most: the one that was said last. */
export function withOnePrimary(elements: readonly ScimValue[]): ScimValue[] {
  const last = elements.findLastIndex(({ primary }) => primary === true)
  return elements.map((one, at) => (one.primary && at !== last ? { ...one, primary: false } : one))
}
