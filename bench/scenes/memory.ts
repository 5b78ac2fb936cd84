import { setTimeout as delay } from 'node:timers/promises'
import { atMost, type Figure, median } from '../figures.ts'
import { memoryOf } from '../sides/processes.ts'
import { newSeed, type Stage } from '../stage.ts'

/**
 * Memory of a default installation: of npm, the server with its threads, and PostgreSQL, as proportional set size. The
 * pages that a fresh server beside it would share with it count half, so this comes before there is one.
 */

const MB = 1_000_000
const MiB = 1024 * 1024
const GiB = 1024 * MiB
const SAMPLES = 20
const SAMPLE_MS = 250

export async function memory(stage: Stage): Promise<Figure[]> {
  const idle = await idleBytes(stage.product.pid)
  stage.say(`idle ${Math.round(idle / MB)} MB`)
  const eight = await peakWhile(stage, 8 * GiB)
  const figure = (name: string, bytes: number, line: number): Figure => ({
    name,
    unit: 'MB',
    ours: [bytes / MB],
    line: atMost(line),
    absolute: true,
  })
  const life = stage.aged ? 'after its day' : 'of a fresh server'
  return [
    figure(`memory at rest ${life}, npm and PostgreSQL included`, idle, 350),
    figure('… while 8 GiB go up', eight, 450),
  ]
}

async function idleBytes(pid: number): Promise<number> {
  const samples: number[] = []
  for (let n = 0; n < SAMPLES; n++) {
    await delay(SAMPLE_MS)
    samples.push(memoryOf(pid))
  }
  return median(samples)
}

async function peakWhile(stage: Stage, size: number): Promise<number> {
  let ended = false
  const upload = stage.productLoad.ask
    .upload({ seed: newSeed(), size, partSize: 8 * MiB, width: 3 })
    .finally(() => {
      ended = true
    })
  let peak = 0
  while (!ended) {
    peak = Math.max(peak, memoryOf(stage.product.pid))
    await delay(SAMPLE_MS)
  }
  await upload
  return peak
}
