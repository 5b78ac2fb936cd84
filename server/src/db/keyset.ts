import { type RawBuilder, sql } from 'kysely'

/** Paging by key: rows behind a row, in the order of some columns of which the last is unique. */

export type KeyColumn = readonly [column: string, type: 'text' | 'uuid' | 'bigint' | 'timestamptz']
export type Key = readonly (string | number)[]

export function sortedBy(columns: readonly KeyColumn[], down: boolean): RawBuilder<unknown> {
  const direction = sql.raw(down ? 'desc' : 'asc')
  return sql.join(columns.map(([column]) => sql`${sql.ref(column)} ${direction}`))
}

/** `key`: values, or what stands for them. */
export function beyond(
  columns: readonly KeyColumn[],
  down: boolean,
  key: readonly (Key[number] | RawBuilder<unknown>)[],
): RawBuilder<unknown> {
  const list = sql.join(columns.map(([column]) => sql.ref(column)))
  const values = sql.join(columns.map(([, type], i) => sql`${key[i]}::${sql.raw(type)}`))
  return sql`(${list}) ${sql.raw(down ? '<' : '>')} (${values})`
}
