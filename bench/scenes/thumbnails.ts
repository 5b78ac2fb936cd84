import { setTimeout as pause } from 'node:timers/promises'
import { createFolder } from '@clouddisk/contract/files'
import { pathOf } from '@clouddisk/contract/route'
import { getThumbnail } from '@clouddisk/contract/thumbnails'
import sharp from 'sharp'
import { type Person, signIn } from '../../server/test/person.ts'
import type { Figure } from '../figures.ts'
import { ADMIN } from '../sides/product.ts'
import { interleave, newSeed, type Stage } from '../stage.ts'

const PICTURES = 40
const WIDTH = 3000
const HEIGHT = 2000
/** As a page asks that shows a folder of photos. */
const IN_FLIGHT = 3
const ASKED_AGAIN_MS = 100

/** Thumbnails of photos that have none yet, compared with a loop of sharp in one process. */
export async function thumbnails(stage: Stage): Promise<Figure[]> {
  const person = await signIn(stage.product.origin, ADMIN.userName, ADMIN.password)
  const photo = await noise()
  const measured = await interleave(
    stage,
    async () => {
      const folder = await person.call(createFolder, { instanceName: `photos ${newSeed()}` })
      const ids: string[] = []
      for (const bytes of await photos(photo))
        ids.push((await person.upload(folder.instanceId, `${ids.length}.jpg`, bytes)).instanceId)
      return perSecond(() => askForAll(person, ids))
    },
    async () => {
      const files = await photos(photo)
      sharp.concurrency(1)
      return perSecond(async () => {
        for (const bytes of files)
          await sharp(bytes)
            .autoOrient()
            .resize(256, 256, { fit: 'inside' })
            .webp({ quality: 78, effort: 3 })
            .toBuffer()
      })
    },
  )
  return [
    {
      name: `Thumbnails of ${PICTURES} photos of 6 megapixels`,
      unit: 'files/s',
      ours: measured.ours,
      other: { name: 'sharp in a loop', values: measured.others },
    },
  ]
}

async function perSecond(work: () => Promise<void>): Promise<number> {
  const begun = performance.now()
  await work()
  return PICTURES / ((performance.now() - begun) / 1000)
}

/** Detail like that of a photo: a flat picture would decode in no time. */
const noise = (): Promise<Buffer> =>
  sharp({
    create: {
      width: WIDTH,
      height: HEIGHT,
      channels: 3,
      background: 'gray',
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  })
    .blur(2)
    .jpeg({ quality: 85 })
    .toBuffer()

/** Each of a content of its own. */
async function photos(photo: Buffer): Promise<Buffer[]> {
  const all: Buffer[] = []
  for (let n = 0; n < PICTURES; n++)
    all.push(
      await sharp(photo)
        .keepExif()
        .withExifMerge({ IFD0: { ImageDescription: `${newSeed()}` } })
        .toBuffer(),
    )
  return all
}

async function askForAll(person: Person, ids: readonly string[]): Promise<void> {
  const waiting = [...ids]
  const ask = async () => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const query = new URLSearchParams({ instanceId: id, size: 's' })
      const response = await person.fetch(`${pathOf(getThumbnail)}?${query}`)
      await response.arrayBuffer()
      if (response.status === 202) {
        waiting.unshift(id)
        await pause(ASKED_AGAIN_MS)
      } else if (response.status !== 200) throw new Error(`a thumbnail was answered with ${response.status}`)
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, ask))
}
