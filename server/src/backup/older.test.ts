// @module-tag long
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { cli, cliJson } from '../../test/product.ts'
import { DisposableStack, openExclusivePostgres } from '../boot.ts'
import { readConfig } from '../config/config.ts'
import { lockDataDir } from '../config/data-lock.ts'
import { migrationFiles } from '../db/migrate.ts'
import { openPool } from '../db/pool.ts'
import { filesIn } from './destination.ts'
import { FolderDestination } from './folder-destination.ts'
import { readManifest, writeManifest } from './manifest.ts'

/** A backup that a server of schema 0053 made: base64 by path. It holds two people, two files and a deletion. */
const FIXTURE = new URL('../../test/fixtures/backup-0053.json.gz', import.meta.url)
const GENERATION = '2026-11-26T05-12-05-650Z'
const ROWS = 31

let home: string
let folder: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'clouddisk-older-'))
  folder = join(home, 'backup')
  const files: Record<string, string> = JSON.parse(gunzipSync(await readFile(FIXTURE)).toString())
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), Buffer.from(content, 'base64'))
  }
})
afterEach(() => rm(home, { recursive: true, force: true }))

async function setMigrations(change: (names: readonly string[]) => readonly string[]): Promise<void> {
  const files = filesIn(new FolderDestination(folder), `generations/${GENERATION}`)
  const manifest = await readManifest(files, GENERATION)
  if (!manifest) throw new Error('there is no manifest')
  await writeManifest(files, { ...manifest, migrations: change(manifest.migrations) })
}

async function query<T>(dataDir: string, text: string): Promise<T[]> {
  const config = readConfig({ CLOUDDISK_DATA: dataDir }, home)
  const cleanup = new DisposableStack()
  try {
    const lock = await lockDataDir(dataDir, 'cli')
    cleanup.defer(() => lock.release())
    const log = pino({ level: 'silent' })
    const pool = openPool(await openExclusivePostgres(config, log, cleanup), () => undefined)
    cleanup.defer(() => pool.end())
    return (await pool.query(text)).rows as T[]
  } finally {
    await cleanup.close()
  }
}

it('is migrated by a newer product', async () => {
  const target = join(home, 'target')
  expect(await cliJson(target, ['restore', folder])).toMatchObject({
    appliedMigrations: (await migrationFiles()).slice(1),
    rows: ROWS,
    faults: [],
  })
  expect((await cli(target, ['doctor'])).out).toBe(`No problems found.\nChecked: ${target}\n`)
  const rows = await query(
    target,
    `select (select count(*) from blob where state = 'live') as live, c.kind, o.state, d.items, t.original_path as path
     from corruption c, offboarding o, deletion_rate d, trash t`,
  )
  expect(rows).toEqual([{ live: 2, kind: 'hash', state: 'kept', items: 3, path: [] }])
})

it('is refused where the product is older, before anything is written', async () => {
  await setMigrations((names) => [...names, '9999-of-tomorrow.sql'])
  const target = join(home, 'target')
  const refused = await cli(target, ['restore', folder])
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toMatch(/^The backup was made by a newer Clouddisk .*9999-of-tomorrow.*\n$/)
})

it('is refused where its schema is too old to be migrated', async () => {
  await setMigrations((names) => names.filter((name) => name < '0053'))
  const refused = await cli(join(home, 'target'), ['restore', folder])
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toMatch(/^The backup was made by a Clouddisk .* that is too old for this one\./)
})
