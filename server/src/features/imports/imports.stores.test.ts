import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { importFrom, webDavSource } from '../../../test/import-from.ts'
import type { Person } from '../../../test/person.ts'
import { type ScriptedDav, startScriptedDav } from '../../../test/servers/scripted-dav.ts'
import { newBucket, settingsOf } from '../../../test/stores/bucket.ts'
import { openWorld, type World } from '../../../test/world.ts'

const MB = 1024 * 1024

let world: World
let person: Person
let dav: ScriptedDav
let sourceId: string
beforeAll(async () => {
  world = await openWorld(settingsOf(await newBucket(inject('s3'))))
  // Creates the queues without workers: the tests run the jobs.
  await world.jobs.start()
  await world.jobs.stop()
  person = await world.person()
  dav = await startScriptedDav()
  sourceId = await webDavSource(await world.admin(), dav.address)
})
afterAll(async () => {
  await dav.stop()
  await world.close()
})

it('brings files into a bucket byte for byte, large ones in parts, and each once (R56)', async () => {
  const big = randomBytes(65 * MB + 1)
  dav.put('big.bin', big)
  dav.put('small.txt', 'small')
  dav.put('again.txt', 'small')
  expect((await importFrom(world, person, { sourceId })).about).toMatchObject({
    state: 'done',
    counts: { imported: 3, failed: 0 },
  })
  const files = new Map((await person.list()).map((one) => [one.instanceName, one.instanceId]))
  expect((await person.download(files.get('big.bin') ?? '')).equals(big)).toBe(true)
  expect(String(await person.download(files.get('again.txt') ?? ''))).toBe('small')
  expect((await importFrom(world, person, { sourceId })).about.counts).toMatchObject({
    imported: 0,
    there: 3,
  })
  expect(await world.doctor()).toEqual([])
})
