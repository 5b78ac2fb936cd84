import { randomUUID } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import { type Config, ConfigError } from '../config/config.ts'
import { renameDurably, writeSynced } from '../config/durable-file.ts'
import { DISK_BUCKET } from '../config/parse.ts'
import { hasInstanceKeyOf } from './instance-key.ts'
import { migrate } from './migrate.ts'

/**
 * A database and a data directory that belong together carry the same id, written into both when they first meet.
 * With another database every stored byte would look like nobody's.
 */
const INSTALLATION_ID = 'installation'

type InstallationSettings = Pick<Config, 'dataDir'> & Partial<Pick<Config, 'cluster' | 'databaseUrl'>>

/** Beside the objects: whoever restores those restores it. */
const pathIn = (dataDir: string): string => join(dataDir, 'objects', 'installation')
const draftIn = (dataDir: string): string => `${pathIn(dataDir)}.new`

/**
 * Brings the schema forward and ties database and data directory together; answers the migrations applied. Throws
 * ConfigError, and leaves the database as it was, where the two belong elsewhere.
 */
export async function openInstallation(pool: pg.Pool, place: InstallationSettings): Promise<string[]> {
  const known = await checkInstallation(pool, place)
  const applied = await migrate(pool)
  if (!known) await createInstallation(pool, place.dataDir)
  return applied
}

/** The installation that a data directory belongs to. */
export const installationIdIn = (dataDir: string): Promise<string | undefined> => readId(pathIn(dataDir))

/** Whether the two are known to belong together; false where they have not met. ConfigError where they do not. */
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

/** Whether a data directory without a name is the database's own: a crash came as they met, or `objects` is gone. */
async function belongsTogether(
  pool: pg.Pool,
  place: InstallationSettings,
  drafted: string | undefined,
  id: string,
): Promise<boolean> {
  // The embedded database lies in it.
  return drafted === id || !place.databaseUrl || hasInstanceKeyOf(pool, place)
}

/** With content in rows, an empty folder in its place would have every file found damaged. */
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

/** ConfigError where an embedded database would be made beside the content of another. */
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

/** First the draft, then the fact, then the name: a crash in between leaves what is completed at the next start. */
async function createInstallation(pool: pg.Pool, dataDir: string): Promise<void> {
  const id = randomUUID()
  await mkdir(dirname(pathIn(dataDir)), { recursive: true, mode: 0o700 })
  await writeSynced(draftIn(dataDir), id)
  const { rowCount } = await pool.query(
    'insert into instance_fact (name, value) values ($1, $2) on conflict (name) do nothing',
    [INSTALLATION_ID, id],
  )
  if (rowCount === 0) throw mismatchError(dataDir)
  await renameDurably(draftIn(dataDir), pathIn(dataDir))
}

/** Says in a new data directory whose it will be; until its database is there nothing else opens it. */
export async function markInstallation(dataDir: string, id: string): Promise<void> {
  await mkdir(dirname(pathIn(dataDir)), { recursive: true, mode: 0o700 })
  const draft = `${pathIn(dataDir)}.restored`
  await writeSynced(draft, id)
  await renameDurably(draft, pathIn(dataDir))
}

/** Rows that are just being restored are nobody's yet. */
export async function clearInstallationId(client: pg.ClientBase): Promise<void> {
  await client.query('delete from instance_fact where name = $1', [INSTALLATION_ID])
}

export async function writeInstallationId(client: pg.ClientBase, id: string): Promise<void> {
  await client.query('insert into instance_fact (name, value) values ($1, $2)', [INSTALLATION_ID, id])
}

/** The id in a database; undefined where no server ever used it. */
export async function installationIdOf(pool: pg.Pool): Promise<string | undefined> {
  const { rows } = await pool.query<{ there: boolean }>(
    `select to_regclass('instance_fact') is not null as there`,
  )
  if (!rows[0]?.there) return undefined
  const facts = await pool.query<{ value: string }>('select value from instance_fact where name = $1', [
    INSTALLATION_ID,
  ])
  return facts.rows[0]?.value
}

async function readId(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new ConfigError(`${path} cannot be read: ${(error as Error).message}.`)
  }
}
