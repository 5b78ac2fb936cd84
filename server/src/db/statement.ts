import type { CompiledQuery, RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Reader } from './database.ts'

/** Stands in a statement's text for what it is given at each run. */
class Parameter {
  readonly key: string

  constructor(key: string) {
    this.key = key
  }

  /** The database would take what is missing for null. */
  valueIn(values: object): unknown {
    const value = (values as Record<string, unknown>)[this.key]
    if (value === undefined) throw new Error(`nothing is given for ${this.key}`)
    return value
  }
}

/** A value, or what stands for it in a statement's text. */
export type ValueOrSql<T> = T | RawBuilder<T>

/** A place for one of the values. */
export type Placeholders<Values> = <K extends keyof Values & string>(key: K) => RawBuilder<Values[K]>

/**
 * A statement that runs all the time: its text is put together once, at the first run, and then only filled. `build`
 * must make the same text whatever comes.
 */
export function compiledStatement<Values extends object, Row>(
  build: (slot: Placeholders<Values>) => RawBuilder<Row>,
): (db: Reader, values: Values) => Promise<Row[]> {
  let built: CompiledQuery<Row> | undefined
  return async (db, values) => {
    built ??= build((key) => sql`${new Parameter(key)}`).compile(db)
    const parameters = built.parameters.map((one) => (one instanceof Parameter ? one.valueIn(values) : one))
    return (await db.executeQuery<Row>({ ...built, parameters })).rows
  }
}
