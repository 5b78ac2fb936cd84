import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { Random } from '../../../server/test/random.ts'
import type { Outcome } from '../aftermath.ts'
import type { Agent } from '../agent.ts'
import { newAgent, Worker } from '../crash-worker.ts'
import { type OneServer, openOneServer } from './disk.ts'
import { EVERY_KIND, isPlanting, KINDS, type Kind, kindOf } from './kinds.ts'
import { plantFaults } from './planted.ts'
import { expectWhole, Reader } from './reader.ts'
import { mb, NOTHING, type Report, summary, told } from './report.ts'
import { Uploader } from './uploader.ts'
import { openWorld, type World } from './world.ts'

/**
 * Whatever is killed, cut off or spoiled while people work on two servers, one PostgreSQL and one Ceph: what was
 * acknowledged is there byte for byte, nothing wrong is given out, nobody is told that something broke, and uploads that
 * had begun end saved without anybody's help.
 */

interface FaultsOptions {
  readonly seed: number
  readonly rounds: number
  readonly say: (line: string) => void
}

const CAPACITIES = [null, 200 * 1024 * 1024]
/** Of those whose folders are compared whole after each round. Bytes. */
const SIZES = [0, 1, 100, 5000, 70_000, 300_000]
const UPLOADERS = 2
/** The fault comes after so many ms at most. */
const BEFORE_MS = 1500
const STEPS_AFTERWARDS = 3

/** Round n of a run has the seed `seed + n`, which says its kind, so that it can be made again alone. */
export async function proveFaults({ seed, rounds, say }: FaultsOptions): Promise<void> {
  const world = await openWorld()
  let crew: Crew | undefined
  let closeDisk = async (): Promise<void> => undefined
  const stop = () => void world.close().finally(() => process.exit(130))
  process.once('SIGINT', stop).once('SIGTERM', stop)
  try {
    crew = await crewOf(world, new Random(seed))
    const sums = new Map<Kind, Report[]>()
    const disk = new DiskRounds(seed)
    closeDisk = () => disk.close()
    let planted = 0
    for (let n = 0; n < rounds; n++) {
      const kind = kindOf(seed + n)
      const report =
        kind === 'full disk' || kind === 'rotten disk'
          ? await disk.round(kind, seed + n)
          : await round(world, crew, kind, seed + n)
      planted += report.planted
      sums.set(report.kind, [...(sums.get(report.kind) ?? []), report])
      if (isPlanting(seed + n)) planted += await plant(world, crew, seed + n)
      say(`faults ${n + 1}/${rounds}: seed ${seed + n}, ${told(report)}`)
    }
    say(
      `faults: ${planted} objects corrupted, cut short and removed on disk and in the bucket: scrub found each and nothing else, none was given out`,
    )
    expectTogether([...sums.values()].flat())
    const end = (await examine(world, crew)) + (await disk.examine())
    for (const [kind, reports] of sums) say(`faults: ${kind}: ${summary(reports)}`)
    say(
      `faults: ${rounds} rounds from seed ${seed}: ${summary([...sums.values()].flat())}; in the end ${end}`,
    )
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop)
    await Promise.all((crew?.uploaders ?? []).map((one) => one.stop()))
    await closeDisk()
    await world.close()
  }
}

/** What struck may be why a call failed and its files went each by itself, but not in every round. */
function expectTogether(reports: readonly Report[]): void {
  const among = reports.filter(({ kind }) => kind in KINDS)
  if (among.length < EVERY_KIND) return
  assert.ok(
    among.some(({ together }) => together > 0),
    'no small files came many in a call',
  )
}

/** Those of the one server on its disk, which is started for the first of them. */
class DiskRounds {
  readonly #seed: number
  #server: OneServer | undefined

  constructor(seed: number) {
    this.#seed = seed
  }

  async round(kind: 'full disk' | 'rotten disk', seed: number): Promise<Report> {
    const begun = Date.now()
    try {
      this.#server ??= await openOneServer(new Random(this.#seed))
      const done = await this.#server[kind === 'full disk' ? 'fill' : 'plant'](new Random(seed))
      return { ...NOTHING, ...done, kind, ms: Date.now() - begun }
    } catch (error) {
      throw new Error(`faults, ${kind}, seed ${seed}`, { cause: error })
    }
  }

  async examine(): Promise<string> {
    return this.#server ? `, ${await this.#server.examine()}` : ''
  }

  async close(): Promise<void> {
    await this.#server?.close()
  }
}

interface Crew {
  readonly agents: readonly Agent[]
  readonly uploaders: readonly Uploader[]
}

async function crewOf(world: World, random: Random): Promise<Crew> {
  const agents: Agent[] = []
  for (const [n, capacity] of CAPACITIES.entries())
    agents.push(newAgent(await world.person(`worker_${n}`, capacity), capacity, SIZES))
  const uploaders: Uploader[] = []
  for (let n = 0; n < UPLOADERS; n++)
    uploaders.push(new Uploader(await world.person(`uploader_${n}`, null), random.fork()))
  return { agents, uploaders }
}

async function round(
  world: World,
  { agents, uploaders }: Crew,
  kind: keyof typeof KINDS,
  seed: number,
): Promise<Report> {
  const random = new Random(seed)
  const begun = Date.now()
  const workers = agents.map((agent) => new Worker(agent, random.fork()))
  const readers = uploaders.map((one) => new Reader(one.person, one.kept, random.fork()))
  try {
    const before = uploaders.map(({ kept, together }) => ({ kept: kept.length, together }))
    // One brings small files together and the other each by itself, and the next time the other way round.
    await Promise.all(
      uploaders.map((one, n) => one.begin(`round ${seed}`, (seed + n) % 2 === 0 ? 'together' : 'alone')),
    )
    const working = Promise.all([...workers, ...readers].map((one) => one.work()))
    // Whoever fails before its time ends the round.
    await Promise.race([delay(random.int(BEFORE_MS)), working])
    for (const worker of workers) worker.killed = true
    const struck = Date.now()
    const story = await KINDS[kind](world, random)
    await world.allReady()
    const ready = Date.now()
    for (const one of [...workers, ...readers]) one.stop()
    await working
    const outcomes = await Promise.all(workers.map((worker) => worker.settle()))
    await Promise.all(uploaders.map((one) => one.settle()))
    await Promise.all(workers.map((worker) => worker.goOn(STEPS_AFTERWARDS)))
    const compared = await Promise.all(
      uploaders.map((one, n) => expectWhole(one.person, one.kept.slice(before[n]?.kept))),
    )
    const { byStatus, broken } = await world.answered()
    assert.deepEqual(broken, [], 'nobody is told that something broke')
    const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0)
    const of = (pick: (outcome: Outcome) => number) => sum(outcomes.map(pick))
    return {
      kind,
      story,
      acknowledged: sum(workers.map((one) => one.acknowledged)),
      undecided: of((outcome) => (outcome.undecided ? 1 : 0)),
      happened: of((outcome) => (outcome.happened ? 1 : 0)),
      uploads: sum(uploaders.map((one, n) => one.kept.length - (before[n]?.kept ?? 0))),
      together: sum(uploaders.map((one, n) => one.together - (before[n]?.together ?? 0))),
      downloads: sum(readers.map((one) => one.right)),
      refused: sum(readers.map((one) => one.refused)),
      bytes: sum(compared) + sum(readers.map((one) => one.bytes)),
      answers: sum([...byStatus.values()]),
      later: sum(['429', '502', '503', '504'].map((status) => byStatus.get(status) ?? 0)),
      backMs: ready - struck,
      ms: Date.now() - begun,
      planted: 0,
    }
  } catch (error) {
    for (const one of [...workers, ...readers]) one.stop()
    throw new Error(`faults, ${kind}, seed ${seed}\n${await world.complaints()}`, { cause: error })
  }
}

async function plant(world: World, { uploaders }: Crew, seed: number): Promise<number> {
  try {
    return await plantFaults(world, uploaders, new Random(seed))
  } catch (error) {
    throw new Error(`faults, planted, seed ${seed}\n${await world.complaints()}`, { cause: error })
  }
}

/** All that was ever acknowledged, rows and ledgers, and all that is stored. */
async function examine(world: World, { uploaders }: Crew): Promise<string> {
  await Promise.all(uploaders.map((one) => one.expectAll()))
  const bytes = await Promise.all(uploaders.map((one) => expectWhole(one.person, one.kept)))
  assert.deepEqual(await world.machines.faults(), [], 'doctor and scrub')
  const files = uploaders.reduce((sum, one) => sum + one.kept.length, 0)
  return `${files} files of ${mb(bytes.reduce((a, b) => a + b, 0))} compared, doctor and scrub found nothing`
}
