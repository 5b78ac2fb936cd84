import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from '../../../server/test/random.ts'
import { expectCopiesWhole, placesOf, spoil } from './copies.ts'
import { folderNamed, type Kept, readFiles, writeFiles } from './files.ts'
import type { Both, Synced } from './near.ts'
import { seenUntil, syncAgain, syncTo, targetsOf } from './sync.ts'
import { type Site, until, type World } from './world.ts'

/** Faults at one site, and what must still work at the other. */

type Say = (line: string) => void
const SIZES = { from: 1, to: 40_000 }
/** With what a run has in hand when it is killed. */
const KILLED_FILES = 400
const SPOILED = 3
const REPAIR_MS = 120_000

export const smallSizes = (random: Random, count: number): number[] =>
  Array.from({ length: count }, () => random.between(SIZES.from, SIZES.to))

/** The store of A is away: what has a copy is read at B. */
export async function outage({ a, b }: World, { atB }: Both, { files }: Synced, say: Say): Promise<void> {
  await a.ceph.killGateway()
  try {
    const ms = await readFiles(atB, files)
    assert.ok(await b.server.isReady(), "B's server is ready while A's store is away")
    say(
      `sites: A's store away: all ${files.length} files read at B, ${perSecond(files.length, ms)}; B is ready`,
    )
  } finally {
    await a.ceph.startGateway()
  }
}

/** kill -9 of the server that copies, amid a sync: it ends complete. */
export async function killCopier(world: World, { atA }: Both, random: Random, say: Say): Promise<void> {
  const folderId = await folderNamed(atA, `killed ${random.int(1e9)}`)
  const files = await writeFiles(atA, folderId, smallSizes(random, KILLED_FILES), random)
  const [sentA, sentB] = [world.a.line.sent, world.b.line.sent]
  await syncTo(atA, folderId, world.b)
  await until(async () => (await copiesAt(world, world.b, files)) >= KILLED_FILES / 8, 'copies are made')
  // Who copies talks to the other one's store.
  const copier = world.b.line.sent - sentB > world.a.line.sent - sentA ? world.a : world.b
  await copier.server.kill()
  const killed = Date.now()
  const then = await copiesAt(world, world.b, files)
  assert.ok(then < files.length, 'it was killed too late')
  await copier.server.start()
  const { seen } = await seenUntil(atA, folderId, 'finished')
  assert.equal(await copiesAt(world, world.b, files), files.length, 'all have a copy')
  await expectCopiesWhole(world)
  say(
    `sites: ${copier.name}'s server killed with ${then} of ${files.length} copied; complete ${((Date.now() - killed) / 1000).toFixed(0)} s later (${seen.join(', ')})`,
  )
}

/** Other bytes in one bucket: what is read is right, and both buckets hold what they should again. */
export async function damage(
  world: World,
  { atA, atB }: Both,
  { folderId, files }: Synced,
  random: Random,
  say: Say,
): Promise<void> {
  const small = files.filter(({ size }) => size > 0 && size <= SIZES.to)
  const spoiled: Kept[] = []
  for (const [site, way] of [
    [world.b, 'put'],
    [world.b, 'rot'],
    [world.a, 'put'],
    [world.a, 'rot'],
  ] as const)
    for (let n = 0; n < SPOILED; n++) {
      const file = random.pick(small.filter((one) => !spoiled.includes(one)))
      const places = await placesOf(world, [file])
      const place = places.find(({ bucket }) => bucket === site.place.bucket)
      assert.ok(place && places.length === 2, `${file.name} lies at both sites`)
      await spoil(site, place, way)
      spoiled.push(file)
    }
  const begun = Date.now()
  await readFiles(atB, spoiled)
  await readFiles(atA, spoiled)
  await until(
    async () => {
      await world.machines.readAgain()
      await syncAgain(atA, folderId)
      await seenUntil(atA, folderId, 'finished')
      const areThere = (await placesOf(world, spoiled)).length === 2 * spoiled.length
      return areThere && (await world.machines.faults()).length === 0
    },
    'both sites hold what was spoiled',
    REPAIR_MS,
  )
  await expectCopiesWhole(world)
  assert.deepEqual(await world.machines.faults(), [], 'doctor and scrub')
  await readFiles(atA, spoiled)
  await readFiles(atB, spoiled)
  say(
    `sites: ${spoiled.length} objects spoiled, at A and at B: right bytes at both sites at once, mended in ${((Date.now() - begun) / 1000).toFixed(0)} s`,
  )
}

/** The store of B says that it is full: the sync says so, and goes on once there is room. */
export async function full(world: World, { atA, atB }: Both, random: Random, say: Say): Promise<void> {
  const folderId = await folderNamed(atA, `full ${random.int(1e9)}`)
  const files = await writeFiles(atA, folderId, smallSizes(random, 20), random)
  await world.b.ceph.limit(world.b.place.bucket, 1)
  try {
    await syncTo(atA, folderId, world.b)
    const { targets } = await seenUntil(atA, folderId, 'failed')
    for (const { reason, retryTime } of targets) {
      assert.equal(reason, 'full')
      assert.ok(retryTime, 'it is tried again by itself')
    }
    await readFiles(atB, files)
  } finally {
    await world.b.ceph.limit(world.b.place.bucket, null)
  }
  await until(async () => {
    await syncAgain(atA, folderId)
    await delay(1000)
    const targets = await targetsOf(atA, folderId)
    return targets.every(({ status }) => status === 'finished')
  }, 'the sync ends once there is room')
  assert.equal(await copiesAt(world, world.b, files), files.length, 'all have a copy')
  await readFiles(atB, files)
  say(
    `sites: B's bucket full: failed with the reason "full" and a time to try again; complete once there was room`,
  )
}

export async function copiesAt(world: World, { place }: Site, files: readonly Kept[]): Promise<number> {
  const places = await placesOf(world, files)
  return places.filter(({ bucket, isCopy }) => isCopy && bucket === place.bucket).length
}

export const perSecond = (count: number, ms: number): string => `${((count / ms) * 1000).toFixed(0)} files/s`
