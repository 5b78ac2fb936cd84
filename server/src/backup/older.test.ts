import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { cli, cliJson } from '../../test/product.ts'
import { DisposableStack, openContext, openExclusivePostgres } from '../boot.ts'
import { type Config, readConfig } from '../config/config.ts'
import { lockDataDir } from '../config/data-lock.ts'
import { openOrCreateSecrets } from '../config/secrets.ts'
import { markInstallation, writeInstallationId } from '../db/installation.ts'
import { migrate, migrationFiles } from '../db/migrate.ts'
import { connectUnpooled } from '../db/pool.ts'
import { type BackupResult, makeBackup } from './backup.ts'
import { filesIn } from './destination.ts'
import { FolderDestination } from './folder-destination.ts'
import { readManifest, writeManifest } from './manifest.ts'

const PERSON = '0190a0b0-0000-7000-8000-000000000001'

let home: string
let folder: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'clouddisk-older-'))
  folder = join(home, 'backup')
})
afterEach(() => rm(home, { recursive: true, force: true }))

/** Of an installation whose schema has these migrations alone, with a person in it. */
async function backUpUnder(migrations: readonly string[]): Promise<BackupResult> {
  const config: Config = readConfig({ CLOUDDISK_DATA: join(home, 'older') }, home)
  const log = pino({ level: 'silent' })
  const cleanup = new DisposableStack()
  try {
    const lock = await lockDataDir(config.dataDir, 'server')
    cleanup.defer(() => lock.release())
    const database = await openExclusivePostgres(config, log, cleanup)
    const { ctx } = await openContext({ config, log, database, cleanup }, async (pool) => {
      await migrate(pool, migrations)
      // As its first start did, before anybody was added.
      await openOrCreateSecrets(config.dataDir)
      const client = await connectUnpooled(pool)
      await writeInstallationId(client, 'the-older-one')
      await client.query(
        `insert into person (id, account_name, account_key, real_name, password_hash) values ($1, 'older', 'older', 'Old', $2)`,
        [PERSON, randomBytes(8).toString('hex')],
      )
      await client.end()
      await markInstallation(config.dataDir, 'the-older-one')
    })
    return await makeBackup(ctx, folder)
  } finally {
    await cleanup.close()
  }
}

it('is brought forward where the product is newer', async () => {
  const all = await migrationFiles()
  const { rows } = await backUpUnder(all.slice(0, -1))
  const target = join(home, 'target')
  expect(await cliJson(target, ['restore', folder])).toMatchObject({
    appliedMigrations: all.slice(-1),
    rows,
    faults: [],
  })
  expect((await cli(target, ['doctor'])).out).toBe(`No problems found.\nChecked: ${target}\n`)
})

it('is refused where the product is older, before anything is written', async () => {
  const { generation } = await backUpUnder(await migrationFiles())
  const files = filesIn(new FolderDestination(folder), `generations/${generation}`)
  const manifest = await readManifest(files, generation)
  if (!manifest) throw new Error('there is no manifest')
  await writeManifest(files, { ...manifest, migrations: [...manifest.migrations, '9999-of-tomorrow.sql'] })
  const target = join(home, 'target')
  const refused = await cli(target, ['restore', folder])
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toMatch(/^The backup was made by a newer Clouddisk .*9999-of-tomorrow.*\n$/)
})
