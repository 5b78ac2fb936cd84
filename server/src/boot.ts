import type pg from 'pg'
import { destination, type Logger, pino } from 'pino'
import { type Config, ConfigError } from './config/config.ts'
import { type DataLock, lockDataDir } from './config/data-lock.ts'
import type { Context } from './context.ts'
import { openDatabase } from './db/database.ts'
import { type DatabaseLock, lockDatabase } from './db/database-lock.ts'
import { startEmbedded } from './db/embedded.ts'
import { openInstallation } from './db/installation.ts'
import { openInstanceKey } from './db/instance-key.ts'
import { joinCluster, type OnJoin } from './db/join-cluster.ts'
import { OutageLogFilter, outageLogHook } from './db/outage.ts'
import { openPool, REQUEST_TIMEOUTS } from './db/pool.ts'
import { openClusterMutex } from './jobs/cluster-mutex.ts'
import { createJobs, type JobRunner } from './jobs/jobs.ts'
import { ownerFrom } from './objects/bucket-owner.ts'
import { assertSharedContent } from './objects/common-content.ts'
import { openEncryption } from './objects/encrypted/open-encryption.ts'
import { followBuckets, openStores } from './objects/open-stores.ts'
import { ForeignBucket } from './objects/port.ts'
import type { Stores } from './objects/stores.ts'
import { createContext } from './services.ts'

/** Everything below the HTTP side, open and migrated; `close` ends it in the opposite order. */
export interface Runtime {
  readonly ctx: Context
  readonly jobs: JobRunner
  /** Whether no other server works on the database; one of several is alone at most until it shares it. */
  readonly exclusive: boolean
  /** Lets other servers in, where there may be several. */
  openToCluster(): Promise<void>
  close(): Promise<void>
}

export interface BootOptions {
  readonly config: Config
  readonly log: Logger
  readonly now?: () => Date
  /** The database died and could not be started again, or is another server's now. */
  readonly onLost?: (error: Error) => void
  /** Throws where this server cannot serve: before the database is opened, or made. */
  readonly beforeOpen?: () => Promise<void>
  /** This machine is new among several. */
  readonly onJoin?: OnJoin
}

/** What has been opened, closed in the opposite order. */
export class DisposableStack {
  readonly #steps: (() => Promise<void> | void)[] = []

  defer(step: () => Promise<void> | void): void {
    this.#steps.push(step)
  }

  /** All of them, also where one fails; the first failure is thrown in the end. */
  async close(): Promise<void> {
    const faults: unknown[] = []
    for (const step of this.#steps.splice(0).reverse()) {
      try {
        await step()
      } catch (error) {
        faults.push(error)
      }
    }
    if (faults.length > 0) throw faults[0]
  }
}

/** Opens the data directory: lock first, then database, schema, keys and objects. */
export async function boot({
  config,
  log,
  now,
  onLost,
  beforeOpen = async () => undefined,
  onJoin = async () => undefined,
}: BootOptions): Promise<Runtime> {
  const cleanup = new DisposableStack()
  try {
    const lock: DataLock = await lockDataDir(config.dataDir, 'server')
    let started = false
    cleanup.defer(() => (started ? lock.release() : lock.releaseAndRemove()))
    await beforeOpen()
    started = true
    const { database, lock: ownership } = await openPostgres(config, log, cleanup, onLost)
    const requestDatabase = { ...database, ...REQUEST_TIMEOUTS }
    const opened = await openContext(
      { config, log, now, database, requestDatabase, cleanup, isServer: true },
      async (pool) => {
        await joinCluster(pool, config, onJoin)
        const applied = await openInstallation(pool, config)
        if (applied.length > 0) log.info({ applied }, 'upgraded the database')
      },
    )
    const { db, stores } = opened.ctx
    if (config.cluster)
      await assertSharedContent({ db: db.reader, pool: db.pool, stores }, config, ownership.exclusive)
    await requireOwnBuckets(stores)
    return {
      ...opened,
      get exclusive() {
        return ownership.exclusive
      },
      openToCluster: async () => {
        if (config.cluster) await ownership.share()
      },
      close: () => cleanup.close(),
    }
  } catch (error) {
    await cleanup.close()
    throw error
  }
}

/**
 * ConfigError where the bucket of the settings is another installation's. One that is away keeps no server from starting:
 * there it is asked again before anything is changed.
 */
async function requireOwnBuckets(stores: Stores): Promise<void> {
  for (const bucket of stores.ownBuckets)
    await stores
      .of(bucket)
      .check()
      .catch((error: unknown) => {
        if (!(error instanceof ForeignBucket)) return
        throw new ConfigError(
          `CLOUDDISK_S3_BUCKET: ${error.message} Set a bucket that nothing else uses; \`storage check\` shows details.`,
        )
      })
}

/** The database as its only user: another server's is refused, ours is started. */
export async function openExclusivePostgres(
  config: Config,
  log: Logger,
  cleanup: DisposableStack,
): Promise<pg.PoolConfig> {
  return (await openPostgres({ ...config, cluster: false }, log, cleanup)).database
}

type PostgresLock = Pick<DatabaseLock, 'exclusive' | 'share'>

/** The same, or as one of several. */
export async function openPostgres(
  config: Config,
  log: Logger,
  cleanup: DisposableStack,
  onLost?: BootOptions['onLost'],
): Promise<{ database: pg.PoolConfig; lock: PostgresLock }> {
  if (config.databaseUrl) {
    const lock = await lockDatabase(config.databaseUrl, { shared: config.cluster, onLost })
    cleanup.defer(() => lock.release())
    return { database: { connectionString: config.databaseUrl }, lock }
  }
  const embedded = await startEmbedded({ dataDir: config.dataDir, log, onLost })
  cleanup.defer(() => embedded.stop())
  return { database: embedded.pool, lock: { exclusive: true, share: async () => undefined } }
}

interface ContextOptions {
  readonly config: Config
  readonly log: Logger
  readonly now?: (() => Date) | undefined
  /** Where the database answers. */
  readonly database: pg.PoolConfig
  /** The same for calls that somebody waits for. */
  readonly requestDatabase?: pg.PoolConfig
  readonly cleanup: DisposableStack
  /** A command may only look: it leaves no key behind that nothing is encrypted by. */
  readonly isServer?: boolean
}

/** Everything that features use, once `prepare` has looked at the schema. */
export async function openContext(
  {
    config,
    log,
    now = () => new Date(),
    database,
    requestDatabase: calls,
    cleanup,
    isServer: serves = false,
  }: ContextOptions,
  prepare: (pool: pg.Pool) => Promise<unknown>,
): Promise<Pick<Runtime, 'ctx' | 'jobs'>> {
  const open = (config: pg.PoolConfig) =>
    openPool(
      config,
      (err) => log.warn({ err }, 'lost an idle database connection'),
      () => outageFilters.get(log)?.onConnected(log),
    )
  const pool = open(database)
  const db = openDatabase(calls ? open(calls) : pool, pool)
  cleanup.defer(() => db.close())
  await prepare(pool)
  const secrets = await openInstanceKey(pool, config)
  const encryption = await openEncryption(config.encryption, db.reader, serves ? 'now' : 'needed')
  const stores = await openStores(config, encryption, ownerFrom(db))
  cleanup.defer(() => stores.close())
  await followBuckets(stores, { config, secrets, db, encryption })
  const turns = config.cluster && config.databaseUrl ? openClusterMutex(config.databaseUrl) : undefined
  if (turns) cleanup.defer(() => turns.close())
  const jobs = createJobs(pool, log, turns?.runExclusive)
  return { ctx: createContext({ config, secrets, db, stores, jobs, log, now }), jobs }
}

/** How long a line may wait for others to go with. */
const LOG_FLUSH_MS = 250
const LOG_BUFFER_BYTES = 8 * 1024

const outageFilters = new WeakMap<Logger, OutageLogFilter>()

/**
 * Logs as JSON lines to standard output; what must never be in them is cut out by name. Lines go out together and
 * beside the event loop: a tenth of a small call's time went into writing its line. The last ones go out at exit.
 */
export function createLog(level: string): Logger {
  const output = destination({ dest: 1, sync: false, minLength: LOG_BUFFER_BYTES })
  setInterval(() => output.flush(), LOG_FLUSH_MS).unref()
  const outage = new OutageLogFilter()
  const log = pino(
    {
      level,
      redact: { paths: ['*.password', '*.token', '*.authorization', 'headers.cookie'], remove: true },
      hooks: { logMethod: outageLogHook(outage) },
    },
    output,
  )
  outageFilters.set(log, outage)
  return log
}
