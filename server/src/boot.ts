import { join } from 'node:path'
import { destination, type Logger, pino } from 'pino'
import type { Config } from './config/config.ts'
import { type DataLock, lockDataDir } from './config/data-lock.ts'
import { openSecrets } from './config/secrets.ts'
import type { Context } from './context.ts'
import { openDatabase } from './db/database.ts'
import { lockDatabase } from './db/database-lock.ts'
import { startEmbedded } from './db/embedded.ts'
import { openInstallation } from './db/installation.ts'
import { openPool } from './db/pool.ts'
import { createJobs, type JobRunner } from './jobs/jobs.ts'
import { openDiskStore } from './objects/disk.ts'

/** Everything below the HTTP side, open and migrated; `close` ends it in the opposite order. */
export interface Ground {
  readonly ctx: Context
  readonly jobs: JobRunner
  close(): Promise<void>
}

export interface BootOptions {
  readonly config: Config
  readonly log: Logger
  readonly now?: () => Date
  /** The database died and could not be started again, or is another server's now. */
  readonly onLost?: (error: Error) => void
}

/** Opens the data directory: lock first, then keys, database, schema and objects. */
export async function boot({ config, log, now = () => new Date(), onLost }: BootOptions): Promise<Ground> {
  const closers: (() => Promise<void> | void)[] = []
  const close = async () => {
    for (const step of closers.splice(0).reverse()) await step()
  }
  try {
    const lock: DataLock = await lockDataDir(config.dataDir, 'server')
    closers.push(() => lock.release())
    const secrets = await openSecrets(config.dataDir)
    const poolConfig = await openPostgres(config, log, closers, onLost)
    const pool = openPool(poolConfig, (err) => log.warn({ err }, 'lost an idle database connection'))
    const db = openDatabase(pool)
    closers.push(() => db.close())
    const applied = await openInstallation(pool, config.dataDir)
    if (applied.length > 0) log.info({ applied }, 'brought the database forward')
    const objects = await openDiskStore({ folder: join(config.dataDir, 'objects') })
    closers.push(() => objects.close())
    const jobs = createJobs(pool, log)
    return { ctx: { config, secrets, db, objects, jobs, log, now }, jobs, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function openPostgres(
  config: Config,
  log: Logger,
  closers: (() => Promise<void> | void)[],
  onLost: BootOptions['onLost'],
) {
  if (config.databaseUrl) {
    const lock = await lockDatabase(config.databaseUrl, { onLost })
    closers.push(() => lock.release())
    return { connectionString: config.databaseUrl }
  }
  const embedded = await startEmbedded({ dataDir: config.dataDir, log, onLost })
  closers.push(() => embedded.stop())
  return embedded.pool
}

/** How long a line may wait for others to go with. */
const LOG_LATE_MS = 250
const LOG_BATCH_BYTES = 8 * 1024

/**
 * Logs as JSON lines to standard output; what must never be in them is cut out by name. Lines go out together and
 * beside the event loop: a tenth of a small call's time went into writing its line. The last ones go out at exit.
 */
export function createLog(level: string): Logger {
  const output = destination({ dest: 1, sync: false, minLength: LOG_BATCH_BYTES })
  setInterval(() => output.flush(), LOG_LATE_MS).unref()
  return pino(
    {
      level,
      redact: { paths: ['*.password', '*.token', '*.authorization', 'headers.cookie'], remove: true },
    },
    output,
  )
}
