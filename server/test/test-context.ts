import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Logger, pino } from 'pino'
import { type Config, type Environment, readConfig } from '../src/config/config.ts'
import { openOrCreateSecrets } from '../src/config/secrets.ts'
import type { Context } from '../src/context.ts'
import { openDatabase } from '../src/db/database.ts'
import { openPool } from '../src/db/pool.ts'
import { openBusinessConfig } from '../src/features/business-config/in-force.ts'
import { createJobs, type JobRunner } from '../src/jobs/jobs.ts'
import { ownerFrom } from '../src/objects/bucket-owner.ts'
import { openEncryption } from '../src/objects/encrypted/open-encryption.ts'
import { followBuckets, openStores } from '../src/objects/open-stores.ts'
import { createContext } from '../src/services.ts'
import { createTestDatabase } from './postgres.ts'
import { testFolderPrefix } from './test-folders.ts'
import { NIGHT_HOUR, zoneAt } from './zone.ts'

export interface TestContext {
  readonly ctx: Context
  /** Not started: tests run a job's work themselves, or start it. */
  readonly jobs: JobRunner
  /** Stops the server's clock; `advance` still moves it. */
  freeze(): void
  /** Moves the server's clock on. */
  advance(ms: number): void
  close(): Promise<void>
}

/**
 * A whole server below its HTTP side: a database of one's own, a folder of one's own, a clock that can be moved. It begins in
 * the night of its time zone.
 * @param defaults in place of those of the product; what administrators set wins over them.
 */
export async function openTestContext(
  env: Environment = {},
  log: Logger = pino({ level: 'silent' }),
  defaults: Partial<Config> = {},
): Promise<TestContext> {
  const folder = await mkdtemp(join(tmpdir(), testFolderPrefix()))
  const database = await createTestDatabase()
  const config = readConfig(
    { CLOUDDISK_DATA: folder, CLOUDDISK_TIME_ZONE: zoneAt(NIGHT_HOUR), ...env },
    folder,
  )
  Object.assign(config, defaults)
  const secrets = await openOrCreateSecrets(config.dataDir)
  const db = openDatabase(openPool(database.pool, () => undefined))
  const businessConfig = await openBusinessConfig(config, db.reader)
  const encryption = await openEncryption(config.encryption, db.reader)
  const stores = await openStores(config, encryption, ownerFrom(db))
  await followBuckets(stores, { config, secrets, db, encryption })
  const jobs = createJobs(db.pool, log)
  let offset = 0
  let frozenAt: number | undefined
  const now = () => new Date((frozenAt ?? Date.now()) + offset)
  return {
    ctx: createContext({ config, businessConfig, secrets, db, stores, jobs, log, now }),
    jobs,
    freeze: () => {
      frozenAt = Date.now()
    },
    advance: (ms) => {
      offset += ms
    },
    close: async () => {
      await stores.close()
      await db.close()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
