import { randomUUID } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import { ConfigError } from '../config/config.ts'
import { moveToPlace, writeDraft } from '../config/durable-file.ts'
import { migrate } from './migrate.ts'

/**
 * A database and a data directory that belong together carry the same id, written into both when they first meet.
 * With another database every stored byte would look like nobody's.
 */
const FACT = 'installation'

/** Beside the objects: whoever restores those restores it. */
const pathIn = (dataDir: string): string => join(dataDir, 'objects', 'installation')
const draftIn = (dataDir: string): string => `${pathIn(dataDir)}.new`

/**
 * Brings the schema forward and ties database and data directory together; answers the migrations applied. Throws
 * ConfigError, and leaves the database as it was, where the two belong elsewhere.
 */
export async function openInstallation(pool: pg.Pool, dataDir: string): Promise<string[]> {
  const known = await checkInstallation(pool, dataDir)
  const applied = await migrate(pool)
  if (!known) await found(pool, dataDir)
  return applied
}

/** The installation that a data directory belongs to. */
export const idIn = (dataDir: string): Promise<string | undefined> => readId(pathIn(dataDir))

/** Whether the two are known to belong together; false where they have not met. ConfigError where they do not. */
export async function checkInstallation(pool: pg.Pool, dataDir: string): Promise<boolean> {
  const [inFolder, drafted, inDatabase] = await Promise.all([
    idIn(dataDir),
    readId(draftIn(dataDir)),
    installationOf(pool),
  ])
  if (!inFolder && inDatabase && drafted === inDatabase) {
    // A crash came between the two when they first met.
    await moveToPlace(draftIn(dataDir), pathIn(dataDir))
    return true
  }
  if (inFolder !== inDatabase) throw strangers(dataDir)
  return inFolder !== undefined
}

const strangers = (dataDir: string): ConfigError =>
  new ConfigError(
    `The database does not belong to the data directory ${dataDir}. Set DATABASE_URL and CLOUDDISK_DATA to two that belong together.`,
  )

/** First the draft, then the fact, then the name: a crash in between leaves what is completed at the next start. */
async function found(pool: pg.Pool, dataDir: string): Promise<void> {
  const id = randomUUID()
  await mkdir(dirname(pathIn(dataDir)), { recursive: true, mode: 0o700 })
  await writeDraft(draftIn(dataDir), id)
  const { rowCount } = await pool.query(
    'insert into instance_fact (name, value) values ($1, $2) on conflict (name) do nothing',
    [FACT, id],
  )
  if (rowCount === 0) throw strangers(dataDir)
  await moveToPlace(draftIn(dataDir), pathIn(dataDir))
}

/** Says in a new data directory whose it will be; until its database is there nothing else opens it. */
export async function markInstallation(dataDir: string, id: string): Promise<void> {
  await mkdir(dirname(pathIn(dataDir)), { recursive: true, mode: 0o700 })
  const draft = `${pathIn(dataDir)}.restored`
  await writeDraft(draft, id)
  await moveToPlace(draft, pathIn(dataDir))
}

/** Rows that are just being restored are nobody's yet. */
export async function forgetInstallation(client: pg.ClientBase): Promise<void> {
  await client.query('delete from instance_fact where name = $1', [FACT])
}

export async function tellInstallation(client: pg.ClientBase, id: string): Promise<void> {
  await client.query('insert into instance_fact (name, value) values ($1, $2)', [FACT, id])
}

/** The id in a database; undefined where no server ever used it. */
export async function installationOf(pool: pg.Pool): Promise<string | undefined> {
  const { rows } = await pool.query<{ there: boolean }>(
    `select to_regclass('instance_fact') is not null as there`,
  )
  if (!rows[0]?.there) return undefined
  const facts = await pool.query<{ value: string }>('select value from instance_fact where name = $1', [FACT])
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
