import { join } from 'node:path'
import type pg from 'pg'
import { pino } from 'pino'
import { type Config, ConfigError, readConfig } from '../config/config.ts'
import { DataDirBusy, lockDataDir } from '../config/data-lock.ts'
import { openSecrets } from '../config/secrets.ts'
import type { Context } from '../context.ts'
import { openDatabase } from '../db/database.ts'
import { lockDatabase } from '../db/database-lock.ts'
import { attachEmbedded, startEmbedded } from '../db/embedded.ts'
import { checkInstallation, openInstallation } from '../db/installation.ts'
import { openPool } from '../db/pool.ts'
import { createJobs } from '../jobs/jobs.ts'
import { openDiskStore } from '../objects/disk.ts'

type Closer = () => Promise<void> | void

/**
 * Runs `work` on the installation that the environment names: on the running server's database, or on one that is
 * started for as long as it takes. A signal, or the end of whoever called, ends it properly.
 */
export async function withGround<T>(work: (ctx: Context, serverRuns: boolean) => Promise<T>): Promise<T> {
  const config = readConfig(process.env, process.cwd())
  const closers: Closer[] = []
  const close = async () => {
    for (const step of closers.splice(0).reverse()) await step()
  }
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'])
    process.once(event, () => void close().finally(() => process.exit(130)))
  try {
    const serverRuns = await enter(config, closers)
    return await work(await openContext(config, closers, serverRuns), serverRuns)
  } finally {
    await close()
  }
}

const log = pino({ level: 'warn' }, pino.destination(2))

/** Takes the data directory's lock; true where a running server has it. */
async function enter(config: Config, closers: Closer[]): Promise<boolean> {
  try {
    const lock = await lockDataDir(config.dataDir, 'cli')
    closers.push(() => lock.release())
    return false
  } catch (error) {
    if (error instanceof DataDirBusy && error.owner?.role === 'server') return true
    throw error
  }
}

async function openContext(config: Config, closers: Closer[], serverRuns: boolean): Promise<Context> {
  const secrets = await openSecrets(config.dataDir)
  const poolConfig = await findPostgres(config, closers, serverRuns)
  const db = openDatabase(openPool(poolConfig, (err) => log.warn({ err }, 'lost a database connection')))
  closers.push(() => db.close())
  // A running server has brought its own database forward.
  if (serverRuns) await checkInstallation(db.pool, config.dataDir)
  else await openInstallation(db.pool, config.dataDir)
  const objects = await openDiskStore({ folder: join(config.dataDir, 'objects') })
  closers.push(() => objects.close())
  return { config, secrets, db, objects, jobs: createJobs(db.pool, log), log, now: () => new Date() }
}

async function findPostgres(config: Config, closers: Closer[], serverRuns: boolean): Promise<pg.PoolConfig> {
  if (config.databaseUrl) {
    const lock = serverRuns ? undefined : await lockDatabase(config.databaseUrl)
    if (lock) closers.push(() => lock.release())
    return { connectionString: config.databaseUrl }
  }
  if (serverRuns) {
    const running = await attachEmbedded(config.dataDir)
    if (running) return running
    throw new ConfigError(
      'The server is just starting or stopping, or uses a DATABASE_URL that is not set here. Try again.',
    )
  }
  const embedded = await startEmbedded({ dataDir: config.dataDir, log })
  closers.push(() => embedded.stop())
  return embedded.pool
}
