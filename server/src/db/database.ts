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

/** For statements that only read. A writer serves where a reader is asked, never the other way round. */
export type Reader = Kysely<Schema>
export type Tx = Transaction<Schema>

export interface Database {
  readonly reader: Reader
  /** Runs `work` in one transaction; a deadlock or serialization failure is tried again from the start. */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  readonly pool: pg.Pool
  close(): Promise<void>
}

/** One statement takes 65,535 parameters; so many rows of our widest table stay well below. */
const ROWS_PER_STATEMENT = 1000

export function* batchesOf<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT) yield rows.slice(at, at + ROWS_PER_STATEMENT)
}

const MAX_ATTEMPTS = 5

interface TransactionState {
  readonly afterCommit: (() => void)[]
  readonly pendingStatements: Promise<unknown>[]
  /** How many statements have gone out so far. */
  sentCount: number
  /** Of the first one that failed: whatever follows fails only because of it. */
  failure?: { readonly error: unknown }
}
const transactionStates = new WeakMap<Tx, TransactionState>()

/** Runs `effect` once the transaction is committed, not at all if it is rolled back. */
export function afterCommit(tx: Tx, effect: () => void): void {
  transactionStates.get(tx)?.afterCommit.push(effect)
}

/**
 * For a transaction's last statements, whose answers decide nothing: COMMIT goes out right behind them instead of after
 * their answers. Where the database refuses one nothing is committed, and `transact` fails with it. `send` makes one
 * statement and sends it before it waits for anything, or COMMIT would overtake it.
 */
export function sendBeforeCommit(tx: Tx, send: () => Promise<unknown>): void {
  const state = transactionStates.get(tx)
  const sentBefore = state?.sentCount
  const statement = send()
  // Looked at with the COMMIT's answer; it may have failed before.
  statement.catch(() => undefined)
  if (!state || state.sentCount === sentBefore)
    throw new Error('the last statement of a transaction was not sent')
  state.pendingStatements.push(statement)
}

const backgroundWork = new AsyncLocalStorage<true>()

/** Runs work that nobody waits for, and all that it begins, on connections that have as long as it takes. */
export const runInBackground = <T>(work: () => Promise<T>): Promise<T> => backgroundWork.run(true, work)

/** `patient` has the connections of unhurried work: it neither waits for calls nor is cut off like them. */
export function openDatabase(pool: pg.Pool, backgroundPool: pg.Pool = pool): Database {
  const pools = {
    options: pool.options,
    connect: () => (backgroundWork.getStore() ? backgroundPool : pool).connect(),
    // They are ended below: Kysely ends only those that it has asked something.
    end: async () => undefined,
  }
  const dialect = new DatabaseDialect({ pool: pools })
  const reader = new Kysely<Schema>({ dialect })
  // Asked for by the types: a transaction has its connection and never looks for another.
  const props = { config: { dialect }, dialect, driver: dialect.createDriver() }
  return {
    reader,
    pool,
    transact: (work) => transact(reader, (alone, ending) => runPipelined(props, alone, ending, work)),
    close: async () => {
      await reader.destroy()
      await Promise.all([...new Set([pool, backgroundPool])].map((one) => one.end()))
    },
  }
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

/** What follows a failed statement, COMMIT too, tells only that it comes after one; the first tells why. */
async function firstFailure(thrown: unknown, state: TransactionState): Promise<unknown> {
  await Promise.allSettled(state.pendingStatements)
  const follows = thrown instanceof pg.DatabaseError || isAbortedTransactionError(thrown)
  return follows && state.failure ? state.failure.error : thrown
}

const isSerializationFailure = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01')

/**
 * What a transaction asks without waiting in between goes out at once and is run in the order in which it was asked:
 * several statements for one way to the database. Kysely by itself sends each after the answer of the one before.
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
        if (over) throw new Error('a statement came after the end of its transaction')
        state.sentCount++
        const answer = use(connection)
        // Noted here, where all fail in the order in which they were asked; who waits for one may hear of it later.
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
