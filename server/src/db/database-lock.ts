import { setTimeout as delay } from 'node:timers/promises'
import { MINUTE, SECOND } from '@clouddisk/contract/time'
import pg from 'pg'
import { ConfigError } from '../config/config.ts'

/** Key of an advisory lock of the whole database, beside that of migrate.ts. */
const LOCK = 7_202_612
const POLL_MS = 200
const RETRY_MS = 1000

export interface DatabaseLock {
  /** Whether other servers are kept out of the database. */
  readonly exclusive: boolean
  /** Lets other servers of the cluster in. */
  share(): Promise<void>
  release(): Promise<void>
}

export class DatabaseInUse extends ConfigError {
  constructor() {
    super(
      'DATABASE_URL: another Clouddisk uses this database. Stop it first, set another database, or set CLOUDDISK_CLUSTER=1 for both.',
    )
  }
}

export interface DatabaseLockOptions {
  /** For a server of a cluster: it coexists with others that share. The first is exclusive until it calls `share`. */
  readonly shared?: boolean
  /** How long to wait for another server to end. */
  readonly timeoutMs?: number
  /** The connection was lost, and another server has taken the lock since. */
  readonly onLost?: ((error: Error) => void) | undefined
}

const TIMEOUT_MS = 10 * SECOND
/** The first server of a cluster may be migrating the schema. */
const SHARED_TIMEOUT_MS = MINUTE

/**
 * Takes the advisory lock of the database and holds it by a connection of its own. Servers with content in their data
 * directory must not share a database; those of a cluster do. Throws DatabaseInUse.
 */
export async function lockDatabase(
  connectionString: string,
  {
    shared = false,
    timeoutMs: patienceMs = shared ? SHARED_TIMEOUT_MS : TIMEOUT_MS,
    onLost,
  }: DatabaseLockOptions = {},
): Promise<DatabaseLock> {
  const lock = new AdvisoryDatabaseLock(connectionString, onLost)
  await lock.take(shared ? ['alone', 'shared'] : ['alone'], patienceMs)
  return lock
}

type LockMode = 'alone' | 'shared'

class AdvisoryDatabaseLock implements DatabaseLock {
  readonly #connectionString: string
  readonly #onLost: ((error: Error) => void) | undefined
  #client: pg.Client | undefined
  #hold: LockMode = 'alone'
  #released = false

  constructor(connectionString: string, onLost: ((error: Error) => void) | undefined) {
    this.#connectionString = connectionString
    this.#onLost = onLost
  }

  get exclusive(): boolean {
    return this.#hold === 'alone'
  }

  /** Takes the first of `holds` that is available. */
  async take(holds: readonly LockMode[], patienceMs: number): Promise<void> {
    const client = new pg.Client({ connectionString: this.#connectionString, keepAlive: true })
    client.on('error', () => undefined)
    await client.connect().catch(explainConnectError)
    try {
      this.#hold = await acquire(client, holds, patienceMs)
    } catch (error) {
      await client.end()
      throw error
    }
    this.#client = client
    client.once('end', () => void this.#retake())
    if (this.#released) await client.end()
  }

  async share(): Promise<void> {
    if (!this.exclusive) return
    // The shared lock first, so that no exclusive server gets in between.
    await this.#client?.query('select pg_advisory_lock_shared($1)', [LOCK])
    await this.#client?.query('select pg_advisory_unlock($1)', [LOCK])
    this.#hold = 'shared'
  }

  /** Takes the lock again after the connection was lost, as by a restart of the database. */
  async #retake(): Promise<void> {
    while (!this.#released) {
      await delay(RETRY_MS, undefined, { ref: false })
      if (this.#released) return
      try {
        return await this.take([this.#hold], this.exclusive ? 0 : SHARED_TIMEOUT_MS)
      } catch (error) {
        if (error instanceof DatabaseInUse) return this.#onLost?.(error)
      }
    }
  }

  async release(): Promise<void> {
    this.#released = true
    await this.#client?.end()
  }
}

/** Connection errors that an administrator can fix, by system error code or SQLSTATE. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused. Check that PostgreSQL is running there.',
  ECONNRESET: 'the connection was closed. Check that PostgreSQL is running there.',
  ENOTFOUND: 'the host was not found. Check its name.',
  EAI_AGAIN: 'the host name could not be resolved.',
  ETIMEDOUT: 'the connection timed out.',
  EHOSTUNREACH: 'the host is unreachable.',
  ENETUNREACH: 'the host is unreachable.',
  ENOENT: 'the socket does not exist. Check that PostgreSQL is running there.',
  '28P01': 'the password is wrong.',
  '28000': 'PostgreSQL rejected this user.',
  '3D000': 'the database does not exist. Create it first.',
  '53300': 'PostgreSQL has no free connections.',
  '57P03': 'PostgreSQL is starting or stopping. Try again.',
}

function explainConnectError(error: NodeJS.ErrnoException): never {
  const reason = REASONS[error.code ?? '']
  throw reason === undefined ? error : new ConfigError(`DATABASE_URL: ${reason}`)
}

const ACQUIRE_SQL: Record<LockMode, string> = {
  alone: 'select pg_try_advisory_lock($1) as taken',
  shared: 'select pg_try_advisory_lock_shared($1) as taken',
}

async function acquire(client: pg.Client, holds: readonly LockMode[], patienceMs: number): Promise<LockMode> {
  for (const end = Date.now() + patienceMs; ; await delay(POLL_MS)) {
    for (const hold of holds) {
      const { rows } = await client.query<{ taken: boolean }>(ACQUIRE_SQL[hold], [LOCK])
      if (rows[0]?.taken) return hold
    }
    if (Date.now() >= end) throw new DatabaseInUse()
  }
}
