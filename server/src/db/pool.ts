import { createHash } from 'node:crypto'
import type { Writable } from 'node:stream'
import { SECOND } from '@clouddisk/contract/time'
import pg from 'pg'

// Sizes and counts stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

const MAX_PREPARED = 400
/** Marks statements whose text differs each time; they are not prepared. */
export const UNPREPARED = '/* planned each time */'
const prepared = new Map<string, string>()

/** A stable statement name, so that PostgreSQL plans a text once per connection. Undefined once MAX_PREPARED are in use. */
function statementName(text: string): string | undefined {
  if (text.includes(UNPREPARED)) return undefined
  const known = prepared.get(text)
  if (known !== undefined) return known
  if (prepared.size >= MAX_PREPARED) return undefined
  const name = createHash('sha1').update(text).digest('hex')
  prepared.set(text, name)
  return name
}

/** The stream of a client, which its types do not have. */
interface ConnectedClient {
  readonly connection?: { readonly stream?: Writable }
}

class PreparingClient extends pg.Client {
  #isGathering = false

  /** Statements that are issued in one turn of the event loop leave in one write: each costs a system call and wakes the database. */
  #gather(): void {
    const stream = (this as unknown as ConnectedClient).connection?.stream
    if (this.#isGathering || !stream) return
    this.#isGathering = true
    stream.cork()
    process.nextTick(() => {
      this.#isGathering = false
      stream.uncork()
    })
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg declares nine overloads; only (text, values) is touched
  override query(...args: any[]): any {
    this.#gather()
    const [text, values] = args
    if (typeof text === 'string' && Array.isArray(values) && values.length > 0) {
      const name = statementName(text)
      // biome-ignore lint/suspicious/noExplicitAny: see above
      if (name) return (super.query as any).call(this, { name, text, values }, ...args.slice(2))
    }
    // biome-ignore lint/suspicious/noExplicitAny: see above
    return (super.query as any).apply(this, args)
  }
}

/**
 * Plans each statement once: statements look rows up by indexed keys whatever the values are, and planning a join again
 * costs more than running it. Where the best plan depends on a value, write the value into the text (`sql.lit`).
 */
const GENERIC_PLANS = '-c plan_cache_mode=force_generic_plan'

/**
 * Timeouts of requests, in ms: for a statement, for a lock, and for a free connection. Background work and the command
 * line have none.
 */
export const REQUEST_TIMEOUTS = {
  statement_timeout: 30 * SECOND,
  lock_timeout: 10 * SECOND,
  connectionTimeoutMillis: 15 * SECOND,
} as const satisfies pg.PoolConfig

/** Of background work: much of it begins at once each minute, and keeps no connections until the next. */
export const BACKGROUND_TIMEOUTS = { idleTimeoutMillis: 10 * SECOND } as const satisfies pg.PoolConfig

/** SQLSTATEs: query_canceled, lock_not_available, too_many_connections, cannot_connect_now. */
const OVERLOAD_CODES = ['57014', '55P03', '53300', '57P03']
/** SQLSTATEs of a server that shuts down or crashed, and of lost connections. */
const SHUTDOWN_CODES = ['57P01', '57P02', '57P04', '08000', '08003', '08006']
/** System errors while nothing listens, as during a restart. */
const UNREACHABLE_CODES = ['ECONNREFUSED', 'ENOENT', 'EHOSTUNREACH', 'ENETUNREACH']
/** System errors of connections that broke. */
const RESET_CODES = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT']
/** pg and its pool have only messages for these. */
const NO_CONNECTION = /^timeout exceeded when trying to connect|^Connection terminated|not queryable$/i

/**
 * Whether the database is overloaded, starting or unreachable, or the connection broke before COMMIT: nothing was
 * committed, and a retry may succeed.
 */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  isConnectionLost(error) ||
  (error instanceof pg.DatabaseError
    ? OVERLOAD_CODES.includes(error.code ?? '')
    : error instanceof Error && isConnectRefused(error))

/** Whether the database's disk is full. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '53100'

/** Whether the connection was lost. */
export const isConnectionLost = (error: unknown): boolean =>
  error instanceof pg.DatabaseError
    ? SHUTDOWN_CODES.includes(error.code ?? '')
    : error instanceof Error && (NO_CONNECTION.test(error.message) || isReset(error))

type SystemError = Error & { code?: unknown; syscall?: unknown }

const isConnectRefused = ({ syscall, code }: SystemError): boolean =>
  syscall === 'connect' && UNREACHABLE_CODES.includes(String(code))

const isReset = ({ syscall, code }: SystemError): boolean =>
  syscall !== undefined && RESET_CODES.includes(String(code))

/** A symbol key, so that it is copied when an error is spread into another object and is not logged. */
const FROM_POOL = Symbol('of a connection to the database')

type PoolError = SystemError & { [FROM_POOL]?: true; errors?: unknown }

function markFromPool<T extends object>(error: T): T {
  Object.defineProperty(error, FROM_POOL, { value: true, enumerable: true, configurable: true })
  return error
}

/** Whether `test` holds for the error, its cause or one of its errors. */
function someInChain(error: unknown, test: (error: PoolError) => boolean, depth = 3): boolean {
  if (typeof error !== 'object' || error === null || depth === 0) return false
  const { cause, errors } = error as PoolError
  return (
    test(error as PoolError) ||
    someInChain(cause, test, depth - 1) ||
    (Array.isArray(errors) && errors.some((one) => someInChain(one, test, depth - 1)))
  )
}

const STARTING_CODE = '57P03'
const POOL_TIMEOUT = /^timeout exceeded/

/** Whether an error, or a copy of it, means that the database cannot be reached. Errors of other connections do not count. */
export const isOutage = (error: unknown): boolean =>
  someInChain(
    error,
    (one) =>
      [...SHUTDOWN_CODES, STARTING_CODE].includes(String(one.code)) ||
      (!POOL_TIMEOUT.test(one.message) && (one[FROM_POOL] === true || NO_CONNECTION.test(one.message))),
  )

/** Whether an error follows from an outage: as `isOutage`, or no free connection in time. */
export const isCausedByOutage = (error: unknown): boolean =>
  isOutage(error) || someInChain(error, ({ message }) => POOL_TIMEOUT.test(message))

/** The connection broke during COMMIT: whether the transaction was committed is unknown. */
export class CommitOutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('connection lost during COMMIT; the outcome is unknown', { cause })
  }
}

/** Whether a job that is repeated until it succeeds should retry later. */
export const isRetryable = (error: unknown): boolean =>
  isDatabaseUnavailable(error) || error instanceof CommitOutcomeUnknown

const MAX_CONNECTIONS = 20
/** How many requests of a process may write at a time; the other connections are left for reads. */
export const MAX_CONCURRENT_WRITES = 12

/** A connection pool that prepares parameterised statements. Lost idle connections are passed to `onError`. */
export function openPool(
  config: pg.PoolConfig,
  onError: (error: Error) => void,
  onConnect: () => void = () => undefined,
): pg.Pool {
  const pool = new pg.Pool({
    max: MAX_CONNECTIONS,
    idleTimeoutMillis: 30 * SECOND,
    options: GENERIC_PLANS,
    pipeline: true,
    ...config,
    Client: PreparingClient,
  })
  // Connections lost while the pool ends are no error.
  pool.on('error', (error) => {
    // The client, with its settings, must not be logged.
    Object.defineProperty(error, 'client', { enumerable: false })
    if (!pool.ending) onError(markFromPool(error))
  })
  // The pool handles errors of idle connections only. One lost within a transaction fails its next statement; without a
  // listener the error event would end the process.
  pool.on('connect', (client) => {
    client.on('error', markFromPool)
    onConnect()
  })
  markFailures(pool)
  return pool
}

/** Marks errors of `connect`, in its callback form, which the pool uses itself, and its promise form. */
function markFailures(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as {
    (): Promise<pg.PoolClient>
    (done: (error: Error | undefined, ...more: never[]) => void): void
  }
  pool.connect = ((done?: (error: Error | undefined, ...more: unknown[]) => void) =>
    done
      ? connect((error, ...more) => done(error && markFromPool(error), ...more))
      : connect().catch((error: Error) => {
          throw markFromPool(error)
        })) as typeof pool.connect
}

/** A connection outside the pool, for long work and for COPY, which pipeline mode does not support. */
export async function connectUnpooled({ options }: pg.Pool): Promise<pg.Client> {
  // `password` is not enumerable in the pool's options.
  const client = new pg.Client({ ...options, password: options.password, pipeline: false, keepAlive: true })
  // A lost connection fails its next statement; without a listener the error event would end the process.
  client.on('error', () => undefined)
  await client.connect()
  return client
}
