import { type RawBuilder, sql } from 'kysely'
import { isId } from './ids.ts'
import type { ValueOrSql } from './statement.ts'

/** Keyset pagination: rows after a key, in the order of columns of which the last is unique. */

export type KeysetColumn = readonly [column: string, type: 'text' | 'uuid' | 'bigint' | 'timestamptz']
export type KeysetKey = readonly (string | number)[]

export function orderByColumns(columns: readonly KeysetColumn[], descending: boolean): RawBuilder<unknown> {
  const direction = sql.raw(descending ? 'desc' : 'asc')
  return sql.join(columns.map(([column]) => sql`${sql.ref(column)} ${direction}`))
}

/** Whether a key fits the columns of an order; one of another order does not. */
export const isKeyFor = (columns: readonly KeysetColumn[], key: KeysetKey): boolean =>
  key.length === columns.length && columns.every(([, type], i) => isOf(type, key[i]))

function isOf(type: KeysetColumn[1], value: KeysetKey[number] | undefined): boolean {
  if (type === 'bigint') return Number.isSafeInteger(value)
  if (typeof value !== 'string') return false
  if (type === 'timestamptz') return !Number.isNaN(Date.parse(value))
  return type === 'uuid' ? isId(value) : true
}

export function afterKey(
  columns: readonly KeysetColumn[],
  descending: boolean,
  key: readonly ValueOrSql<KeysetKey[number] | null>[],
): RawBuilder<unknown> {
  const list = sql.join(columns.map(([column]) => sql.ref(column)))
  const values = sql.join(columns.map(([, type], i) => sql`${key[i]}::${sql.raw(type)}`))
  return sql`(${list}) ${sql.raw(descending ? '<' : '>')} (${values})`
}
