// @module-tag long
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY } from '@clouddisk/contract/time'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { blobOf } from '../../test/blob.ts'
import type { Person } from '../../test/person.ts'
import { openWorld, type World } from '../../test/world.ts'
import { scrubStep } from '../content/scrub.ts'
import { openInstallation } from '../db/installation.ts'
import { DiskStore } from '../objects/disk.ts'
import { type ObjectRef, StoreUnavailable } from '../objects/port.ts'
import { type BackupOptions, makeBackup } from './backup.ts'
import { repairFromBackup } from './repair-source.ts'

/** Which older backups stay. */

const MONTH = 31 * DAY

let world: World
let person: Person
let folder: string
let bytes: Buffer<ArrayBuffer>
beforeEach(async () => {
  world = await openWorld()
  await openInstallation(world.ctx.db.pool, { dataDir: world.ctx.config.dataDir })
  person = await world.person()
  folder = join(await mkdtemp(join(tmpdir(), 'clouddisk-keep-')), 'of-its-own')
  bytes = randomBytes(5000)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await world.close()
  await rm(join(folder, '..'), { recursive: true, force: true })
})

const keepOne = (options: BackupOptions = {}) => {
  world.advance(1000)
  return makeBackup(world.ctx, folder, { keep: 1, readRetry: { retryDelayMs: 10 }, ...options })
}
const generations = () => readdir(join(folder, 'generations'))
const spoil = async (key: string) => {
  const stored = join(world.ctx.config.dataDir, 'objects', 'stored')
  const path = join(
    stored,
    (await readdir(stored, { recursive: true })).find((one) => one.endsWith(key)) ?? '',
  )
  const there = await readFile(path)
  there[0] = (there[0] ?? 0) ^ 1
  await writeFile(path, there)
}
const isRepaired = async (instanceId: string) => {
  world.advance(MONTH)
  await scrubStep(world.ctx)
  person = await world.again(person)
  await expect(person.download(instanceId)).rejects.toMatchObject({ name: 'content_damaged' })
  await repairFromBackup(folder, world.ctx, { explain: false })
  return (await person.download(instanceId)).equals(bytes)
}

it('has the only whole copy stay where the last one could not read it for a moment', async () => {
  const { instanceId } = await person.upload('0', 'a', bytes)
  const first = await keepOne()
  const { key } = await blobOf(world, instanceId)
  await spoil(key)
  await scrubStep(world.ctx)
  world.advance(MONTH)
  await scrubStep(world.ctx)
  const digest = DiskStore.prototype.digest
  let failed = 0
  const glitch = vi.spyOn(DiskStore.prototype, 'digest').mockImplementation(function (
    this: DiskStore,
    object: ObjectRef,
    want?: Parameters<DiskStore['digest']>[1],
  ) {
    const isBackups = this !== (world.ctx.stores.home as unknown)
    if (isBackups && object.key === key && failed++ === 0) return Promise.reject(new Error('EIO: i/o error'))
    return digest.call(this, object, want)
  })
  const second = await keepOne()
  expect(second).toMatchObject({ missing: [{ key }], removed: [], keptOlder: [first.generation] })
  glitch.mockRestore()
  expect(await isRepaired(instanceId)).toBe(true)
  const third = await keepOne()
  expect(third).toMatchObject({ missing: [], removed: [first.generation, second.generation], keptOlder: [] })
})

it('keeps an older generation that has the content under its key before the repair', async () => {
  const { instanceId } = await person.upload('0', 'a', bytes)
  const first = await keepOne()
  const { key } = await blobOf(world, instanceId)
  await spoil(key)
  await (await world.person()).upload('0', 'a', bytes, { hashes: 'after' })
  const now = await blobOf(world, instanceId)
  expect(now.key).not.toBe(key)
  await spoil(now.key)
  for (let time = 0; time < 3; time++)
    expect(await keepOne()).toMatchObject({ missing: [{ key: now.key }], keptOlder: [first.generation] })
  expect(await generations()).toHaveLength(2)
  expect(await isRepaired(instanceId)).toBe(true)
})

it('removes old generations if none has the unavailable content, and ignores transient failures', async () => {
  await person.upload('0', 'a', bytes)
  const { instanceId } = await person.upload('0', 'b', randomBytes(100))
  const { key } = await blobOf(world, instanceId)
  const { home } = world.ctx.stores
  const open = home.open.bind(home)
  let passes = false
  let isBack = false
  vi.spyOn(home, 'open').mockImplementation(async (object) => {
    if (object.key !== key || isBack) return open(object)
    isBack = passes
    throw new StoreUnavailable()
  })
  for (let night = 0; night < 3; night++)
    expect(await keepOne()).toMatchObject({ missing: [{ key }], keptOlder: [] })
  expect(await generations()).toHaveLength(1)
  passes = true
  expect(await keepOne()).toMatchObject({ copied: 1, missing: [] })
  expect(isBack).toBe(true)
})
