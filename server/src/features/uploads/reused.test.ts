import { randomBytes } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { blobOf } from '../../../test/blob.ts'
import type { Person } from '../../../test/person.ts'
import { sendFiles } from '../../../test/transfer.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { scrub } from '../../objects/scrub.ts'

/** Content that has rotted unseen, and comes again in full. */

let world: World
let owner: Person
let other: Person
beforeAll(async () => {
  world = await openWorld()
  owner = await world.person()
  other = await world.person()
})
afterAll(() => world.close())

const stored = () => join(world.ctx.config.dataDir, 'objects', 'stored')
const objects = async () =>
  (await readdir(stored(), { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
/** One bit in the middle. */
const spoil = async (fileId: string) => {
  const { key } = await blobOf(world, fileId)
  const found = (await objects()).find(({ name }) => name === key)
  const path = join(found?.parentPath ?? '', found?.name ?? '')
  const bytes = await readFile(path)
  const middle = bytes.length >> 1
  bytes[middle] = (bytes[middle] ?? 0) ^ 1
  await writeFile(path, bytes)
}
const allIsWell = async () => {
  expect([await world.doctor(), (await scrub(world.ctx.db.reader, world.ctx.stores)).faults]).toEqual([
    [],
    [],
  ])
}

it.each([
  ['a file of some size', 300_000],
  ['a file so large that its save does not wait', 70 * 1024 * 1024],
])('is mended from that: %s', async (_, size) => {
  const bytes = randomBytes(size)
  const first = await owner.upload('0', `${size}.bin`, bytes)
  await spoil(first.instanceId)
  const second = await other.upload('0', `${size}.bin`, bytes, { hashes: 'after' })
  const mended = async () => (await other.download(second.instanceId)).equals(bytes)
  await expect.poll(() => mended().catch((error: Error) => error.message), { timeout: 20_000 }).toBe(true)
  expect((await owner.download(first.instanceId)).equals(bytes)).toBe(true)
  expect((await blobOf(world, second.instanceId)).id).toBe((await blobOf(world, first.instanceId)).id)
  await allIsWell()
})

it('is mended from that: one of many small files', async () => {
  const bytes = randomBytes(20_000)
  const first = await owner.upload('0', 'small.bin', bytes)
  await spoil(first.instanceId)
  const [second] = await sendFiles(other, [{ bytes, instanceName: 'small.bin' }])
  expect((await other.download(second?.file?.instanceId ?? '')).equals(bytes)).toBe(true)
  expect((await owner.download(first.instanceId)).equals(bytes)).toBe(true)
  await allIsWell()
})

it('is kept once where it is whole', async () => {
  const bytes = randomBytes(1000)
  await owner.upload('0', 'whole.bin', bytes)
  const before = (await objects()).length
  await other.upload('0', 'whole.bin', bytes, { hashes: 'after' })
  await sendFiles(other, [{ bytes, instanceName: 'again.bin' }])
  await expect.poll(async () => (await objects()).length).toBe(before)
  await allIsWell()
})
