import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely'
import { CommitOutcomeUnknown, isConnectionLost } from './pool.ts'

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
  /** A connection's BEGIN whose answer has not come yet. */
  readonly #beginning = new WeakMap<DatabaseConnection, Beginning>()
  readonly #watched = new WeakSet<DatabaseConnection>()

  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    if (settings.isolationLevel || settings.accessMode) return super.beginTransaction(connection, settings)
    this.#watch(connection)
    const begun = connection.executeQuery(CompiledQuery.raw('begin'))
    this.#beginning.set(connection, { begun, waits: false })
    const known = () => this.#beginning.delete(connection)
    begun.then(known, known)
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.commitTransaction(connection)
    } catch (error) {
      throw isConnectionLost(error) ? new CommitOutcomeUnknown(error) : error
    }
  }

  /** What ended with its connection needs no end: whatever went wrong before is what is told. */
  override async rollbackTransaction(connection: Rolled): Promise<void> {
    await super.rollbackTransaction(connection).catch((error) => {
      if (!isConnectionLost(error)) throw error
    })
  }

  /**
   * Without its BEGIN a statement would run by itself. What only looks does no harm then, and the transaction ends with
   * its answer; what writes, and all that is asked behind it, waits for BEGIN's.
   */
  #watch(connection: DatabaseConnection): void {
    if (this.#watched.has(connection)) return
    this.#watched.add(connection)
    const execute = connection.executeQuery.bind(connection)
    connection.executeQuery = async <R>(query: CompiledQuery) => {
      const beginning = this.#beginning.get(connection)
      if (!beginning) return execute<R>(query)
      beginning.waits ||= WRITES.test(query.sql)
      if (beginning.waits) await beginning.begun
      const result = await execute<R>(query)
      await beginning.begun
      return result
    }
  }
}

type Rolled = Parameters<PostgresDriver['rollbackTransaction']>[0]

interface Beginning {
  readonly begun: Promise<unknown>
  /** Whether something is held back until it has begun. */
  waits: boolean
}

/** Words that also stand in names or comments only make a transaction wait once more. */
const WRITES = /\b(insert|merge|delete|truncate|copy|do|call)\b|(?<!\bfor )(?<!\bno key )\bupdate\b/i
