import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { pino } from 'pino'
import { DisposableStack, openContext, openPostgres } from '../boot.ts'
import { type Config, ConfigError, readConfig } from '../config/config.ts'
import { DataDirInUse, lockDataDir } from '../config/data-lock.ts'
import type { Context } from '../context.ts'
import { attachEmbedded } from '../db/embedded.ts'
import { checkInstallation, openInstallation } from '../db/installation.ts'
import { requireMigrated } from '../db/migrate.ts'

/** A running server needs most of its database's connections. */
const MAX_CONNECTIONS = 4

export interface RuntimeOptions {
  /** Creates the installation if there is none, as the first start does. */
  readonly mayBegin?: boolean
  /** Runs before the instance key is opened. */
  readonly beforeKey?: (pool: pg.Pool, config: Config, serverRuns: boolean) => Promise<void>
}

/**
 * Runs `work` on the installation of the environment: with the running server's database, or with one started for the
 * command. Closes everything on a signal. Throws ConfigError if there is no installation: with a forgotten variable, an
 * empty one would be created, pass all checks and be backed up every night.
 */
export async function withContext<T>(
  work: (ctx: Context, serverRuns: boolean) => Promise<T>,
  { mayBegin = false, beforeKey = async () => undefined }: RuntimeOptions = {},
): Promise<T> {
  const config = readConfig(process.env, process.cwd())
  const isMissing = !mayBegin && !(await isInitialized(config.dataDir))
  if (isMissing && !config.databaseUrl) throw notInitializedError(config.dataDir)
  const cleanup = new DisposableStack()
  closeOnSignals(cleanup)
  try {
    const { database, serverRuns, share } = await openCommandDatabase(config, cleanup, isMissing)
    const openOrCheck = serverRuns ? checkMigrated : openInstallation
    const prepare = isMissing ? requireKnownInstallation : openOrCheck
    const opened = await openContext(
      { config, log, database: { ...database, max: MAX_CONNECTIONS }, cleanup },
      async (pool) => {
        await prepare(pool, config)
        await beforeKey(pool, config, serverRuns)
      },
    )
    await share()
    return await work(opened.ctx, serverRuns)
  } finally {
    await cleanup.close()
  }
}

/** Beside a running server, which has migrated its database. */
async function checkMigrated(pool: pg.Pool, config: Config): Promise<void> {
  await checkInstallation(pool, config)
  await requireMigrated(pool)
}

/** What the first start creates, whatever else is in the folder. */
const FIRST_FILES = [
  ['postgres', 'data'],
  ['secrets', 'instance.key'],
  ['objects', 'installation'],
] as const

async function isInitialized(dataDir: string): Promise<boolean> {
  for (const path of FIRST_FILES) if (await mayExist(join(dataDir, ...path))) return true
  return false
}

/** If the path may not be examined, opening it reports why. */
const mayExist = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    ({ code }: NodeJS.ErrnoException) => code !== 'ENOENT' && code !== 'ENOTDIR',
  )

async function requireKnownInstallation(pool: pg.Pool, config: Config): Promise<void> {
  if (!(await checkInstallation(pool, config))) throw notInitializedError(config.dataDir)
}

const notInitializedError = (dataDir: string): ConfigError =>
  new ConfigError(`There is no Clouddisk in ${dataDir}. Set CLOUDDISK_DATA, or start the server there first.`)

interface OpenDatabase {
  readonly database: pg.PoolConfig
  /** Here, or on another machine of the cluster. */
  readonly serverRuns: boolean
  /** Lets servers of a cluster start again. */
  share(): Promise<void>
}

async function openCommandDatabase(
  config: Config,
  cleanup: DisposableStack,
  removesFolder: boolean,
): Promise<OpenDatabase> {
  if (await lockUnlessServerRuns(config, cleanup, removesFolder))
    return { database: await connectToServerDatabase(config), serverRuns: true, share: async () => undefined }
  const { database, lock } = await openPostgres(config, log, cleanup)
  const share = async () => {
    if (config.cluster) await lock.share()
  }
  return { database, serverRuns: !lock.exclusive, share }
}

/** Closes everything and ends the process on a signal or when the parent is gone. */
export function closeOnSignals(cleanup: DisposableStack): void {
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'])
    process.once(event, () => void cleanup.close().finally(() => process.exit(130)))
}

const log = pino({ level: 'warn' }, pino.destination(2))

/** Takes the data directory's lock; true if a running server has it. */
async function lockUnlessServerRuns(
  config: Config,
  cleanup: DisposableStack,
  removesFolder: boolean,
): Promise<boolean> {
  try {
    const lock = await lockDataDir(config.dataDir, 'cli')
    cleanup.defer(() => (removesFolder ? lock.releaseAndRemove() : lock.release()))
    return false
  } catch (error) {
    if (error instanceof DataDirInUse && error.owner?.role === 'server') return true
    throw error
  }
}

async function connectToServerDatabase(config: Config): Promise<pg.PoolConfig> {
  if (config.databaseUrl) return { connectionString: config.databaseUrl }
  const running = await attachEmbedded(config.dataDir)
  if (running) return running
  throw new ConfigError(
    'The server is starting or stopping, or uses a DATABASE_URL that is not set here. Try again in a moment, or set it.',
  )
}
