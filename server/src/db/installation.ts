import { randomUUID } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import { type Config, ConfigError } from '../config/config.ts'
import { renameDurably, writeSynced } from '../config/durable-file.ts'
import { DISK_BUCKET } from '../config/parse.ts'
import { hasInstanceKeyOf } from './instance-key.ts'
import { metadataTable, readMetadata } from './metadata.ts'
import { migrate } from './migrate.ts'

/**
 * A database and a data directory that belong together have the same installation id, written into both at the first
 * start. With another database, all stored objects would look untracked.
 */
const INSTALLATION_ID = 'installation'

type InstallationSettings = Pick<Config, 'dataDir'> & Partial<Pick<Config, 'cluster' | 'databaseUrl'>>

/** Beside the objects, so that it is restored with them. */
const pathIn = (dataDir: string): string => join(dataDir, 'objects', 'installation')
const draftIn = (dataDir: string): string => `${pathIn(dataDir)}.new`

/**
 * Migrates the schema and ties database and data directory together; returns the migrations applied. Throws ConfigError,
 * with the database unchanged, if the two belong to different installations.
 */
export async function openInstallation(pool: pg.Pool, place: InstallationSettings): Promise<string[]> {
  const known = await checkInstallation(pool, place)
  const applied = await migrate(pool)
  if (!known) await createInstallation(pool, place.dataDir)
  return applied
}

/** The installation that a data directory belongs to. */
export const installationIdIn = (dataDir: string): Promise<string | undefined> => readId(pathIn(dataDir))

/** True if database and data directory belong together, false if both are new. Throws ConfigError if they do not match. */
export async function checkInstallation(pool: pg.Pool, place: InstallationSettings): Promise<boolean> {
  const { dataDir } = place
  const [inFolder, drafted, inDatabase] = await Promise.all([
    installationIdIn(dataDir),
    readId(draftIn(dataDir)),
    installationIdOf(pool),
  ])
  if (inFolder === inDatabase) return inFolder !== undefined
  if (inFolder || !inDatabase || !(await belongsTogether(pool, place, drafted, inDatabase)))
    throw mismatchError(dataDir)
  if (drafted !== inDatabase) await requireNoContent(pool, dataDir, inDatabase)
  await markInstallation(dataDir, inDatabase)
  return true
}

/** Whether a data directory without an id belongs to the database: the first start crashed, or `objects` is lost. */
async function belongsTogether(
  pool: pg.Pool,
  place: InstallationSettings,
  drafted: string | undefined,
  id: string,
): Promise<boolean> {
  // The embedded database lies in it.
  return drafted === id || !place.databaseUrl || hasInstanceKeyOf(pool, place)
}

/** Throws if rows name content on the disk: with an empty folder every file would be reported as corrupt. */
async function requireNoContent(pool: pg.Pool, dataDir: string, id: string): Promise<void> {
  const { rows } = await pool.query<{ found: boolean }>(
    'select exists (select from blob where bucket = $1) as found',
    [DISK_BUCKET],
  )
  if (!rows[0]?.found) return
  throw new ConfigError(
    `CLOUDDISK_DATA: ${join(dataDir, 'objects')} is missing or empty, but the database has files whose content lies there. ` +
      `Mount its disk or put it back; if it is lost for good, restore a backup into a new CLOUDDISK_DATA (installation ${id}).`,
  )
}

/** Throws ConfigError instead of creating an embedded database beside the content of another. */
export async function requireNoInstallation(dataDir: string): Promise<void> {
  if ((await installationIdIn(dataDir)) === undefined) return
  throw new ConfigError(
    `CLOUDDISK_DATA: ${join(dataDir, 'postgres', 'data')} is missing, but ${join(dataDir, 'objects')} was used with a database. ` +
      'Set DATABASE_URL if that is a PostgreSQL of your own; otherwise put postgres/ back, or restore a backup into a new CLOUDDISK_DATA.',
  )
}

const mismatchError = (dataDir: string): ConfigError =>
  new ConfigError(
    `The database does not belong to the data directory ${dataDir}. Set DATABASE_URL and CLOUDDISK_DATA so that they match.`,
  )

/** Writes the draft, then the row, then the final file; a crash in between is completed at the next start. */
async function createInstallation(pool: pg.Pool, dataDir: string): Promise<void> {
  const id = randomUUID()
  await mkdir(dirname(pathIn(dataDir)), { recursive: true, mode: 0o700 })
  await writeSynced(draftIn(dataDir), id)
  const { rowCount } = await pool.query(
    'insert into instance_metadata (name, value) values ($1, $2) on conflict (name) do nothing',
    [INSTALLATION_ID, id],
  )
  if (rowCount === 0) throw mismatchError(dataDir)
  await renameDurably(draftIn(dataDir), pathIn(dataDir))
}

/** Writes the installation id into a data directory, which from then on opens with its own database only. */
export async function markInstallation(dataDir: string, id: string): Promise<void> {
  await mkdir(dirname(pathIn(dataDir)), { recursive: true, mode: 0o700 })
  const draft = `${pathIn(dataDir)}.restored`
  await writeSynced(draft, id)
  await renameDurably(draft, pathIn(dataDir))
}

/** For rows that are being restored. */
export async function clearInstallationId(client: pg.ClientBase): Promise<void> {
  const table = await metadataTable(client)
  await client.query(`delete from ${table} where name = $1`, [INSTALLATION_ID])
}

export async function writeInstallationId(client: pg.ClientBase, id: string): Promise<void> {
  await client.query('insert into instance_metadata (name, value) values ($1, $2)', [INSTALLATION_ID, id])
}

/** The id in a database; undefined if no server ever used it. */
export const installationIdOf = (pool: pg.Pool): Promise<string | undefined> =>
  readMetadata(pool, INSTALLATION_ID)

async function readId(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new ConfigError(`${path} cannot be read: ${(error as Error).message}.`)
  }
}
