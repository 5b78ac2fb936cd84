import { setTimeout as delay } from 'node:timers/promises'
import { atLeast, atMost, type Figure } from '../figures.ts'
import type { CrowdTasks, Input } from '../load/protocol.ts'
import { type Loader, loadCrowd } from '../sides/loader.ts'
import { ADMIN } from '../sides/product.ts'
import { interleave, newSeed, type Stage } from '../stage.ts'

/** Many people at the same time, each in a space of their own. */

const WIDTHS = [1, 16, 48] as const
/** What the others are compared with. */
const FEW = 4
const COUNT = 480
const LISTS = 500
const MiB = 1024 * 1024
const UPLOAD = { size: 256 * MiB, partSize: 8 * MiB, width: 3 }
const SENDERS = 3

type Kind = Input<CrowdTasks, 'work'>['kind']
const KINDS: Record<Kind, string> = {
  up: 'small files up',
  down: 'small files down, each behind a list',
  mixed: 'lists and small files, up and down',
}

export async function crowds(stage: Stage): Promise<Figure[]> {
  const load = loadCrowd(stage.product.origin)
  try {
    await load.ask.open({ names: stage.clients, password: ADMIN.password, seed: newSeed() })
    const figures: Figure[] = []
    for (const kind of Object.keys(KINDS) as Kind[])
      for (const width of WIDTHS) figures.push(await besideFew(stage, load, kind, width))
    return [...figures, await listsBesideUploads(stage)]
  } finally {
    await load.close()
  }
}

async function besideFew(
  stage: Stage,
  { ask }: Loader<CrowdTasks>,
  kind: Kind,
  width: number,
): Promise<Figure> {
  const perSecond = async (of: number) => COUNT / ((await ask.work({ kind, width: of, count: COUNT })) / 1000)
  const { ours, others } = await interleave(
    stage,
    () => perSecond(width),
    () => perSecond(FEW),
  )
  return {
    name: `${KINDS[kind]}, ${width === 1 ? '1 client' : `${width} clients`}`,
    unit: 'acts/s',
    ours,
    other: { name: `${FEW} clients`, values: others },
    ...(width > FEW && { line: atLeast(0.9) }),
  }
}

/** The 99th percentile of lists while others send all that goes, beside that of lists alone. */
async function listsBesideUploads(stage: Stage): Promise<Figure> {
  const lists = loadCrowd(stage.product.origin)
  try {
    await lists.ask.open({ names: stage.clients.slice(0, 1), password: ADMIN.password, seed: newSeed() })
    const slowest = async () => percentile(await lists.ask.lists({ count: LISTS }), 0.99)
    const { ours, others } = await interleave(stage, () => whileSending(stage, slowest), slowest)
    return {
      name: 'slowest list in a hundred while three clients send large files',
      unit: 'ms',
      ours,
      other: { name: 'while none do', values: others },
      line: atMost(3),
    }
  } finally {
    await lists.close()
  }
}

async function whileSending<T>(stage: Stage, work: () => Promise<T>): Promise<T> {
  let ended = false
  const send = async () => {
    while (!ended)
      await stage.productLoad.ask.uploads({ seeds: Array.from({ length: SENDERS }, newSeed), ...UPLOAD })
  }
  const sending = send()
  // The first bytes are hashed by the load process before they go out.
  await delay(HASHED_MS)
  try {
    return await work()
  } finally {
    ended = true
    await sending
  }
}

const HASHED_MS = 1500

function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
