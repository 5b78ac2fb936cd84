import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { ConfigError } from '../config/config.ts'

/** One of the few locks of a whole database; migrate.ts has another. */
const LOCK = 7_202_612
const POLL_MS = 200
const AGAIN_MS = 1000

export interface DatabaseLock {
  release(): Promise<void>
}

export class DatabaseBusy extends ConfigError {
  constructor() {
    super('DATABASE_URL: another Clouddisk uses this database. Stop it first, or set another one.')
  }
}

export interface LockOptions {
  /** How long to wait for another to end, ms. */
  readonly patienceMs?: number
  /** The connection was lost for a while, and somebody else has the database now. */
  readonly onLost?: ((error: Error) => void) | undefined
}

/**
 * Takes the one lock that says whose database this is, for as long as a connection of its own lives: objects lie in
 * one data directory, so no two servers may share a database. Throws DatabaseBusy.
 */
export async function lockDatabase(
  connectionString: string,
  { patienceMs = 10_000, onLost }: LockOptions = {},
): Promise<DatabaseLock> {
  const lock = new HeldLock(connectionString, onLost)
  await lock.take(patienceMs)
  return lock
}

class HeldLock implements DatabaseLock {
  readonly #connectionString: string
  readonly #onLost: ((error: Error) => void) | undefined
  #client: pg.Client | undefined
  #released = false

  constructor(connectionString: string, onLost: ((error: Error) => void) | undefined) {
    this.#connectionString = connectionString
    this.#onLost = onLost
  }

  async take(patienceMs: number): Promise<void> {
    const client = new pg.Client({ connectionString: this.#connectionString, keepAlive: true })
    client.on('error', () => undefined)
    await client.connect().catch(explain)
    try {
      await mustLock(client, patienceMs)
    } catch (error) {
      await client.end()
      throw error
    }
    this.#client = client
    client.once('end', () => void this.#retake())
    if (this.#released) await client.end()
  }

  /** The database was restarted, say: its locks are gone with it. */
  async #retake(): Promise<void> {
    while (!this.#released) {
      await delay(AGAIN_MS, undefined, { ref: false })
      if (this.#released) return
      try {
        return await this.take(0)
      } catch (error) {
        if (error instanceof DatabaseBusy) return this.#onLost?.(error)
      }
    }
  }

  async release(): Promise<void> {
    this.#released = true
    await this.#client?.end()
  }
}

/** What an administrator can set right, by code of the network or of PostgreSQL. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing answers at that address; does PostgreSQL run there?',
  ECONNRESET: 'the connection was cut; does PostgreSQL run there?',
  ENOTFOUND: 'there is no such host.',
  EAI_AGAIN: 'the host name could not be looked up.',
  ETIMEDOUT: 'no answer from that host in time.',
  EHOSTUNREACH: 'that host cannot be reached.',
  ENETUNREACH: 'that host cannot be reached.',
  ENOENT: 'there is no such socket; does PostgreSQL run there?',
  '28P01': 'the password is wrong.',
  '28000': 'PostgreSQL does not let this user in.',
  '3D000': 'there is no such database; create it first.',
  '53300': 'PostgreSQL has no connection left.',
  '57P03': 'PostgreSQL is just starting or stopping. Try again.',
}

function explain(error: NodeJS.ErrnoException): never {
  const reason = REASONS[error.code ?? '']
  throw reason === undefined ? error : new ConfigError(`DATABASE_URL: ${reason}`)
}

async function mustLock(client: pg.Client, patienceMs: number): Promise<void> {
  for (const end = Date.now() + patienceMs; ; await delay(POLL_MS)) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      LOCK,
    ])
    if (rows[0]?.taken) return
    if (Date.now() >= end) throw new DatabaseBusy()
  }
}
