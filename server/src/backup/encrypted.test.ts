// @module-tag long
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { blobOf } from '../../test/blob.ts'
import { bodyOf, collect } from '../../test/object-store-conformance.ts'
import { openWorld, type World } from '../../test/world.ts'
import { DisposableStack } from '../boot.ts'
import { readConfig } from '../config/config.ts'
import { openInstallation } from '../db/installation.ts'
import { openDiskStore } from '../objects/disk.ts'
import { rotate } from '../objects/encrypted/content-keys.ts'
import { newMasterKey, readMasterKeys } from '../objects/encrypted/master-keys.ts'
import { readAllObjects } from '../objects/scrub.ts'
import { makeBackup } from './backup.ts'
import { restoreBackup } from './restore.ts'
import { verifyBackup } from './verify.ts'

const LINE = 'a line that everybody would know again\n'
const [A, B] = [newMasterKey(), newMasterKey()]
const configOf = (keys: string, dataDir = '/') =>
  readConfig({ CLOUDDISK_ENCRYPTION_KEY: keys, CLOUDDISK_DATA: dataDir }, '/')

let home: string
let folder: string
let world: World
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'clouddisk-encrypted-backup-'))
  folder = join(home, 'backup')
  world = await openWorld({ CLOUDDISK_ENCRYPTION_KEY: A })
  await openInstallation(world.ctx.db.pool, { dataDir: world.ctx.config.dataDir })
})
afterAll(async () => {
  await world.close()
  await rm(home, { recursive: true, force: true })
})

async function expectNothingPlain(): Promise<void> {
  const all = await readdir(join(folder, 'objects'), { recursive: true, withFileTypes: true })
  const files = all.filter((each) => each.isFile())
  expect(files.length).toBeGreaterThan(0)
  for (const { parentPath, name } of files)
    expect((await readFile(join(parentPath, name))).includes(LINE)).toBe(false)
}

it('is encrypted as what it is made of, and read by the master key of its latest generation', async () => {
  const { ctx } = world
  const person = await world.person('alice')
  for (const size of [0, 5000, 3_000_000]) await person.upload('0', `${size}.txt`, Buffer.alloc(size, LINE))
  // From a time before encryption was switched on.
  const keys = (await collect(ctx.stores.home.objects())).filter(({ size }) => size === 5000)
  const before = await openDiskStore({ folder: join(folder, 'objects') })
  for (const { key } of keys) await before.putObject(key, 5000, bodyOf(Buffer.alloc(5000, LINE)))
  await before.close()

  const first = await makeBackup(ctx, folder)
  expect(first).toMatchObject({ objects: 3, copied: 3, missing: [] })
  await expectNothingPlain()
  const { encryption } = configOf(A)
  expect(await verifyBackup(folder, { encryption })).toMatchObject({ objects: 3, faults: [] })
  const missing =
    /^CLOUDDISK_ENCRYPTION_KEY\w*: the backup is encrypted with master key \w{16}, which is not configured\. Add the key\.$/
  await expect(verifyBackup(folder)).rejects.toThrow(missing)
  await expect(verifyBackup(folder, configOf(B))).rejects.toThrow(missing)

  const config = { ...ctx.config, encryption: configOf(`${B},${A}`).encryption }
  if (!config.encryption) throw new Error('no encryption')
  const masters = await readMasterKeys(config.encryption)
  await ctx.db.transact((tx) => rotate(tx, masters, ctx.now()))
  await person.upload('0', 'later.txt', Buffer.alloc(9000, LINE))
  world.advance(1000)
  expect(await makeBackup({ ...ctx, config }, folder)).toMatchObject({ objects: 4, copied: 1, missing: [] })
  await expectNothingPlain()
  expect(await verifyBackup(folder, configOf(B))).toMatchObject({ objects: 4, faults: [] })

  // One that is damaged where it lies is no reason to go without the rest.
  const { instanceId } = await person.upload('0', 'damaged.txt', Buffer.alloc(300_000, 'other'))
  const { key } = await blobOf(world, instanceId)
  const stored = join(ctx.config.dataDir, 'objects', 'encrypted', 'stored')
  const names = await readdir(stored, { recursive: true })
  const path = join(stored, names.find((name) => name.endsWith(key)) ?? '')
  const bytes = await readFile(path)
  bytes[200_000] = (bytes[200_000] ?? 0) ^ 1
  await writeFile(path, bytes)
  world.advance(1000)
  expect(await makeBackup({ ...ctx, config }, folder)).toMatchObject({
    objects: 5,
    copied: 0,
    missing: [{ key, says: 'is damaged', files: ['alice/damaged.txt'] }],
  })

  const cleanup = new DisposableStack()
  const target = join(home, 'target')
  const restoring = { log: pino({ level: 'silent' }), cleanup, generation: first.generation }
  const without = { ...restoring, config: readConfig({ CLOUDDISK_DATA: target }, '/') }
  await expect(restoreBackup(folder, without)).rejects.toThrow(missing)
  await cleanup.close()
  try {
    const { restored, ctx: there } = await restoreBackup(folder, {
      ...restoring,
      config: configOf(B, target),
    })
    expect(restored).toMatchObject({ objects: 3, missing: [] })
    expect(await readAllObjects(there.db.reader, there.stores)).toMatchObject({ objects: 3, faults: [] })
    expect(there.stores.home.encryptedBy).toBe('clouddisk')
  } finally {
    await cleanup.close()
  }
}, 30_000)
