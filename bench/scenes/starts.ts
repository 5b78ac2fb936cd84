import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Figure } from '../figures.ts'
import { startProduct } from '../sides/product.ts'
import type { Stage } from '../stage.ts'

/** From starting the process to the first 200 of /readyz. */

export async function emptyStarts(stage: Pick<Stage, 'folder' | 'rounds'>): Promise<Figure[]> {
  const folder = join(stage.folder, 'starts')
  const empty: number[] = []
  const warm: number[] = []
  for (let round = 0; round <= stage.rounds; round++) {
    const first = await startOnce(join(folder, 'data'))
    const second = await startOnce(join(folder, 'data'))
    await rm(folder, { recursive: true, force: true })
    if (round === 0) continue
    empty.push(first)
    warm.push(second)
  }
  return [
    { name: 'start on an empty directory', unit: 's', ours: empty },
    { name: 'start on a directory that was used before', unit: 's', ours: warm },
  ]
}

/** The same with whatever a directory has come to hold. */
export async function fullStarts(dataDir: string, rounds: number): Promise<Figure[]> {
  const ours: number[] = []
  for (let round = 0; round < rounds; round++) ours.push(await startOnce(dataDir))
  return [{ name: 'start on 1,000,000 files', unit: 's', ours }]
}

async function startOnce(dataDir: string): Promise<number> {
  const product = await startProduct(dataDir)
  await product.close()
  return product.startMs / 1000
}
