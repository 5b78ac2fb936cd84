import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely'

/**
 * BEGIN goes out with the transaction's first statement instead of before it: one way to the database less. The
 * connections must take statements one behind the other without waiting (`pipeline`).
 */
export class EagerDialect extends PostgresDialect {
  readonly #config: ConstructorParameters<typeof PostgresDriver>[0]

  constructor(config: ConstructorParameters<typeof PostgresDriver>[0]) {
    super(config)
    this.#config = config
  }

  override createDriver(): Driver {
    return new EagerDriver(this.#config)
  }
}

class EagerDriver extends PostgresDriver {
  /** A connection's BEGIN whose answer nobody has looked at yet. */
  readonly #begun = new WeakMap<DatabaseConnection, Promise<unknown>>()
  readonly #watched = new WeakSet<DatabaseConnection>()

  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    if (settings.isolationLevel || settings.accessMode) return super.beginTransaction(connection, settings)
    this.#watch(connection)
    const begun = connection.executeQuery(CompiledQuery.raw('begin'))
    // Looked at with the first statement's answer, which comes after it.
    begun.catch(() => undefined)
    this.#begun.set(connection, begun)
  }

  /**
   * Without its BEGIN a statement has run by itself: that ends the transaction before anything is asked that waits for
   * an answer. What was asked at once with the first has run by itself too, so that these are locks and reads.
   */
  #watch(connection: DatabaseConnection): void {
    if (this.#watched.has(connection)) return
    this.#watched.add(connection)
    const execute = connection.executeQuery.bind(connection)
    connection.executeQuery = async <R>(query: CompiledQuery) => {
      const begun = this.#begun.get(connection)
      this.#begun.delete(connection)
      const result = await execute<R>(query)
      await begun
      return result
    }
  }
}
