import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { atLeast, type Figure } from '../figures.ts'
import { loadProduct } from '../sides/loader.ts'
import { ADMIN, startProduct } from '../sides/product.ts'
import { interleave, type Stage } from '../stage.ts'
import { sendLarge } from './transfers.ts'

/** The upload to the server that has lived through a day, beside one that has just been started. */
export async function aged(stage: Stage): Promise<Figure[]> {
  if (!stage.aged) return []
  const folder = join(stage.folder, 'fresh')
  await mkdir(folder)
  const fresh = await startProduct(join(folder, 'data'))
  const load = loadProduct(fresh.origin)
  try {
    await load.ask.signIn(ADMIN)
    const { ours, others } = await interleave(
      stage,
      () => sendLarge(stage.productLoad.ask),
      () => sendLarge(load.ask),
    )
    const name = 'upload 1 GiB to the server that has aged'
    const other = { name: 'fresh', values: others }
    return [{ name, unit: 'MiB/s', ours, other, line: atLeast(0.95) }]
  } finally {
    await load.close()
    await fresh.close()
  }
}
