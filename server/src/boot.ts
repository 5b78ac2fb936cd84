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
import { requireNoBreakingMigration } from './db/migrate.ts'
import { OutageLogFilter, outageLogHook } from './db/outage.ts'
import { BACKGROUND_TIMEOUTS, openPool, REQUEST_TIMEOUTS } from './db/pool.ts'
import { openBusinessConfig } from './features/business-config/in-force.ts'
import { openClusterMutex } from './jobs/cluster-mutex.ts'
import { createJobs, type JobRunner } from './jobs/jobs.ts'
import { ownerFrom } from './objects/bucket-owner.ts'
import { openEncryption } from './objects/encrypted/open-encryption.ts'
import { followBuckets, openStores } from './objects/open-stores.ts'
import { ForeignBucket } from './objects/port.ts'
import { assertSharedContent } from './objects/shared-content.ts'
import type { Stores } from './objects/stores.ts'
import { createContext } from './services.ts'

/** The opened and migrated parts below HTTP. `close` closes them in reverse order. */
export interface Runtime {
  readonly ctx: Context
  readonly jobs: JobRunner
  /** Whether no other server uses the database; in a cluster at most until `openToCluster`. */
  readonly exclusive: boolean
  /** Lets other servers of the cluster in. */
  openToCluster(): Promise<void>
  close(): Promise<void>
}

export interface BootOptions {
  readonly config: Config
  readonly log: Logger
  readonly now?: () => Date
  /** The database could not be restarted, or another server has taken it over. */
  readonly onLost?: (error: Error) => void
  /** Called before the database is opened or created; throws if the server could not serve. */
  readonly beforeOpen?: () => Promise<void>
  /** Called if this machine is new in the cluster. */
  readonly onJoin?: OnJoin
}

/** Cleanup steps, run in reverse order. */
export class DisposableStack {
  readonly #steps: (() => Promise<void> | void)[] = []

  defer(step: () => Promise<void> | void): void {
    this.#steps.push(step)
  }

  /** Runs all steps, also after failures, then throws the first failure. */
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

/** Opens the data directory: lock, database, schema, keys, stores. */
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
        if (!ownership.exclusive) await requireNoBreakingMigration(pool)
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
 * Throws ConfigError if the configured bucket belongs to another installation. An unreachable bucket does not prevent the
 * start; its owner is checked again before the first write.
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

/** Opens the database exclusively; starts the embedded one. */
export async function openExclusivePostgres(
  config: Config,
  log: Logger,
  cleanup: DisposableStack,
): Promise<pg.PoolConfig> {
  return (await openPostgres({ ...config, cluster: false }, log, cleanup)).database
}

type PostgresLock = Pick<DatabaseLock, 'exclusive' | 'share'>

/** Opens the database, shared in a cluster; starts the embedded one. */
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
  /** Connection settings of the database. */
  readonly database: pg.PoolConfig
  /** The same with the timeouts of requests. */
  readonly requestDatabase?: pg.PoolConfig
  readonly cleanup: DisposableStack
  /** Commands create no encryption key before content is encrypted with it. */
  readonly isServer?: boolean
}

/** Opens what features use, after `prepare` has checked the schema. */
export async function openContext(
  {
    config,
    log,
    now = () => new Date(),
    database,
    requestDatabase,
    cleanup,
    isServer = false,
  }: ContextOptions,
  prepare: (pool: pg.Pool) => Promise<unknown>,
): Promise<Pick<Runtime, 'ctx' | 'jobs'>> {
  const open = (config: pg.PoolConfig) =>
    openPool(
      config,
      (err) => log.warn({ err }, 'lost an idle database connection'),
      () => outageFilters.get(log)?.onConnected(log),
    )
  const pool = open({ ...database, ...(requestDatabase && BACKGROUND_TIMEOUTS) })
  const db = openDatabase(requestDatabase ? open(requestDatabase) : pool, pool)
  cleanup.defer(() => db.close())
  await prepare(pool)
  const businessConfig = await openBusinessConfig(config, db.reader)
  const secrets = await openInstanceKey(pool, config)
  const encryption = await openEncryption(config.encryption, db.reader, isServer ? 'now' : 'needed')
  const stores = await openStores(config, encryption, ownerFrom(db))
  cleanup.defer(() => stores.close())
  await followBuckets(stores, { config, secrets, db, encryption })
  const mutex = config.cluster && config.databaseUrl ? openClusterMutex(config.databaseUrl) : undefined
  if (mutex) cleanup.defer(() => mutex.close())
  const jobs = createJobs(pool, log, mutex?.runExclusive)
  return { ctx: createContext({ config, businessConfig, secrets, db, stores, jobs, log, now }), jobs }
}

/** How long log lines are buffered. */
const LOG_FLUSH_MS = 250
const LOG_BUFFER_BYTES = 8 * 1024

const outageFilters = new WeakMap<Logger, OutageLogFilter>()

/**
 * Logs JSON lines to standard output, without the fields of secrets. Lines are buffered and written asynchronously:
 * writing each took a tenth of a small call's time. The buffer is flushed at exit.
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
