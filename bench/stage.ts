import type { Pool } from 'pg'
import type { NginxTasks, ProductTasks } from './load/protocol.ts'
import type { Loader } from './sides/loader.ts'
import type { Nginx } from './sides/nginx.ts'
import { cpuSeconds, settle } from './sides/processes.ts'
import type { Product } from './sides/product.ts'

/** What the scenes play on: both sides on one disk, each with a load process of its own. */
export interface Stage {
  /** Everything the bench writes lies below it. */
  readonly folder: string
  readonly rounds: number
  readonly product: Product
  readonly productLoad: Loader<ProductTasks>
  readonly owner: { readonly personId: string; readonly rootId: string }
  readonly pool: Pool
  /** User names of people with the owner's password. */
  readonly clients: readonly string[]
  /** Whether the product has lived through a day before. */
  readonly aged: boolean
  readonly nginx: Nginx
  readonly nginxLoad: Loader<NginxTasks>
  say(line: string): void
}

let seeds = Date.now() % 1_000_000_000

/** A name for content that nobody has seen yet. */
export const newSeed = (): number => ++seeds

export interface Interleaved<T = number> {
  readonly ours: T[]
  readonly others: T[]
}

/** Seconds of processor time that a server took for some work, its database's included. */
export async function cpuOf<T>(pid: number, work: () => Promise<T>): Promise<{ result: T; cpu: number }> {
  const before = cpuSeconds(pid)
  const result = await work()
  return { result, cpu: cpuSeconds(pid) - before }
}

/**
 * Measures two sides in turns, after `warmUps` rounds that do not count; which of them begins changes from round to
 * round. Before each turn all that both sides have written so far goes to the disk.
 */
export async function interleave<T = number>(
  stage: Pick<Stage, 'rounds'>,
  our: () => Promise<T>,
  other: () => Promise<T>,
  warmUps = 1,
): Promise<Interleaved<T>> {
  const measured: Interleaved<T> = { ours: [], others: [] }
  for (let round = -warmUps; round < stage.rounds; round++) {
    const turns = [
      { work: our, values: measured.ours },
      { work: other, values: measured.others },
    ]
    for (const { work, values } of round % 2 === 0 ? turns : turns.reverse()) {
      await settle()
      const value = await work()
      if (round >= 0) values.push(value)
    }
  }
  return measured
}
