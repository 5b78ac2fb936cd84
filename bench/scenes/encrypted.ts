import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Figure } from '../figures.ts'
import type { ProductTasks } from '../load/protocol.ts'
import { type Loader, loadProduct } from '../sides/loader.ts'
import { ADMIN, startProduct } from '../sides/product.ts'
import { interleave, newSeed, type Stage } from '../stage.ts'

/** The same transfers with encryption at rest, beside the same server without. */

const MiB = 1024 * 1024
const SIZE = 512 * MiB
const PART = 8 * MiB
const PARTS_IN_FLIGHT = 3

type Load = Loader<ProductTasks>
type Measure = (load: Load) => Promise<number>

export async function encrypted(stage: Stage): Promise<Figure[]> {
  const folder = join(stage.folder, 'encrypted')
  await mkdir(folder)
  const key = randomBytes(32).toString('hex')
  const product = await startProduct(join(folder, 'data'), { CLOUDDISK_ENCRYPTION_KEY: key })
  const load = loadProduct(product.origin)
  try {
    await load.ask.signIn(ADMIN)
    const beside = async (name: string, on: Measure, off: Measure): Promise<Figure> => {
      const { ours, others } = await interleave(
        stage,
        () => on(load),
        () => off(stage.productLoad),
      )
      return { name, unit: 'MiB/s', ours, other: { name: 'not encrypted', values: others } }
    }
    const content = { seed: newSeed(), size: SIZE, partSize: PART }
    const [there, here] = [await up(load, content), await up(stage.productLoad, content)]
    await load.ask.download(there)
    return [
      await beside('upload 512 MiB, encrypted at rest', uploaded, uploaded),
      await beside('download 512 MiB, encrypted at rest', downloaded(there.file), downloaded(here.file)),
    ]
  } finally {
    await load.close()
    await product.close()
  }
}

const up = (load: Load, content: { seed: number; size: number; partSize: number }) =>
  load.ask.upload({ ...content, width: PARTS_IN_FLIGHT })

const rate = (ms: number): number => SIZE / MiB / (ms / 1000)

const uploaded: Measure = async (load) =>
  rate((await up(load, { seed: newSeed(), size: SIZE, partSize: PART })).ms)

const downloaded =
  (file: string): Measure =>
  async (load) =>
    rate((await load.ask.download({ file })).ms)
