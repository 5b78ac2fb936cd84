import type { Figure } from '../figures.ts'
import { cpuOf, interleave, newSeed, type Stage } from '../stage.ts'
import { figuresOf, newFolder } from './transfers.ts'

/** Visitors at one moment. */
const WIDTH = 50
const VISITS = { count: 300, width: WIDTH, files: 40, size: 100 * 1024 }
const WARM_UPS = 2

/**
 * Visitors of an external link, each of whom lists its files and downloads one, beside nginx that gives a list of the same size
 * and a file, and asks nothing about who may have it.
 */
export async function visitors(stage: Stage): Promise<Figure[]> {
  const { files, size } = VISITS
  const content = { seed: newSeed(), count: files, size }
  const folder = await newFolder(stage, `visited ${content.seed}`)
  await stage.productLoad.ask.batches({ ...content, folder, width: 2, together: 20 })
  const there = `visited-${content.seed}`
  await stage.nginxLoad.ask.smallFiles({ ...content, folder: there, width: 4 })
  const perSecond = (ms: number) => VISITS.count / (ms / 1000)
  const measured = await interleave(
    stage,
    async () => {
      const ask = () => stage.productLoad.ask.visits({ ...VISITS, folder })
      const { result, cpu } = await cpuOf(stage.product.pid, ask)
      return { rate: perSecond(result), cpu }
    },
    async () => {
      const ask = () => stage.nginxLoad.ask.visits({ ...VISITS, seed: content.seed, folder: there })
      const { result, cpu } = await cpuOf(stage.nginx.pid, ask)
      return { rate: perSecond(result), cpu }
    },
    WARM_UPS,
  )
  return figuresOf(
    '300 visitors list 40 files and download one of 100 KiB, 50 at a time',
    'visits/s',
    measured,
  )
}
