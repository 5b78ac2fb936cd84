import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, open, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { SECOND } from '@clouddisk/contract/time'
import pg from 'pg'
import type { BaseLogger } from 'pino'
import { ConfigError } from '../config/config.ts'
import { findPostgresBinaries, type PostgresBinaries } from './embedded-package.ts'
import { EmbeddedServer } from './embedded-server.ts'
import { postgresProcessesIn, readPostmaster, stopStaleServer } from './embedded-stale.ts'
import { changeOwner, chooseDatabaseUser, type DatabaseUser } from './embedded-user.ts'
import { requireNoInstallation } from './installation.ts'

type Log = Pick<BaseLogger, 'info' | 'warn' | 'error'>

export interface EmbeddedPostgres {
  readonly pool: pg.PoolConfig
  /** Of the postmaster; changes when it is restarted. */
  readonly pid: number
  /** Stops it within eight seconds. */
  stop(): Promise<void>
}

interface EmbeddedOptions {
  readonly dataDir: string
  readonly log: Log
  /** max_connections, for several servers on one. */
  readonly connections?: number
  /** It crashed and could not be restarted. */
  readonly onLost?: ((error: Error) => void) | undefined
}

const MAJOR = '18'
const USER = 'clouddisk'
const DATABASE = 'clouddisk'
const PORT = 5432
/** A socket's path must fit into 107 bytes, `/.s.PGSQL.5432` included. */
const SOCKET_FOLDER_MAX = 92

/**
 * Starts the PostgreSQL of a data directory as a detached process with a private socket; creates the database if there is
 * none. The caller holds the data lock. PostgreSQL is restarted under the same address if it dies. Throws ConfigError
 * with one line that says what to do.
 */
export async function startEmbedded({
  dataDir,
  log,
  connections,
  onLost,
}: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const binaries = await findPostgresBinaries()
  const home = join(dataDir, 'postgres')
  const folder = join(home, 'data')
  // Searchable, not readable: PostgreSQL may run as another user.
  await mkdir(home, { recursive: true, mode: 0o711 })
  const user = chooseDatabaseUser(binaries.postgres, folder)
  if (!existsSync(folder)) {
    await requireNoInstallation(dataDir)
    await createDatabaseFolder(binaries, user, home, log)
  }
  await requireMatchingVersion(folder)
  const previous = await readPostmaster(folder)
  if (await stopStaleServer(folder)) log.warn('stopped the PostgreSQL that an earlier run left behind')
  await changeOwner(folder, user)
  const socketFolder = await makeSocketFolder(home, user, previous?.socketFolder)
  const server = new EmbeddedServer({
    binaries,
    user,
    folder,
    socketFolder,
    connections,
    logPath: join(home, 'server.log'),
    log,
    onLost,
  })
  await server.start()
  const pool = poolFor(socketFolder)
  await ensureDatabase(pool)
  return {
    pool,
    get pid() {
      return server.pid
    },
    stop: async () => {
      await server.stop()
      await rm(socketFolder, { recursive: true, force: true })
    },
  }
}

/** The running PostgreSQL that another process started; waits while it starts. */
export async function attachEmbedded(
  dataDir: string,
  timeoutMs = 30 * SECOND,
): Promise<pg.PoolConfig | undefined> {
  const folder = join(dataDir, 'postgres', 'data')
  for (const end = Date.now() + timeoutMs; ; await delay(50)) {
    const postmaster = await readPostmaster(folder).catch(explainAccessError)
    if (!postmaster || !(await postgresProcessesIn(folder)).includes(postmaster.pid)) return undefined
    if (postmaster.ready) return poolFor(postmaster.socketFolder)
    if (Date.now() > end) return undefined
  }
}

const poolFor = (socketFolder: string): pg.PoolConfig => ({
  host: socketFolder,
  port: PORT,
  user: USER,
  database: DATABASE,
  // Explicit, so that PGPASSWORD and PGSSLMODE have no effect.
  password: '',
  ssl: false,
})

/** Created under another name and renamed, so that an existing database folder is complete. */
async function createDatabaseFolder(
  binaries: PostgresBinaries,
  user: DatabaseUser,
  home: string,
  log: Log,
): Promise<void> {
  const begun = Date.now()
  const draft = join(home, 'data.new')
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  await changeOwner(draft, user)
  const locale = ['--locale=C.UTF-8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const args = ['-D', draft, '-U', USER, '-A', 'trust', '-E', 'UTF8', ...locale, '--data-checksums']
  const child = user.spawn(binaries.initdb, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let complaint = ''
  child.stderr?.on('data', (chunk) => {
    complaint += chunk
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new ConfigError(`The database could not be created: ${complaint.trim()}`)
  await rename(draft, join(home, 'data'))
  await syncPath(home)
  log.info({ ms: Date.now() - begun }, 'created the embedded database')
}

async function syncPath(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

async function requireMatchingVersion(folder: string): Promise<void> {
  const version = (await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(explainAccessError)).trim()
  if (version !== MAJOR)
    throw new ConfigError(
      `${folder} was created by PostgreSQL ${version}; this version uses ${MAJOR}. Restore a backup into a new CLOUDDISK_DATA.`,
    )
}

function explainAccessError(error: NodeJS.ErrnoException): never {
  if (error.code !== 'EACCES') throw error
  throw new ConfigError(`${error.path} belongs to another user. Run this as root or as that user.`)
}

/** A short, private path. Removes the one that an earlier run left in the temporary folder. */
async function makeSocketFolder(home: string, user: DatabaseUser, previous?: string): Promise<string> {
  const near = join(home, 'run')
  const prefix = join(tmpdir().length > 60 ? '/tmp' : tmpdir(), 'clouddisk-')
  await rm(near, { recursive: true, force: true })
  if (previous?.startsWith(prefix)) await rm(previous, { recursive: true, force: true })
  const fits = Buffer.byteLength(near) <= SOCKET_FOLDER_MAX
  if (fits) await mkdir(near, { mode: 0o700 })
  const folder = fits ? near : await mkdtemp(prefix)
  await changeOwner(folder, user)
  return folder
}

async function ensureDatabase(pool: pg.PoolConfig): Promise<void> {
  const client = new pg.Client(pool)
  try {
    await client.connect()
    await client.end()
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '3D000') throw error
    const maintenance = new pg.Client({ ...pool, database: 'postgres' })
    await maintenance.connect()
    await maintenance.query(`create database ${DATABASE}`)
    await maintenance.end()
  }
}
