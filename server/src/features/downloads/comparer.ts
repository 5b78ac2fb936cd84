import { Worker } from 'node:worker_threads'
import { type Stretch, type Sum, wrongAt } from './compare.ts'

/** Smaller buffers are compared where they are: a message would cost more. Bytes. */
const BESIDE = 256 * 1024

export interface CompareOrder {
  readonly bytes: ArrayBuffer
  readonly stretches: readonly Stretch[]
  readonly sum: Sum
}
export interface CompareAnswer {
  readonly bytes: ArrayBuffer
  /** As of `wrongAt`. */
  readonly wrong: number
}
interface Compared {
  readonly buffer: Buffer
  readonly wrong: number
}

/**
 * Compares what goes out beside the event loop, in one worker thread that is started when it is first needed. Buffers
 * move there and back, for one thread at a time: shared ones cost the same, but V8 does not count them, and would let
 * gigabytes lie.
 */
export class Comparer {
  #worker: Worker | undefined
  /** Answers come in the order of what was asked. */
  #waiting: PromiseWithResolvers<Compared>[] = []

  /**
   * Takes a buffer that has its memory for itself, and answers the same bytes in one that is to be used in its place.
   * Those of the same `sum` are compared one after the other.
   */
  async compare(buffer: Buffer, stretches: readonly Stretch[], sum: Sum): Promise<Compared> {
    if (buffer.length < BESIDE) return { buffer, wrong: wrongAt(buffer, stretches, sum) }
    this.#worker ??= this.#start()
    const bytes = buffer.buffer as ArrayBuffer
    const order: CompareOrder = { bytes, stretches, sum }
    this.#worker.postMessage(order, [bytes])
    const outcome = Promise.withResolvers<Compared>()
    this.#waiting.push(outcome)
    return outcome.promise
  }

  async close(): Promise<void> {
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
    this.#failAll(new Error('the comparer is closed'))
  }

  #start(): Worker {
    const worker = new Worker(new URL('./compare-worker.ts', import.meta.url))
    worker.on('message', ({ bytes, wrong }: CompareAnswer) =>
      this.#waiting.shift()?.resolve({ buffer: Buffer.from(bytes), wrong }),
    )
    worker.on('error', (error) => {
      this.#worker = undefined
      this.#failAll(error)
    })
    // Behind the listeners, which hold the process. Whoever waits for an answer holds a line that is open.
    worker.unref()
    return worker
  }

  #failAll(error: unknown): void {
    for (const { reject } of this.#waiting.splice(0)) reject(error)
  }
}
