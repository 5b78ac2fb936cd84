import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from '../../../server/test/random.ts'
import type { World } from './world.ts'

/** What may happen, each by its name: strikes while people work, and ends once all stands again. Answers its story. */

export type Strike = (world: World, random: Random) => Promise<string>

/** Whoever watches over processes takes so long until it starts one again. */
const AWAY = { from: 0, to: 1500 }

const away = (random: Random): Promise<void> => delay(random.between(AWAY.from, AWAY.to))

async function restartServers(world: World, which: readonly number[]): Promise<void> {
  await Promise.all(which.map((n) => world.machines.all[n]?.start()))
}

const killServers =
  (...which: number[]): Strike =>
  async (world, random) => {
    await Promise.all(which.map((n) => world.machines.all[n]?.kill()))
    await away(random)
    await restartServers(world, which)
    return which.length > 1 ? 'both servers killed' : `server ${(which[0] ?? 0) + 1} killed`
  }

const killDatabase: Strike = async (world) => {
  await world.machines.killDatabase()
  return 'PostgreSQL killed'
}

const killGateway: Strike = async (world, random) => {
  await world.ceph.killGateway()
  await away(random)
  await world.ceph.startGateway()
  return "Ceph's gateway killed"
}

export const KINDS = {
  'kill of server 1': killServers(0),
  'kill of server 2': killServers(1),
  'kill of both servers': killServers(0, 1),
  'kill of PostgreSQL': killDatabase,
  'kill of the gateway': killGateway,
} as const satisfies Record<string, Strike>

export type Kind = keyof typeof KINDS

/** Each seed has its kind, so that as many rounds as here have every one. */
const TURNS: readonly Kind[] = [
  'kill of server 1',
  'kill of PostgreSQL',
  'kill of the gateway',
  'kill of server 2',
  'kill of both servers',
]

export const kindOf = (seed: number): Kind => TURNS[seed % TURNS.length] as Kind
