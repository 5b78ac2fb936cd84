import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from '../../../server/test/random.ts'
import type { Line } from './line.ts'
import type { Uploads, World } from './world.ts'

/** What may happen, each by its name: strikes while people work, and ends once nothing is in its way any more. Answers its story. */

export type Strike = (world: World, random: Random, isAnyoneWaiting: () => boolean) => Promise<string>

/** Whoever watches over processes takes so long until it starts one again. */
const AWAY_MS = 1500
const CUT_MS = { from: 200, to: 3000 }
const SLOW_MS = { from: 1500, to: 4000 }
/** Longer than a few tries with growing pauses take. */
const LONG_MS = { from: 21_000, to: 28_000 }
const SLOW = { delayMs: 15, bytesPerSecond: 400_000 }

async function killServers(world: World, random: Random, which: readonly number[]): Promise<void> {
  await Promise.all(which.map((n) => world.machines.all[n]?.kill()))
  await delay(random.int(AWAY_MS))
  await Promise.all(which.map((n) => world.machines.all[n]?.start()))
}

const killOf =
  (n: number): Strike =>
  async (world, random) => {
    await killServers(world, random, [n])
    return `server ${n + 1} killed`
  }

const killBoth: Strike = async (world, random) => {
  await killServers(world, random, [0, 1])
  return 'both servers killed'
}

const killDatabase: Strike = async (world) => {
  await world.machines.killDatabase()
  return 'PostgreSQL killed'
}

async function restartGateway(world: World, random: Random): Promise<void> {
  await world.ceph.killGateway()
  await delay(random.int(AWAY_MS))
  await world.ceph.startGateway()
}

/** The servers answer all the while, so that nothing but the store is away. */
const longOutage: Strike = async ({ ceph, lines }, random, isAnyoneWaiting) => {
  const ms = random.between(LONG_MS.from, LONG_MS.to)
  const isKilled = random.chance(0.5)
  if (isKilled) await ceph.killGateway()
  else lines.direct?.cut()
  await delay(ms)
  assert.ok(isAnyoneWaiting(), 'nobody had anything on its way while the store was away')
  if (isKilled) await ceph.startGateway()
  else lines.direct?.repair()
  return isKilled ? `Ceph's gateway killed for ${ms} ms` : `line of people and gateway cut for ${ms} ms`
}

const killGateway: Strike = async (world, random) => {
  await restartGateway(world, random)
  return "Ceph's gateway killed"
}

/** As when the power goes; the database and the store come back while the servers do. */
const killAll: Strike = async (world, random) => {
  const servers = Promise.all(world.machines.all.map((machine) => machine.kill()))
  await Promise.all([servers, world.machines.killDatabase()])
  await restartGateway(world, random)
  await world.databaseReady()
  await Promise.all(world.machines.all.map((machine) => machine.start()))
  return 'servers, PostgreSQL and gateway killed'
}

/** Where a line may be spoiled. */
function someLine({ lines }: World, random: Random): { name: string; line: Line } {
  return random.pick([
    { name: 'people and proxy', line: lines.people },
    ...lines.servers.map((line, n) => ({ name: `proxy and server ${n + 1}`, line })),
    { name: 'servers and PostgreSQL', line: lines.database },
    { name: 'servers and gateway', line: lines.store },
    ...(lines.direct ? [{ name: 'people and gateway', line: lines.direct }] : []),
  ])
}

const spoil =
  (how: (line: Line) => void, what: string, span: { from: number; to: number }): Strike =>
  async (world, random) => {
    const { name, line } = someLine(world, random)
    const ms = random.between(span.from, span.to)
    how(line)
    await delay(ms)
    line.repair()
    return `line of ${name} ${what} for ${ms} ms`
  }

export const KINDS = {
  'kill of server 1': killOf(0),
  'kill of server 2': killOf(1),
  'kill of both servers': killBoth,
  'kill of PostgreSQL': killDatabase,
  'kill of the gateway': killGateway,
  'kill of all at once': killAll,
  'cut network': spoil((line) => line.cut(), 'cut', CUT_MS),
  'silent network': spoil((line) => line.hush(), 'silent', CUT_MS),
  'long outage of the store': longOutage,
  'slow network': spoil((line) => line.slow(SLOW), 'slow', SLOW_MS),
} as const satisfies Record<string, Strike>

export type Kind = keyof typeof KINDS | 'full disk' | 'rotten disk'

/** Each seed has its kind, so that as many rounds as here have every one of these. */
const TURNS: readonly (keyof typeof KINDS)[] = [
  'kill of server 1',
  'kill of PostgreSQL',
  'cut network',
  'kill of the gateway',
  'slow network',
  'kill of server 2',
  'cut network',
  'kill of PostgreSQL',
  'kill of both servers',
  'silent network',
  'kill of the gateway',
  'cut network',
  'kill of all at once',
]
/** So many rounds in a row have every one of these. */
export const EVERY_KIND = TURNS.length

/** Rounds after which what is stored is spoiled, too. */
const PLANTED_EVERY = 10

/** Some rounds are of one server on a disk of its own. */
const DISK_EVERY = 20
const DISK_TURNS: Readonly<Record<number, Kind>> = { 7: 'full disk', 17: 'rotten disk' }

/** They take their time, and are for those who go to the store themselves: a server waits, and says so. */
const LONG_EVERY = 10
const LONG_TURN = 3

export function kindOf(seed: number, uploads: Uploads): Kind {
  const isLong = uploads === 'direct' && seed % LONG_EVERY === LONG_TURN
  return (
    DISK_TURNS[seed % DISK_EVERY] ??
    (isLong ? 'long outage of the store' : (TURNS[seed % TURNS.length] as Kind))
  )
}
export const isPlanting = (seed: number): boolean => seed % PLANTED_EVERY === PLANTED_EVERY - 1
