import type { CompiledQuery, RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Reader } from './database.ts'

/** A parameter of a compiled statement, filled at each run. */
class Parameter {
  readonly key: string

  constructor(key: string) {
    this.key = key
  }

  /** Throws if the value is missing: the database would take it for null. */
  valueIn(values: object): unknown {
    const value = (values as Record<string, unknown>)[this.key]
    if (value === undefined) throw new Error(`no value for the parameter ${this.key}`)
    return value
  }
}

/** A value, or SQL in its place. */
export type ValueOrSql<T> = T | RawBuilder<T>

/** Creates the parameter for one of the values. */
export type Placeholders<Values> = <K extends keyof Values & string>(key: K) => RawBuilder<Values[K]>

/**
 * A frequent statement: its text is built at the first run, and later runs only fill the parameters. `build` must
 * return the same text whatever the values are.
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
