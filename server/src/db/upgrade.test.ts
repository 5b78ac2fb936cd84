import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { useEmptyDatabase } from '../../test/empty-database.ts'
import { ConfigError } from '../config/config.ts'
import { openInstallation } from './installation.ts'
import { readMetadata } from './metadata.ts'
import { migrate, migrationFiles, requireMigrated, requireNoBreakingMigration } from './migrate.ts'

const database = useEmptyDatabase()
let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'clouddisk-upgrade-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

/** As servers of schema 0053 left it: all migrations applied one by one, an installation id, and a data directory. */
async function olderInstallation(): Promise<void> {
  const { pool } = database
  await migrate(pool, ['0053-visible-name-keys.sql'])
  await pool.query(`delete from migration`)
  await pool.query(
    `insert into migration (name) values ('0001-foundation.sql'), ('0052-what-its-sender-alone-told-of.sql'), ('0053-visible-name-keys.sql')`,
  )
  await pool.query(`insert into instance_fact (name, value) values ('installation', 'an-older-one')`)
  await mkdir(join(dataDir, 'objects'))
  await writeFile(join(dataDir, 'objects', 'installation'), 'an-older-one')
}

it('migrates the schema of an older installation in place, once', async () => {
  await olderInstallation()
  const { pool } = database
  expect(await openInstallation(pool, { dataDir })).toEqual((await migrationFiles()).slice(1))
  expect(await readMetadata(pool, 'installation')).toBe('an-older-one')
  expect(await openInstallation(pool, { dataDir })).toEqual([])
  await requireMigrated(pool)
})

it('refuses a schema that is too old, and changes nothing', async () => {
  const { pool } = database
  await olderInstallation()
  await pool.query(`delete from migration where name like '0053%'`)
  await expect(openInstallation(pool, { dataDir })).rejects.toBeInstanceOf(ConfigError)
  expect((await pool.query(`select to_regclass('corruption') as renamed`)).rows).toEqual([{ renamed: null }])
})

it('refuses to rename tables under servers of the version before', async () => {
  await olderInstallation()
  const { pool } = database
  await expect(requireNoBreakingMigration(pool)).rejects.toThrow(/Stop all of them/)
  await expect(requireMigrated(pool)).rejects.toThrow(/Restart it first/)
  await migrate(pool)
  await requireNoBreakingMigration(pool)
})
