import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { LIMITS } from '@clouddisk/contract/limits'
import { Random } from '../../../server/test/random.ts'
import type { Outcome } from '../aftermath.ts'
import type { Agent } from '../agent.ts'
import { newAgent, Worker } from '../crash-worker.ts'
import { KINDS } from './kinds.ts'
import { expectWhole, Reader } from './reader.ts'
import type { Report } from './report.ts'
import { type Kept, Uploader } from './uploader.ts'
import type { World } from './world.ts'

/** One round of people at work and one fault among them. */

const CAPACITIES = [null, 200 * 1024 * 1024]
/** Of those whose folders are compared whole after each round. Bytes. */
const SIZES = [0, 1, 100, 5000, 70_000, 300_000]
const UPLOADERS = 2
/** The fault comes after so many ms at most; a long one while the first part is on its way to the store. */
const BEFORE_MS = 1500
const STEPS_AFTERWARDS = 3

export interface Crew {
  readonly agents: readonly Agent[]
  readonly uploaders: readonly Uploader[]
}

export async function crewOf(world: World, random: Random): Promise<Crew> {
  const agents: Agent[] = []
  for (const [n, capacity] of CAPACITIES.entries())
    agents.push(newAgent(await world.person(`worker_${n}`, capacity), capacity, SIZES))
  // No others go straight to the store.
  const largeChance = world.lines.direct ? 1 : undefined
  const uploaders: Uploader[] = []
  for (let n = 0; n < UPLOADERS; n++)
    uploaders.push(new Uploader(await world.person(`uploader_${n}`, null), random.fork(), largeChance))
  return { agents, uploaders }
}

/** People work, it strikes, and all that was acknowledged is there. */
export async function round(
  world: World,
  { agents, uploaders }: Crew,
  kind: keyof typeof KINDS,
  seed: number,
): Promise<Report> {
  const random = new Random(seed)
  const begun = Date.now()
  const { direct } = world.lines
  const sentBefore = direct?.sent ?? 0
  const workers = agents.map((agent) => new Worker(agent, random.fork()))
  const readers = uploaders.map((one) => new Reader(one.person, one.kept, random.fork()))
  try {
    const underWay = direct?.moves()
    const before = uploaders.map(({ kept, together }) => ({ kept: kept.length, together }))
    // One brings small files together and the other each by itself, and the next time the other way round.
    await Promise.all(
      uploaders.map((one, n) => one.begin(`round ${seed}`, (seed + n) % 2 === 0 ? 'together' : 'alone')),
    )
    const working = Promise.all([...workers, ...readers].map((one) => one.work()))
    const moment = kind === 'long outage of the store' ? underWay : delay(random.int(BEFORE_MS))
    // Whoever fails before its time ends the round.
    await Promise.race([moment, working])
    for (const worker of workers) worker.killed = true
    const struck = Date.now()
    const story = await KINDS[kind](world, random, () => uploaders.some((one) => one.isWaiting))
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
    const sentDirectly = (direct?.sent ?? 0) - sentBefore
    if (direct)
      assert.ok(
        sentDirectly >= inParts(uploaders.flatMap((one, n) => one.kept.slice(before[n]?.kept))),
        'files of several parts go straight to the store',
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
      direct: sentDirectly,
      answers: sum([...byStatus.values()]),
      later: sum(['429', '502', '503', '504'].map((status) => byStatus.get(status) ?? 0)),
      backMs: ready - struck,
      ms: Date.now() - begun,
      planted: 0,
    }
  } catch (error) {
    for (const one of [...workers, ...readers]) one.stop()
    throw new Error(`faults, ${kind}, uploads ${world.uploads}, seed ${seed}\n${await world.complaints()}`, {
      cause: error,
    })
  }
}

/** Bytes of what goes up in several parts. */
const inParts = (kept: readonly Kept[]): number =>
  kept.reduce((sum, { size }) => sum + (size > LIMITS.partBytes ? size : 0), 0)
