import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { login } from '@clouddisk/contract/accounts'
import { pageInstances } from '@clouddisk/contract/files'
import { pathOf, type Reply, type Route } from '@clouddisk/contract/route'
import { atMost, type Figure } from '../figures.ts'
import { readEnvelope } from '../load/envelope.ts'
import { Wire } from '../load/wire.ts'
import { ADMIN, startProduct } from '../sides/product.ts'
import type { Stage } from '../stage.ts'

/** From `npm start` to the first 200 of /readyz, and to the list of files of somebody who signs in. */

interface Start {
  readonly ready: number
  readonly listed: number
}

export async function emptyStarts(stage: Pick<Stage, 'folder' | 'rounds'>): Promise<Figure[]> {
  const folder = join(stage.folder, 'starts')
  const empty: Start[] = []
  const used: Start[] = []
  for (let round = 0; round <= stage.rounds; round++) {
    const first = await startOnce(join(folder, 'data'))
    const second = await startOnce(join(folder, 'data'))
    await rm(folder, { recursive: true, force: true })
    if (round === 0) continue
    empty.push(first)
    used.push(second)
  }
  const ready = (starts: readonly Start[]) => starts.map((one) => one.ready)
  return [
    { name: 'start on an empty directory', unit: 's', ours: ready(empty) },
    { name: 'start on a directory that was used before', unit: 's', ours: ready(used) },
    {
      name: '… to the list of somebody who has signed in',
      unit: 's',
      ours: used.map(({ listed }) => listed),
      line: atMost(1.5),
      absolute: true,
    },
  ]
}

/** The same with whatever a directory has come to hold. */
export async function fullStarts(dataDir: string, rounds: number): Promise<Figure[]> {
  const ours: number[] = []
  for (let round = 0; round < rounds; round++) ours.push((await startOnce(dataDir)).ready)
  return [{ name: 'start on 1,000,000 files', unit: 's', ours }]
}

async function startOnce(dataDir: string): Promise<Start> {
  const product = await startProduct(dataDir)
  const begun = performance.now()
  await list(product.origin)
  const listed = product.startMs + performance.now() - begun
  await product.close()
  return { ready: product.startMs / 1000, listed: listed / 1000 }
}

async function list(origin: string): Promise<void> {
  const wire = new Wire(origin, 1)
  const json = { 'content-type': 'application/json' }
  const post = async <T extends Route>(route: T, input: object, headers = {}): Promise<Reply<T>> =>
    readEnvelope(
      await wire.send('POST', pathOf(route), { ...json, ...headers }, JSON.stringify(input)),
    ) as Reply<T>
  const { token } = await post(login, ADMIN)
  await post(pageInstances, { parentId: '0' }, { authorization: `Bearer ${token}` })
}
