import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type ConnectionProvider,
  isAbortedTransactionError,
  Kysely,
  type KyselyProps,
  Transaction,
} from 'kysely'
import pg from 'pg'
import { DatabaseDialect } from './dialect.ts'
import type { Schema } from './schema.ts'

/** For statements that only read. A transaction may be passed as a reader, not the other way round. */
export type Reader = Kysely<Schema>
export type Tx = Transaction<Schema>

export interface Database {
  readonly reader: Reader
  /**
   * Runs `work` with a reader of one connection. Statements that it issues without awaiting go out together and run in that order,
   * which costs short ones less than a connection each (a page of 100: 1.63 instead of 1.72 ms).
   */
  readTogether<T>(work: (one: Reader) => Promise<T>): Promise<T>
  /** Runs `work` in one transaction. Deadlocks and serialization failures are retried from its start. */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  readonly pool: pg.Pool
  close(): Promise<void>
}

/** A statement takes 65,535 parameters; so many rows of the widest table stay well below that. */
const ROWS_PER_STATEMENT = 1000

export function* batchesOf<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT) yield rows.slice(at, at + ROWS_PER_STATEMENT)
}

const MAX_ATTEMPTS = 5

interface TransactionState {
  readonly afterCommit: (() => void)[]
  readonly pendingStatements: Promise<unknown>[]
  /** How many statements were sent so far. */
  sentCount: number
  /** Of the first statement that failed. Later ones fail because of it. */
  failure?: { readonly error: unknown }
}
const transactionStates = new WeakMap<Tx, TransactionState>()

/** Runs `effect` after the transaction is committed; never if it is rolled back. */
export function afterCommit(tx: Tx, effect: () => void): void {
  transactionStates.get(tx)?.afterCommit.push(effect)
}

/**
 * Sends a last statement of a transaction without waiting for its result: COMMIT follows directly, which saves a round
 * trip. If the statement fails, nothing is committed and `transact` throws its error. `send` must issue its statement
 * before it awaits anything, or COMMIT would overtake it.
 */
export function sendBeforeCommit(tx: Tx, send: () => Promise<unknown>): void {
  const state = transactionStates.get(tx)
  const sentBefore = state?.sentCount
  const statement = send()
  // Awaited together with COMMIT; it may reject earlier.
  statement.catch(() => undefined)
  if (!state || state.sentCount === sentBefore) throw new Error('sendBeforeCommit: no statement was sent')
  state.pendingStatements.push(statement)
}

const backgroundWork = new AsyncLocalStorage<true>()

/** Runs `work` and everything it starts on connections without request timeouts. */
export const runInBackground = <T>(work: () => Promise<T>): Promise<T> => backgroundWork.run(true, work)

/** `backgroundPool` serves `runInBackground`: its statements neither queue behind requests nor time out like them. */
export function openDatabase(pool: pg.Pool, backgroundPool: pg.Pool = pool): Database {
  const pools = {
    options: pool.options,
    connect: () => (backgroundWork.getStore() ? backgroundPool : pool).connect(),
    // Ended in `close` below: Kysely ends only pools that it has used.
    end: async () => undefined,
  }
  const dialect = new DatabaseDialect({ pool: pools })
  const reader = new Kysely<Schema>({ dialect })
  // Required by the types; a transaction never uses them, as it has its connection.
  const props = { config: { dialect }, dialect, driver: dialect.createDriver() }
  return {
    reader,
    readTogether: (work) => readTogether(props, reader, work),
    pool,
    transact: (work) => transact(reader, (alone, ending) => runPipelined(props, alone, ending, work)),
    close: async () => {
      await reader.destroy()
      await Promise.all([...new Set([pool, backgroundPool])].map((one) => one.end()))
    },
  }
}

function readTogether<T>(
  props: Omit<KyselyProps, 'executor'>,
  reader: Reader,
  work: (one: Reader) => Promise<T>,
): Promise<T> {
  const executor = reader.getExecutor()
  return executor.provideConnection((connection) => {
    const provider: ConnectionProvider = { provideConnection: (use) => use(connection) }
    return work(new Kysely<Schema>({ ...props, executor: executor.withConnectionProvider(provider) }))
  })
}

async function transact<T>(db: Reader, work: (tx: Tx, state: TransactionState) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const ending: TransactionState = { afterCommit: [], pendingStatements: [], sentCount: 0 }
    try {
      const result = await db.transaction().execute((alone) => work(alone, ending))
      await Promise.all(ending.pendingStatements)
      for (const effect of ending.afterCommit) effect()
      return result
    } catch (thrown) {
      const error = await firstFailure(thrown, ending)
      if (attempt >= MAX_ATTEMPTS || !isSerializationFailure(error)) throw error
    }
  }
}

/** Statements after a failed one, including COMMIT, only report that the transaction is aborted; the first has the cause. */
async function firstFailure(thrown: unknown, state: TransactionState): Promise<unknown> {
  await Promise.allSettled(state.pendingStatements)
  const follows = thrown instanceof pg.DatabaseError || isAbortedTransactionError(thrown)
  return follows && state.failure ? state.failure.error : thrown
}

const isSerializationFailure = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01')

/**
 * Sends statements of a transaction that are issued without awaiting at once, and runs them in that order: several
 * statements cost one round trip. Kysely by itself sends each after the result of the previous one.
 */
function runPipelined<T>(
  props: Omit<KyselyProps, 'executor'>,
  outer: Tx,
  state: TransactionState,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const executor = outer.getExecutor()
  return executor.provideConnection(async (connection) => {
    let over = false
    const provider: ConnectionProvider = {
      provideConnection: async (use) => {
        if (over) throw new Error('statement issued after the end of its transaction')
        state.sentCount++
        const answer = use(connection)
        // Recorded here, where failures arrive in the order of the statements.
        answer.catch((error) => {
          state.failure ??= { error }
        })
        return answer
      },
    }
    const tx = new Transaction<Schema>({ ...props, executor: executor.withConnectionProvider(provider) })
    transactionStates.set(tx, state)
    try {
      return await work(tx)
    } finally {
      over = true
    }
  })
}
