import { setTimeout as delay } from 'node:timers/promises'
import type { Person } from '../../server/test/person.ts'
import { Random } from '../../server/test/random.ts'
import type { Outcome } from './aftermath.ts'
import { newAgent, Plan, Worker } from './crash-worker.ts'
import { Product, type Victim } from './product.ts'

/**
 * kill -9 of the server, the database or both while several people work; then everything that was acknowledged is
 * there byte for byte, what was not is there as a whole or not at all, and nothing is out of order.
 */

export interface CrashOptions {
  readonly seed: number
  readonly rounds: number
  readonly say: (line: string) => void
}

const CAPACITIES = [null, null, 200 * 1024 * 1024]
const STEPS_AFTERWARDS = 6

/** Round n of a run has the seed `seed + n`, so that it can be made again alone. */
export async function proveCrashes({ seed, rounds, say }: CrashOptions): Promise<void> {
  const original = await prepare()
  const sums = { acknowledged: 0, undecided: 0, inBatch: 0, happened: 0, resumed: 0, files: 0 }
  try {
    for (let n = 0; n < rounds; n++) {
      const report = await crashRound(original, seed + n)
      for (const key of Object.keys(sums) as (keyof typeof sums)[]) sums[key] += report[key]
      say(`crash ${n + 1}/${rounds}: seed ${seed + n}, ${report.story}`)
    }
  } finally {
    await original.product.remove()
  }
  say(
    `crash: ${rounds} rounds from seed ${seed}: ${sums.acknowledged} operations acknowledged and there, ` +
      `${sums.undecided} cut off (${sums.happened} of them whole, the rest not at all; ${sums.inBatch} of them many files in a call), ` +
      `${sums.resumed} uploads gone on with, ${sums.files} files compared`,
  )
}

interface Original {
  readonly product: Product
  readonly people: readonly Person[]
}

/** A data directory with its accounts, made once; each round works on a copy. */
async function prepare(): Promise<Original> {
  const product = await Product.prepare()
  await product.start()
  const people: Person[] = []
  for (const [n, capacity] of CAPACITIES.entries()) people.push(await product.person(`person_${n}`, capacity))
  await product.stop()
  return { product, people }
}

interface Report {
  readonly story: string
  readonly acknowledged: number
  readonly undecided: number
  readonly inBatch: number
  readonly happened: number
  readonly resumed: number
  readonly files: number
}

async function crashRound(original: Original, seed: number): Promise<Report> {
  const random = new Random(seed)
  const begun = Date.now()
  const product = await Product.prepare(original.product.dataDir)
  try {
    await product.start()
    const workers = original.people.map(
      (person, n) => new Worker(newAgent(person.at(product.baseUrl), CAPACITIES[n] ?? null), random.fork()),
    )
    const end = await strike(product, workers, random)
    const outcomes = await Promise.all(workers.map((worker) => worker.settle()))
    await examine(product, 'doctor', 'after the next start')
    await Promise.all(workers.map((worker) => worker.goOn(STEPS_AFTERWARDS)))
    await examine(product, 'scrub', 'in the end')
    await product.stop()
    return reportOf(end, workers, outcomes, Date.now() - begun)
  } catch (error) {
    throw new Error(`crash round, seed ${seed}\n${product.log()}`, { cause: error })
  } finally {
    await product.remove()
  }
}

/** Lets them work, kills in the middle of it, and brings everything up again; what was killed when. */
async function strike(product: Product, workers: readonly Worker[], random: Random): Promise<string> {
  const victim = random.pick<Victim>(['server', 'server', 'database', 'both'])
  const plan = new Plan(random, workers)
  const working = Promise.all(workers.map((worker) => worker.work()))
  // A worker that fails before its time ends the round.
  await Promise.race([plan.moment(), working])
  for (const worker of workers) worker.killed = true
  await product.kill(victim)
  if (random.chance(0.15)) await againWhileStarting(product, random)
  if (random.chance(0.2)) await examine(product, 'doctor', 'before the next start')
  await product.recover()
  for (const worker of workers) worker.stop()
  await working
  return `${victim} killed ${plan.story}`
}

/** Not even the recovery is left in peace. */
async function againWhileStarting(product: Product, random: Random): Promise<void> {
  const starting = product.recover().catch(() => undefined)
  await delay(random.int(1200))
  await product.kill('both')
  await starting
}

async function examine(product: Product, command: 'doctor' | 'scrub', when: string): Promise<void> {
  const { ok, output } = await product.cli(command)
  if (!ok) throw new Error(`${command} ${when}: ${output}`)
}

function reportOf(end: string, workers: readonly Worker[], outcomes: readonly Outcome[], ms: number): Report {
  const sum = (pick: (outcome: Outcome) => number) => outcomes.reduce((total, one) => total + pick(one), 0)
  const acknowledged = workers.reduce((total, worker) => total + worker.acknowledged, 0)
  const undecided = sum((outcome) => (outcome.undecided ? 1 : 0))
  const seconds = (ms / 1000).toFixed(1)
  return {
    story: `${end}, ${acknowledged} operations acknowledged, ${undecided} cut off, ${seconds} s`,
    acknowledged,
    undecided,
    inBatch: sum((outcome) => (outcome.inBatch ? 1 : 0)),
    happened: sum((outcome) => (outcome.happened ? 1 : 0)),
    resumed: sum((outcome) => outcome.resumed),
    files: sum((outcome) => outcome.files),
  }
}
