import { setTimeout as pause } from 'node:timers/promises'
import { MINUTE, SECOND } from '@clouddisk/contract/time'
import { LRUCache } from 'lru-cache'
import pLimit, { type LimitFunction } from 'p-limit'
import type { ContentHash } from '../../../renditions/types.ts'
import { IcapClient, IcapFailed } from './client.ts'

/** How long an outcome is kept that came after its callers stopped waiting. */
const KEPT_MS = 10 * MINUTE
const KEPT_MAX = 10_000

export type IcapOutcome =
  | { readonly state: 'checked'; readonly objection: string | undefined }
  | { readonly state: 'failed'; readonly error: IcapFailed }

export interface IcapLimits {
  /** Scans at a time. */
  readonly concurrency: number
  /** For one scan, from its connection to the verdict. */
  readonly seconds: number
}

/** The scans of this process: a few at a time, and one for a content however many wait for it. It goes on when they stop waiting. */
export class IcapScans {
  readonly #client: IcapClient
  readonly #limit: LimitFunction
  readonly #seconds: number
  readonly #scans = new LRUCache<string, Promise<IcapOutcome>>({ max: KEPT_MAX })
  readonly #stopping = new AbortController()

  constructor(url: string, { concurrency, seconds }: IcapLimits) {
    this.#client = new IcapClient(url)
    this.#limit = pLimit(concurrency)
    this.#seconds = seconds
  }

  /** Undefined if the scan takes longer than `ms`, or waits for others: ask again. */
  async ask(
    content: ContentHash,
    bytes: () => AsyncIterable<Uint8Array>,
    wait: { readonly ms: number; readonly signal: AbortSignal } | undefined,
  ): Promise<IcapOutcome | undefined> {
    const key = `${content.sha256.toString('hex')}.${content.size}`
    const scan = this.#scans.get(key) ?? this.#begin(key, content, bytes)
    const over = new AbortController()
    const signal = wait ? AbortSignal.any([wait.signal, over.signal]) : over.signal
    const waited = pause(wait?.ms ?? 0, undefined, { signal, ref: false }).catch(() => undefined)
    const outcome = await Promise.race([scan, waited])
    over.abort()
    if (outcome && this.#scans.peek(key) === scan) this.#scans.delete(key)
    return outcome
  }

  /** Ends those that run. */
  close(): void {
    this.#stopping.abort(new IcapFailed('the server stops'))
  }

  #begin(
    key: string,
    { sha256, size }: ContentHash,
    bytes: () => AsyncIterable<Uint8Array>,
  ): Promise<IcapOutcome> {
    const scan = this.#limit(async (): Promise<IcapOutcome> => {
      const overdue = new AbortController()
      const tooLong = new IcapFailed(`no verdict within ${this.#seconds} s`)
      const timer = setTimeout(() => overdue.abort(tooLong), this.#seconds * SECOND)
      try {
        const signal = AbortSignal.any([overdue.signal, this.#stopping.signal])
        // One name for each content, as what was found is kept for the content.
        const objection = await this.#client.check({ name: sha256.toString('hex'), size, bytes }, signal)
        return { state: 'checked', objection }
      } catch (error) {
        return { state: 'failed', error: error instanceof IcapFailed ? error : new IcapFailed(String(error)) }
      } finally {
        clearTimeout(timer)
      }
    })
    this.#scans.set(key, scan)
    void scan.then(() => {
      if (this.#scans.peek(key) === scan) this.#scans.set(key, scan, { ttl: KEPT_MS })
    })
    return scan
  }
}
