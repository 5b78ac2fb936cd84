import { Worker } from 'node:worker_threads'
import type { DlpMatch } from '@clouddisk/contract/dlp'
import { SECOND } from '@clouddisk/contract/time'
import type { Rule } from './detect.ts'

/** A request to the thread. */
export interface DetectRequest {
  readonly id: number
  /** Compiled once for as many requests as name the same. */
  readonly version: string
  readonly rules: readonly Rule[]
  /** As packParts makes them. */
  readonly parts: string
  /** Name of the file itself; '' where only its content is checked. */
  readonly name: string
  /** Before others that wait: a call waits for it. */
  readonly isUrgent?: boolean
}
export type DetectResponse = { readonly id: number } & (
  | { readonly matches: DlpMatch[] }
  | { readonly error: string }
)

/** A check of one file that takes longer is given up: its time depends on the rules of administrators. */
const CHECK_MS = 120 * SECOND

/** The rules took too long. */
export class DetectionTimeout extends Error {}

interface Waiting {
  readonly outcome: PromiseWithResolvers<DlpMatch[]>
  readonly request: DetectRequest
}

/** Applies rules in one thread, one file after another; the thread starts with the first and stays. */
export class DetectorThread {
  #worker: Worker | undefined
  #queue: Waiting[] = []
  #timeout: NodeJS.Timeout | undefined
  #lastId = 0

  detect(work: Omit<DetectRequest, 'id'>): Promise<DlpMatch[]> {
    const waiting = { outcome: Promise.withResolvers<DlpMatch[]>(), request: { ...work, id: ++this.#lastId } }
    // The first one is being worked on.
    if (work.isUrgent) this.#queue.splice(1, 0, waiting)
    else this.#queue.push(waiting)
    if (this.#queue.length === 1) this.#next()
    return waiting.outcome.promise
  }

  async close(): Promise<void> {
    const stopped = new Error('the server stops')
    // Those that wait go first, or the next one would start another thread.
    for (const { outcome } of this.#queue.splice(1)) outcome.reject(stopped)
    await this.#stop(stopped)
  }

  #next(): void {
    const [first] = this.#queue
    if (!first) {
      this.#worker?.unref()
      return
    }
    this.#worker ??= this.#start()
    this.#worker.ref()
    this.#timeout = setTimeout(() => void this.#stop(new DetectionTimeout()), CHECK_MS)
    this.#worker.postMessage(first.request)
  }

  #start(): Worker {
    const worker = new Worker(new URL('./detector-worker.ts', import.meta.url))
    worker.on('message', (response: DetectResponse) => this.#end(response))
    worker.on('error', (error) => void this.#stop(error))
    return worker
  }

  #end(response: DetectResponse): void {
    clearTimeout(this.#timeout)
    const done = this.#queue.shift()
    if ('error' in response) done?.outcome.reject(new Error(response.error))
    else done?.outcome.resolve(response.matches)
    this.#next()
  }

  /** Ends the thread with what it is at; the next one gets a new thread. */
  async #stop(error: unknown): Promise<void> {
    clearTimeout(this.#timeout)
    const worker = this.#worker
    this.#worker = undefined
    worker?.removeAllListeners()
    this.#queue.shift()?.outcome.reject(error)
    await worker?.terminate()
    if (this.#worker === undefined) this.#next()
  }
}
