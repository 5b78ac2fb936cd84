import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, type Transaction } from 'kysely'
import pg from 'pg'
import { EagerDialect } from './eager-begin.ts'
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
const ROWS_A_STATEMENT = 1000

export function* batchesOf<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < rows.length; at += ROWS_A_STATEMENT) yield rows.slice(at, at + ROWS_A_STATEMENT)
}

const TRIES = 5
const afterCommits = new WeakMap<Tx, (() => void)[]>()

/** Runs `effect` once the transaction is committed, not at all if it is rolled back. */
export function afterCommit(tx: Tx, effect: () => void): void {
  afterCommits.get(tx)?.push(effect)
}

const unhurriedWork = new AsyncLocalStorage<true>()

/** Runs work that nobody waits for, and all that it begins, on connections that have as long as it takes. */
export const unhurried = <T>(work: () => Promise<T>): Promise<T> => unhurriedWork.run(true, work)

/** `patient` has the connections of unhurried work: it neither waits for calls nor is cut off like them. */
export function openDatabase(pool: pg.Pool, patient: pg.Pool = pool): Database {
  const pools = {
    options: pool.options,
    connect: () => (unhurriedWork.getStore() ? patient : pool).connect(),
    // They are ended below: Kysely ends only those that it has asked something.
    end: async () => undefined,
  }
  const reader = new Kysely<Schema>({ dialect: new EagerDialect({ pool: pools }) })
  return {
    reader,
    pool,
    transact: (work) => transact(reader, work),
    close: async () => {
      await reader.destroy()
      await Promise.all([...new Set([pool, patient])].map((one) => one.end()))
    },
  }
}

async function transact<T>(db: Reader, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const effects: (() => void)[] = []
    try {
      const result = await db.transaction().execute((tx) => {
        afterCommits.set(tx, effects)
        return work(tx)
      })
      for (const effect of effects) effect()
      return result
    } catch (error) {
      if (attempt >= TRIES || !isTransient(error)) throw error
    }
  }
}

const isTransient = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01')

/** The name of the violated constraint, so that callers branch on a name and not on a text. */
export const violatedConstraint = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError && error.code?.startsWith('23') ? error.constraint : undefined
