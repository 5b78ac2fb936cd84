import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { blobOf } from '../../test/blob.ts'
import type { Person } from '../../test/person.ts'
import { openWorld, type World } from '../../test/world.ts'
import { examine } from '../cli/doctor.ts'
import { faultLines } from '../cli/output.ts'
import { scrubAll } from '../content/scrub-all.ts'
import { openInstallation } from '../db/installation.ts'
import { DiskStore } from '../objects/disk.ts'
import { readAllObjects } from '../objects/scrub.ts'
import { startupWarnings } from '../warnings.ts'
import { makeBackup } from './backup.ts'
import { backupJobs } from './jobs.ts'

let world: World
let person: Person
let home: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'clouddisk-repair-'))
  world = await openWorld({ CLOUDDISK_REPAIR_FROM: join(home, 'backups') })
  await openInstallation(world.ctx.db.pool, { dataDir: world.ctx.config.dataDir })
  person = await world.person()
})
afterAll(async () => {
  await world.close()
  await rm(home, { recursive: true, force: true })
})

const files = new Map<string, { id: string; bytes: Buffer<ArrayBuffer>; path: string; key: string }>()
const put = async (name: string) => {
  const bytes = randomBytes(50_000)
  const { instanceId: id } = await person.upload('0', name, bytes)
  const { key } = await blobOf(world, id)
  files.set(name, { id, bytes, path: await pathIn(join(world.ctx.config.dataDir, 'objects'), key), key })
}
const pathIn = async (folder: string, key: string) =>
  join(folder, (await readdir(folder, { recursive: true })).find((one) => one.endsWith(key)) ?? '')
const flip = async (path = '') => {
  const bytes = await readFile(path)
  bytes[20_000] = (bytes[20_000] ?? 0) ^ 1
  await writeFile(path, bytes)
}
const reads = async (name: string) => {
  const { id = '', bytes } = files.get(name) ?? {}
  return person.download(id).then(
    (read) => (bytes && read.equals(bytes) ? 'fine' : 'WRONG BYTES'),
    (error: Error) => error.name,
  )
}
const comesRound = async () => {
  for (const { run } of backupJobs(world.ctx)) await run({}, false)
}

it('repairs corrupt and missing content from backups automatically, and reports what they lack', async () => {
  for (const name of ['sound', 'flipped', 'gone']) await put(name)
  expect(await startupWarnings(world.ctx)).toEqual([
    expect.stringMatching(/^CLOUDDISK_REPAIR_FROM: content can’t be repaired/),
  ])
  await makeBackup(world.ctx, join(home, 'backups'))
  expect(await startupWarnings(world.ctx)).toEqual([])
  await put('too late')
  for (const name of ['flipped', 'too late']) await flip(files.get(name)?.path)
  await rm(files.get('gone')?.path ?? '')
  await scrubAll(world.ctx, () => undefined)
  expect(await Promise.all(['flipped', 'too late'].map(reads))).toEqual([
    'content_damaged',
    'content_damaged',
  ])

  await comesRound()
  expect(await Promise.all(['sound', 'flipped', 'gone'].map(reads))).toEqual(['fine', 'fine', 'fine'])
  expect(await reads('too late')).toBe('content_damaged')
  expect(faultLines((await examine(world.ctx)).faults)).toMatch(
    /^damaged content: [^\n]*\/too late: content \S+ cannot be opened; `scrub --repair-from PLACE` repairs it$/,
  )
  await makeBackup(world.ctx, join(home, 'backups'))
  // Once it is put back, and in no backup, it stays corrupt; repaired content stays repaired.
  await writeFile(files.get('too late')?.path ?? '', files.get('too late')?.bytes ?? '')
  await scrubAll(world.ctx, () => undefined)
  await comesRound()
  expect(await reads('too late')).toBe('fine')
  expect((await readAllObjects(world.ctx.db.reader, world.ctx.stores)).faults).toEqual([])
})

it('reads a corrupt copy only once each time', async () => {
  await put('both')
  await makeBackup(world.ctx, join(home, 'backups'))
  const { path = '', key = '' } = files.get('both') ?? {}
  for (const one of [path, await pathIn(join(home, 'backups', 'objects'), key)]) await flip(one)
  await scrubAll(world.ctx, () => undefined)
  const digest = vi.spyOn(DiskStore.prototype, 'digest')
  const open = vi.spyOn(DiskStore.prototype, 'open')
  const callsFor = ({ mock }: typeof digest | typeof open) => mock.calls.filter(([ref]) => ref.key === key)
  await comesRound()
  expect([callsFor(open).length, callsFor(digest).length]).toEqual([1, 0])
  vi.restoreAllMocks()
  expect(await reads('both')).toBe('content_damaged')
})
