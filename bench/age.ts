import { setTimeout as delay } from 'node:timers/promises'
import { CLIENTS } from './data/clients.ts'
import { loadCrowd } from './sides/loader.ts'
import { ADMIN } from './sides/product.ts'
import { newSeed, type Stage } from './stage.ts'

/** A server's day before it is measured: what a fresh one does not show, such as memory that is in pieces. */

export interface Age {
  /** Of mixed work. */
  readonly seconds: number
  /** That go up before it, half of them in files of 1 GiB. */
  readonly gib: number
}

export const DAY: Age = { seconds: 600, gib: 20 }

const KiB = 1024
const MiB = 1024 * KiB
const GiB = 1024 * MiB
const PART = 8 * MiB
const SMALLEST = 10 * KiB
const LARGEST = 100 * MiB
const CLIENTS_AT_WORK = Math.min(8, CLIENTS)
const REST_MS = 60_000

type Young = Pick<Stage, 'say' | 'product' | 'productLoad' | 'clients'>

export async function age(stage: Young, { seconds, gib }: Age): Promise<void> {
  stage.say(`ageing: ${gib} GiB go up …`)
  await sendMuch(stage, Math.round(gib * GiB))
  stage.say(`ageing: ${seconds} s of mixed work …`)
  const crowd = loadCrowd(stage.product.origin)
  try {
    const names = stage.clients.slice(0, CLIENTS_AT_WORK)
    await crowd.ask.open({ names, password: ADMIN.password, seed: newSeed() })
    stage.say(`ageing: ${await crowd.ask.live({ seconds })} things were done; a minute's rest …`)
  } finally {
    await crowd.close()
  }
  await delay(REST_MS)
}

/** Sends so many bytes, and takes them away again as they come together. */
async function sendMuch({ productLoad }: Young, bytes: number): Promise<void> {
  let left = bytes
  for (let n = 0; left >= SMALLEST; n++) {
    const ids: string[] = []
    for (const size of n % 2 === 0 ? [GiB] : mixedSizes(GiB)) {
      const fits = Math.min(size, left)
      if (fits < SMALLEST) break
      ids.push((await productLoad.ask.upload({ seed: newSeed(), size: fits, partSize: PART, width: 3 })).file)
      left -= fits
    }
    await productLoad.ask.removeForGood({ ids })
  }
}

/** Sizes from SMALLEST to LARGEST, as many of each order of magnitude. */
function mixedSizes(sum: number): number[] {
  const sizes: number[] = []
  for (let left = sum; left >= SMALLEST; left -= sizes.at(-1) ?? left)
    sizes.push(Math.min(left, Math.round(SMALLEST * (LARGEST / SMALLEST) ** Math.random())))
  return sizes
}
