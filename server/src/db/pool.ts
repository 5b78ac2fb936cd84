import { createHash } from 'node:crypto'
import { SECOND } from '@clouddisk/contract/time'
import pg from 'pg'

// Sizes and counts stay far below 2^53: an 80 GB file times 100,000 is still exact.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

const MAX_PREPARED = 400
/** Marks a text that is different each time: it would push those that come again out of the plans. */
export const UNPREPARED = '/* planned each time */'
const prepared = new Map<string, string>()

/** A stable statement name for a text, so that PostgreSQL plans it once per connection; bounded. */
function statementName(text: string): string | undefined {
  if (text.includes(UNPREPARED)) return undefined
  const known = prepared.get(text)
  if (known !== undefined) return known
  if (prepared.size >= MAX_PREPARED) return undefined
  const name = createHash('sha1').update(text).digest('hex')
  prepared.set(text, name)
  return name
}

class PreparingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg declares nine overloads; only (text, values) is touched
  override query(...args: any[]): any {
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
 * One plan per statement, made once: our statements go by key over an index whatever the values are, and planning a
 * join anew costs more than running it. Where the value decides how to go, write it into the text (`sql.lit`).
 */
const GENERIC_PLANS = '-c plan_cache_mode=force_generic_plan'

/**
 * How long a call may have the database, in ms: for one statement, for a lock that another holds, and until a
 * connection is free. Background work and the command line take as long as they take.
 */
export const REQUEST_TIMEOUTS = {
  statement_timeout: 30 * SECOND,
  lock_timeout: 10 * SECOND,
  connectionTimeoutMillis: 15 * SECOND,
} as const satisfies pg.PoolConfig

/** Codes of a statement that ran for too long, of a lock that nobody let go, of too many connections, and of a start. */
const OVERLOAD_CODES = ['57014', '55P03', '53300', '57P03']
/** Codes of a server that ends, and of one that ended. */
const SHUTDOWN_CODES = ['57P01', '57P02', '57P04', '08000', '08003', '08006']
/** Nobody listens: it is being started again. */
const UNREACHABLE_CODES = ['ECONNREFUSED', 'ENOENT', 'EHOSTUNREACH', 'ENETUNREACH']
/** There was somebody. */
const RESET_CODES = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT']
/** The pool and its connections tell by words alone. */
const NO_CONNECTION = /^timeout exceeded when trying to connect|^Connection terminated|not queryable$/i

/**
 * Whether the database was only too busy, is only starting, or went away before anything was to be kept: nothing was
 * done, and the same may succeed a little later.
 */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  isConnectionLost(error) ||
  (error instanceof pg.DatabaseError
    ? OVERLOAD_CODES.includes(error.code ?? '')
    : error instanceof Error && isConnectRefused(error))

/** No room is left where the database lies. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '53100'

/** The connection has gone, and whoever was at its other end. */
export const isConnectionLost = (error: unknown): boolean =>
  error instanceof pg.DatabaseError
    ? SHUTDOWN_CODES.includes(error.code ?? '')
    : error instanceof Error && (NO_CONNECTION.test(error.message) || isReset(error))

type SystemError = Error & { code?: unknown; syscall?: unknown }

const isConnectRefused = ({ syscall, code }: SystemError): boolean =>
  syscall === 'connect' && UNREACHABLE_CODES.includes(String(code))

const isReset = ({ syscall, code }: SystemError): boolean =>
  syscall !== undefined && RESET_CODES.includes(String(code))

/** Copied along where an error is spread into another object, and not written into logs. */
const FROM_POOL = Symbol('of a connection to the database')

type PoolError = SystemError & { [FROM_POOL]?: true; errors?: unknown }

function markFromPool<T extends object>(error: T): T {
  Object.defineProperty(error, FROM_POOL, { value: true, enumerable: true, configurable: true })
  return error
}

/** What a pool's connection met, or what came of it: this itself, its cause, or one of several. */
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

/** Whether an error, or a copy of it, says that the database has gone or cannot be reached; others' connections do not count. */
export const isOutage = (error: unknown): boolean =>
  someInChain(
    error,
    (one) =>
      [...SHUTDOWN_CODES, STARTING_CODE].includes(String(one.code)) ||
      (!POOL_TIMEOUT.test(one.message) && (one[FROM_POOL] === true || NO_CONNECTION.test(one.message))),
  )

/** The same, or that it took too long to get a connection: while it is away that comes of it. */
export const isCausedByOutage = (error: unknown): boolean =>
  isOutage(error) || someInChain(error, ({ message }) => POOL_TIMEOUT.test(message))

/** The database went away while it was to keep what was done: nobody knows whether it has. */
export class CommitOutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('the database went away while it committed', { cause })
  }
}

/** Either of the two: whoever does something again until it is done goes on later. */
export const isRetryable = (error: unknown): boolean =>
  isDatabaseUnavailable(error) || error instanceof CommitOutcomeUnknown

const MAX_CONNECTIONS = 20
/** How many of a process's calls may change something at a moment; the other connections are for those that read. */
export const MAX_CONCURRENT_WRITES = 12

/** A connection pool whose parameterised statements are prepared; a lost idle connection is logged, never fatal. */
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
  // Connections that a database takes down with it while we stop are nobody's concern.
  pool.on('error', (error) => {
    // The whole connection hangs on it, settings and all: nothing for a log.
    Object.defineProperty(error, 'client', { enumerable: false })
    if (!pool.ending) onError(markFromPool(error))
  })
  // The pool listens to idle connections only. One that is lost between two statements of a transaction tells it with
  // the next statement; unheard it would end the process.
  pool.on('connect', (client) => {
    client.on('error', markFromPool)
    onConnect()
  })
  markFailures(pool)
  return pool
}

/** Of connections that could not be made; the pool itself takes the one way, everybody else the other. */
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

/** A connection of its own to where a pool leads, for what goes on for long or streams: COPY has no place in a pipeline. */
export async function connectUnpooled({ options }: pg.Pool): Promise<pg.Client> {
  // Said by name: the pool hides it from those who list its options.
  const client = new pg.Client({ ...options, password: options.password, pipeline: false, keepAlive: true })
  // One that is lost tells it with the next statement; unheard it would end the process.
  client.on('error', () => undefined)
  await client.connect()
  return client
}
