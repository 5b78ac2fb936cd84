import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { atMost, type Figure } from '../figures.ts'
import { Unavailable } from '../sides/processes.ts'
import { interleave, newSeed, type Stage } from '../stage.ts'
import { forget, newFolder, rate } from './transfers.ts'

const ZIPPED = 100 * 1024
const ZIPPED_FILES = 1000
const PART = 8 * 1024 * 1024
const IN_FLIGHT = 4

/** A folder of 1,000 files as one ZIP, beside Info-ZIP over the same files on the same disk, and one file of that size from nginx. */
export async function archives(stage: Stage): Promise<Figure[]> {
  const content = { seed: newSeed(), count: ZIPPED_FILES, size: ZIPPED }
  const folder = await newFolder(stage, `zipped ${content.seed}`)
  await stage.productLoad.ask.smallFiles({ ...content, folder, width: IN_FLIGHT })
  const plain = `zipped-${content.seed}`
  await stage.nginxLoad.ask.smallFiles({ ...content, folder: plain, width: IN_FLIGHT })
  const size = ZIPPED * ZIPPED_FILES
  const there = await stage.nginxLoad.ask.uploadWhole({ seed: newSeed(), size, partSize: PART })
  const archive = async () => (await stage.productLoad.ask.archive({ folder })).ms
  const zipped = await interleave(stage, archive, () => zip(join(stage.folder, 'nginx', 'files', plain)))
  const whole = await interleave(
    stage,
    async () => rate(size, await archive()),
    async () => rate(size, (await stage.nginxLoad.ask.download({ file: there.file })).ms),
  )
  await forget(stage, plain)
  const name = 'ZIP of 1,000 files of 100 KiB'
  return [
    {
      name,
      unit: 'ms',
      ours: zipped.ours,
      other: { name: 'zip -0', values: zipped.others },
      line: atMost(1),
    },
    {
      name: `… as bytes`,
      unit: 'MiB/s',
      ours: whole.ours,
      other: { name: 'nginx, one file', values: whole.others },
    },
  ]
}

/** Milliseconds that Info-ZIP takes to store a folder into nothing. */
async function zip(folder: string): Promise<number> {
  const begun = performance.now()
  const child = spawn('zip', ['-0', '-q', '-r', '-', '.'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child.stdout.resume()
  child.once('error', () => undefined)
  const [code] = await once(child, 'close').catch(() => [1])
  if (code !== 0) throw new Unavailable("Info-ZIP's zip is needed (Debian: zip).")
  return performance.now() - begun
}
