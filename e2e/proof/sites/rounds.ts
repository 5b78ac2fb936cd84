import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { Random } from '../../../server/test/random.ts'
import { smallSizes } from './breaks.ts'
import { expectCopiesWhole, placesOf, spoil } from './copies.ts'
import { currentOf, editAtBoth, readAtBoth } from './edits.ts'
import { folderNamed, type Kept, readFiles, writeFiles } from './files.ts'
import type { Both } from './near.ts'
import { seenUntil, syncAgain, syncTo, targetsOf } from './sync.ts'
import { type Site, until, type World } from './world.ts'

/** Random rounds: a folder is synced from one site to the other and changed at both while a store, a line or a server fails. */

const FILES = { from: 6, to: 12 }
/** A fault comes after so many ms at most, and lasts as long. */
const MOMENT_MS = 800
const LASTS_MS = 2500

/** How often each; a server that is killed has its job begun again only after a minute or so. */
const WEIGHTS = {
  'store away': 4,
  'line cut': 4,
  'line silent': 3,
  'full bucket': 3,
  'damaged copy': 4,
  'damaged content': 4,
  'edits at both sites': 4,
  'server killed': 1,
} as const
type Kind = keyof typeof WEIGHTS

interface Round {
  readonly world: World
  readonly both: Both
  readonly random: Random
  readonly from: Site
  readonly to: Site
  readonly folderId: string
  readonly files: readonly Kept[]
}

/** Somebody at home at each site, signed in at both. */
export interface People {
  readonly ofA: Both
  readonly ofB: Both
}

interface RoundsOptions {
  readonly seed: number
  readonly rounds: number
  readonly say: (line: string) => void
}

/** Round n has the seed `seed + n`. */
export async function proveRounds(
  world: World,
  people: People,
  { seed, rounds, say }: RoundsOptions,
): Promise<void> {
  const counts = new Map<Kind, number>()
  let compared = 0
  const all: Kept[][] = [[], []]
  for (let n = 0; n < rounds; n++) {
    const begun = Date.now()
    const random = new Random(seed + n)
    const kind = random.weighted(WEIGHTS)
    try {
      const { files, copies, isA } = await round(world, people, kind, random)
      all[isA ? 0 : 1]?.push(...files)
      compared += copies
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
      say(
        `sites ${n + 1}/${rounds}: seed ${seed + n}, ${kind}, home ${isA ? 'A' : 'B'}, ${files.length} files, ${((Date.now() - begun) / 1000).toFixed(1)} s`,
      )
    } catch (error) {
      throw new Error(`sites, ${kind}, seed ${seed + n}`, { cause: error })
    }
  }
  await readAtBoth(people.ofA, all[0] ?? [])
  await readAtBoth(people.ofB, all[1] ?? [])
  const copies = await expectCopiesWhole(world)
  assert.deepEqual(await world.machines.faults(), [], 'doctor and scrub')
  const kinds = [...counts].map(([kind, count]) => `${kind} ${count}`).join(', ')
  say(
    `sites: ${rounds} rounds from seed ${seed} (${kinds}): ${all.flat().length} files read at both sites in the end; ${compared} copies compared round by round and ${copies} in the end; doctor and scrub found nothing`,
  )
}

async function round(world: World, { ofA, ofB }: People, kind: Kind, random: Random) {
  const begun = new Date()
  const isA = random.chance(0.5)
  const [both, from, to] = isA ? [ofA, world.a, world.b] : [ofB, world.b, world.a]
  const folderId = await folderNamed(both.atA, `round ${random.int(1e9)}`)
  const files = await writeFiles(
    isA ? both.atA : both.atB,
    folderId,
    smallSizes(random, random.between(FILES.from, FILES.to)),
    random,
  )
  const one: Round = { world, both, random, from, to, folderId, files }
  await syncTo(both.atA, folderId, to, random.chance(0.5) ? 'twoWay' : 'oneWay')
  await FAULTS[kind](one)
  await complete(one)
  const current = await currentOf(both.atA, folderId)
  if (kind !== 'edits at both sites')
    assert.deepEqual(current.map(shaOf).sort(), files.map(shaOf).sort(), 'all that was acknowledged')
  await readAtBoth(both, current)
  const copies = await expectCopiesWhole(world, begun)
  return { files: current, copies, isA }
}

const shaOf = ({ sha256 }: Kept): string => sha256

const FAULTS: Record<Kind, (round: Round) => Promise<void>> = {
  /** The store where it was written is away; what has a copy is read at the other site. */
  'store away': async (round) => {
    const { from, both, random } = round
    if (random.chance(0.5)) await complete(round)
    await delay(random.int(MOMENT_MS))
    await from.ceph.killGateway()
    try {
      const places = await placesOf(round.world, round.files)
      const copied = new Set(places.filter(({ isCopy }) => isCopy).map(({ instanceId }) => instanceId))
      const there = round.files.filter(({ instanceId }) => copied.has(instanceId))
      await readFiles(from === round.world.a ? both.atB : both.atA, there)
    } finally {
      await from.ceph.startGateway()
    }
  },
  'line cut': async ({ world, random }) => {
    await delay(random.int(MOMENT_MS))
    world.a.line.cut()
    world.b.line.cut()
    await delay(random.int(LASTS_MS))
    for (const { line } of [world.a, world.b]) line.repair()
  },
  'line silent': async ({ world, random }) => {
    await delay(random.int(MOMENT_MS))
    const { line } = random.pick([world.a, world.b])
    line.hush()
    await delay(random.int(LASTS_MS))
    line.repair()
  },
  'full bucket': async ({ to, random }) => {
    await to.ceph.limit(to.place.bucket, 1)
    await delay(random.int(LASTS_MS))
    await to.ceph.limit(to.place.bucket, null)
  },
  'damaged copy': (round) => damageAt(round, round.to),
  'damaged content': (round) => damageAt(round, round.from),
  'edits at both sites': async (round) => {
    if (round.random.chance(0.5)) await complete(round)
    await editAtBoth(round.both, round, round.random)
  },
  'server killed': async ({ world, random }) => {
    await delay(random.int(MOMENT_MS))
    const { server } = random.pick([world.a, world.b])
    await server.kill()
    await server.start()
  },
}

/** What is spoiled is read right at both sites, and mended. */
async function damageAt(round: Round, site: Site): Promise<void> {
  await complete(round)
  const { world, random, both } = round
  const file = random.pick(round.files)
  const places = await placesOf(world, [file])
  const place = places.find(({ bucket }) => bucket === site.place.bucket)
  assert.ok(place, `${file.name} lies in the bucket`)
  await spoil(site, place, random.pick(['put', 'rot']))
  await readAtBoth(both, [file])
  await until(async () => {
    await world.machines.readAgain()
    await syncAgain(both.atA, round.folderId)
    await complete(round)
    const now = await placesOf(world, [file])
    return now.length === 2
  }, 'what was spoiled is mended')
}

/** Ends once the sync has finished; what failed is run again. Every file has a copy then. */
async function complete({ world, both, folderId, to }: Round): Promise<void> {
  await until(
    async () => {
      const targets = await targetsOf(both.atA, folderId)
      if (targets.some(({ status }) => status === 'failed')) await syncAgain(both.atA, folderId)
      return targets.length > 0 && targets.every(({ status }) => status === 'finished')
    },
    'the sync ends',
    240_000,
  )
  // What was changed meanwhile is for the next run.
  await syncAgain(both.atA, folderId)
  await seenUntil(both.atA, folderId, 'finished')
  const files = await both.atA.list(folderId)
  const places = await placesOf(world, files)
  const lies = new Set(
    places.filter(({ bucket }) => bucket === to.place.bucket).map(({ instanceId }) => instanceId),
  )
  for (const { instanceId, instanceName } of files)
    assert.ok(lies.has(instanceId), `${instanceName} has no copy`)
}
