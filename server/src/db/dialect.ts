import { type DatabaseConnection, type Driver, PostgresDialect, PostgresDriver } from 'kysely'
import { CommitOutcomeUnknown, isConnectionLost } from './pool.ts'

type PostgresConnection = Parameters<PostgresDriver['rollbackTransaction']>[0]

/** Kysely's PostgreSQL dialect with errors for connections that are lost at the end of a transaction. */
export class DatabaseDialect extends PostgresDialect {
  readonly #config: ConstructorParameters<typeof PostgresDriver>[0]

  constructor(config: ConstructorParameters<typeof PostgresDriver>[0]) {
    super(config)
    this.#config = config
  }

  override createDriver(): Driver {
    return new DatabaseDriver(this.#config)
  }
}

class DatabaseDriver extends PostgresDriver {
  /** Throws CommitOutcomeUnknown if the connection is lost during COMMIT. */
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.commitTransaction(connection)
    } catch (error) {
      throw isConnectionLost(error) ? new CommitOutcomeUnknown(error) : error
    }
  }

  /** Succeeds if the connection is lost: the server has rolled back, and the caller reports the earlier error. */
  override async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch((error) => {
      if (!isConnectionLost(error)) throw error
    })
  }
}
