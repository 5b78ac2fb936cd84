import { setTimeout as delay } from 'node:timers/promises'
import { forgetPeak, peakBytes, residentBytes } from '../../e2e/support/resident.ts'
import { atMost, type Figure, median } from '../figures.ts'
import { newSeed, type Stage } from '../stage.ts'

/** Resident memory of the server process (its threads are in it) above what it has when nobody asks anything. */

const MB = 1_000_000
const MiB = 1024 * 1024
const GiB = 1024 * MiB
const SAMPLES = 20
const SAMPLE_MS = 250

export async function memory(stage: Stage): Promise<Figure[]> {
  const idle = await idleBytes(stage.product.pid)
  stage.say(`idle ${Math.round(idle / MB)} MB`)
  const one = await peakWhile(stage, GiB)
  const eight = await peakWhile(stage, 8 * GiB)
  const above = (peak: number) => [(peak - idle) / MB]
  return [
    { name: 'idle memory', unit: 'MB', ours: [idle / MB] },
    {
      name: 'memory above idle while 1 GiB goes up',
      unit: 'MB',
      ours: above(one),
      line: atMost(300),
      absolute: true,
    },
    {
      name: 'memory above idle while 8 GiB go up',
      unit: 'MB',
      ours: above(eight),
      other: { name: '1 GiB', values: above(one) },
      line: atMost(300),
      absolute: true,
    },
  ]
}

async function idleBytes(pid: number): Promise<number> {
  const samples: number[] = []
  for (let n = 0; n < SAMPLES; n++) {
    await delay(SAMPLE_MS)
    samples.push(residentBytes(pid))
  }
  return median(samples)
}

/** The kernel's own highest mark, so that nothing between two samples is missed. */
async function peakWhile(stage: Stage, size: number): Promise<number> {
  forgetPeak(stage.product.pid)
  await stage.productLoad.ask.upload({ seed: newSeed(), size, partSize: 8 * MiB, width: 3 })
  return peakBytes(stage.product.pid)
}
