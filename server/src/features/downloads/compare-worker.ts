import { parentPort } from 'node:worker_threads'
import { wrongAt } from './compare.ts'
import type { CompareAnswer, CompareOrder } from './comparer.ts'

/** Compares buffers in the order in which they come, and gives each of them back. */
parentPort?.on('message', ({ bytes, stretches, sum }: CompareOrder) => {
  const answer: CompareAnswer = { bytes, wrong: wrongAt(new Uint8Array(bytes), stretches, sum) }
  parentPort?.postMessage(answer, [bytes])
})
