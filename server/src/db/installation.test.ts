import { mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/postgres.ts'
import { urlOf } from '../../test/postgres-url.ts'
import { boot, type Runtime } from '../boot.ts'
import { ConfigError, readConfig } from '../config/config.ts'
import { DatabaseInUse, lockDatabase } from './database-lock.ts'

const folders: string[] = []
const databases: TestDatabase[] = []
const runtimes: Runtime[] = []
let folder: string
let database: string

const newFolder = async () => {
  const path = await mkdtemp(join(tmpdir(), 'clouddisk-installation-'))
  folders.push(path)
  return path
}
const newDatabase = async () => {
  const made = await createTestDatabase()
  databases.push(made)
  return urlOf(made.pool)
}
const start = async (dataDir: string, databaseUrl: string): Promise<Runtime> => {
  const config = readConfig({ CLOUDDISK_DATA: dataDir, DATABASE_URL: databaseUrl }, dataDir)
  const runtime = await boot({ config, log: pino({ level: 'silent' }) })
  runtimes.push(runtime)
  return runtime
}
const stop = async () => {
  for (const runtime of runtimes.splice(0)) await runtime.close()
}

beforeEach(async () => {
  folder = await newFolder()
  database = await newDatabase()
})
afterEach(async () => {
  await stop()
  for (const each of databases.splice(0)) await each.drop()
  for (const each of folders.splice(0)) await rm(each, { recursive: true })
})

describe('an installation', () => {
  it('starts again with the database and the data directory it began with, and with no others', async () => {
    await start(folder, database)
    await stop()
    await start(folder, database)
    await stop()
    const wrong = [
      [folder, await newDatabase()],
      [await newFolder(), database],
    ] as const
    for (const [dataDir, url] of wrong) {
      const refused = start(dataDir, url)
      await expect(refused).rejects.toThrow(ConfigError)
      await expect(refused).rejects.toThrow(/^The database does not belong to the data directory [^\n]*$/)
    }
    await start(folder, database)
  })

  it('begins anew after a crash while it began', async () => {
    await start(folder, database)
    await stop()
    const path = join(folder, 'objects', 'installation')
    const id = await readFile(path, 'utf8')
    await rename(path, `${path}.new`)
    await start(folder, database)
    expect(await readFile(path, 'utf8')).toBe(id)
  })

  it('shares its database with nobody', async () => {
    const lock = await lockDatabase(database)
    await expect(lockDatabase(database, { timeoutMs: 0 })).rejects.toThrow(DatabaseInUse)
    const next = lockDatabase(database)
    await lock.release()
    await (await next).release()
    await start(folder, database)
    await expect(lockDatabase(database, { timeoutMs: 0 })).rejects.toThrow(/^DATABASE_URL: [^\n]*$/)
  })

  it('shares it with those that share as well, once the first of them lets them in', async () => {
    const shared = { shared: true, patienceMs: 0 }
    const refused = (options: object) =>
      expect(lockDatabase(database, { timeoutMs: 0, ...options })).rejects.toThrow(DatabaseInUse)
    const first = await lockDatabase(database, shared)
    expect(first.exclusive).toBe(true)
    await refused(shared)
    await first.share()
    const second = await lockDatabase(database, shared)
    expect([first.exclusive, second.exclusive]).toEqual([false, false])
    await refused({})
    await first.release()
    await refused({})
    await second.release()
    const alone = await lockDatabase(database, { timeoutMs: 0 })
    await refused(shared)
    await alone.release()
  })

  it('takes its database again after that was restarted, and says so where somebody else has it', async () => {
    const lost = Promise.withResolvers<Error>()
    const lock = await lockDatabase(database, { onLost: lost.resolve })
    const admin = new pg.Client(database)
    await admin.connect()
    const holders = `from pg_locks where locktype = 'advisory' and granted and pid <> pg_backend_pid()
      and database = (select oid from pg_database where datname = current_database())`
    const cut = () => admin.query(`select pg_terminate_backend(pid) ${holders}`)
    await cut()
    await expect
      .poll(async () => (await admin.query(`select ${holders}`)).rowCount, { timeout: 10_000 })
      .toBe(1)
    await cut()
    const other = await lockDatabase(database)
    expect(await lost.promise).toBeInstanceOf(DatabaseInUse)
    await other.release()
    await lock.release()
    await admin.end()
  })
})
