import { atLeast, type Figure } from '../figures.ts'
import { cpuOf, interleave, newSeed, type Stage } from '../stage.ts'
import { figuresOf, newFolder } from './transfers.ts'

const FILES = 300
const SIZE = 10 * 1024
const IN_FLIGHT = 4
/** A server that has just been started compiles what it runs often. */
const WARM_UPS = 5

/** Small files down, each in one call. */
export async function smallDownloads(stage: Stage): Promise<Figure[]> {
  const content = { seed: newSeed(), count: FILES, size: SIZE }
  const folder = await newFolder(stage, `down ${content.seed}`)
  await stage.productLoad.ask.batches({ ...content, folder, width: 2, together: 50 })
  const there = `down-${content.seed}`
  await stage.nginxLoad.ask.smallFiles({ ...content, folder: there, width: IN_FLIGHT })
  const perSecond = (ms: number) => FILES / (ms / 1000)
  const measured = await interleave(
    stage,
    async () => {
      const ask = () => stage.productLoad.ask.fetchAll({ ...content, folder, width: IN_FLIGHT })
      const { result, cpu } = await cpuOf(stage.product.pid, ask)
      return { rate: perSecond(result), cpu }
    },
    async () => {
      const ask = () => stage.nginxLoad.ask.fetchAll({ ...content, folder: there, width: IN_FLIGHT })
      const { result, cpu } = await cpuOf(stage.nginx.pid, ask)
      return { rate: perSecond(result), cpu }
    },
    WARM_UPS,
  )
  return figuresOf('300 files of 10 KiB down, 4 at a time', 'files/s', measured, atLeast(0.25))
}
