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
import { createJobs, type JobRunner } from './jobs/jobs.ts'
import { oneServer } from './jobs/one-server.ts'
import { claimOf } from './objects/bucket-owner.ts'
import { mustShareContent } from './objects/common-content.ts'
import { openEncryption } from './objects/encrypted/open-encryption.ts'
import { followBuckets, openStores } from './objects/open-stores.ts'
import { ForeignBucket } from './objects/port.ts'
import type { Stores } from './objects/stores.ts'

/** Everything below the HTTP side, open and migrated; `close` ends it in the opposite order. */
export interface Ground {
  readonly ctx: Context
  readonly jobs: JobRunner
  /** Whether no other server works on the database; one of several is alone at most until it shares it. */
  readonly alone: boolean
  /** Lets other servers in, where there may be several. */
  share(): Promise<void>
  close(): Promise<void>
}

export interface BootOptions {
  readonly config: Config
  readonly log: Logger
  readonly now?: () => Date
  /** The database died and could not be started again, or is another server's now. */
  readonly onLost?: (error: Error) => void
  /** Throws where this server cannot serve: before the database is opened, or made. */
  readonly mayBegin?: () => Promise<void>
  /** This machine is new among several. */
  readonly onJoin?: OnJoin
}

/** What has been opened, closed in the opposite order. */
export class Closers {
  readonly #steps: (() => Promise<void> | void)[] = []

  add(step: () => Promise<void> | void): void {
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
  mayBegin = async () => undefined,
  onJoin = async () => undefined,
}: BootOptions): Promise<Ground> {
  const closers = new Closers()
  try {
    const lock: DataLock = await lockDataDir(config.dataDir, 'server')
    let begun = false
    closers.add(() => (begun ? lock.release() : lock.undo()))
    await mayBegin()
    begun = true
    const { database, lock: ownership } = await lockedPostgres(config, log, closers, onLost)
    const calls = { ...database, ...REQUEST_TIMEOUTS }
    const opened = await openContext(
      { config, log, now, database, calls, closers, serves: true },
      async (pool) => {
        await joinCluster(pool, config, onJoin)
        const applied = await openInstallation(pool, config)
        if (applied.length > 0) log.info({ applied }, 'upgraded the database')
      },
    )
    const { db, stores } = opened.ctx
    if (config.cluster)
      await mustShareContent({ db: db.reader, pool: db.pool, stores }, config, ownership.exclusive)
    await mustBeOurs(stores)
    return {
      ...opened,
      get alone() {
        return ownership.exclusive
      },
      share: async () => {
        if (config.cluster) await ownership.share()
      },
      close: () => closers.close(),
    }
  } catch (error) {
    await closers.close()
    throw error
  }
}

/**
 * ConfigError where the bucket of the settings is another installation's. One that is away keeps no server from starting:
 * there it is asked again before anything is changed.
 */
async function mustBeOurs(stores: Stores): Promise<void> {
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
export async function ownPostgres(config: Config, log: Logger, closers: Closers): Promise<pg.PoolConfig> {
  return (await lockedPostgres({ ...config, cluster: false }, log, closers)).database
}

type Ownership = Pick<DatabaseLock, 'exclusive' | 'share'>

/** The same, or as one of several. */
export async function lockedPostgres(
  config: Config,
  log: Logger,
  closers: Closers,
  onLost?: BootOptions['onLost'],
): Promise<{ database: pg.PoolConfig; lock: Ownership }> {
  if (config.databaseUrl) {
    const lock = await lockDatabase(config.databaseUrl, { shared: config.cluster, onLost })
    closers.add(() => lock.release())
    return { database: { connectionString: config.databaseUrl }, lock }
  }
  const embedded = await startEmbedded({ dataDir: config.dataDir, log, onLost })
  closers.add(() => embedded.stop())
  return { database: embedded.pool, lock: { exclusive: true, share: async () => undefined } }
}

interface Opening {
  readonly config: Config
  readonly log: Logger
  readonly now?: (() => Date) | undefined
  /** Where the database answers. */
  readonly database: pg.PoolConfig
  /** The same for calls that somebody waits for. */
  readonly calls?: pg.PoolConfig
  readonly closers: Closers
  /** A command may only look: it leaves no key behind that nothing is encrypted by. */
  readonly serves?: boolean
}

/** Everything that features use, once `prepare` has looked at the schema. */
export async function openContext(
  { config, log, now = () => new Date(), database, calls, closers, serves = false }: Opening,
  prepare: (pool: pg.Pool) => Promise<unknown>,
): Promise<Pick<Ground, 'ctx' | 'jobs'>> {
  const open = (config: pg.PoolConfig) =>
    openPool(
      config,
      (err) => log.warn({ err }, 'lost an idle database connection'),
      () => outages.get(log)?.onConnected(log),
    )
  const pool = open(database)
  const db = openDatabase(calls ? open(calls) : pool, pool)
  closers.add(() => db.close())
  await prepare(pool)
  const secrets = await openInstanceKey(pool, config)
  const encryption = await openEncryption(config.encryption, db.reader, serves ? 'now' : 'needed')
  const stores = await openStores(config, encryption, claimOf(db))
  closers.add(() => stores.close())
  await followBuckets(stores, { config, secrets, db, encryption })
  const turns = config.cluster && config.databaseUrl ? oneServer(config.databaseUrl) : undefined
  if (turns) closers.add(() => turns.close())
  const jobs = createJobs(pool, log, turns?.inTurn)
  return { ctx: { config, secrets, db, stores, jobs, log, now }, jobs }
}

/** How long a line may wait for others to go with. */
const LOG_LATE_MS = 250
const LOG_BATCH_BYTES = 8 * 1024

const outages = new WeakMap<Logger, OutageLogFilter>()

/**
 * Logs as JSON lines to standard output; what must never be in them is cut out by name. Lines go out together and
 * beside the event loop: a tenth of a small call's time went into writing its line. The last ones go out at exit.
 */
export function createLog(level: string): Logger {
  const output = destination({ dest: 1, sync: false, minLength: LOG_BATCH_BYTES })
  setInterval(() => output.flush(), LOG_LATE_MS).unref()
  const outage = new OutageLogFilter()
  const log = pino(
    {
      level,
      redact: { paths: ['*.password', '*.token', '*.authorization', 'headers.cookie'], remove: true },
      hooks: { logMethod: outageLogHook(outage) },
    },
    output,
  )
  outages.set(log, outage)
  return log
}
