import { setTimeout as pause } from 'node:timers/promises'
import { SECOND } from '@clouddisk/contract/time'
import { type ObjectStore, StoreUnavailable, type TransferStalled } from './port.ts'

/** Objects that a responding store refuses to return; this says nothing about their bytes or about other objects. */

/** The source of a copy is unavailable, not its target. */
export class SourceUnavailable extends StoreUnavailable {
  constructor(cause: StoreUnavailable | TransferStalled) {
    super(cause, cause.message)
  }
}

/** One object is unavailable although its store responds. The message completes a sentence that begins with the object. */
export class ObjectUnavailable extends Error {
  constructor(cause: SourceUnavailable) {
    super('is refused by the store', { cause })
  }
}

const ATTEMPTS = 2

export interface ReadRetryOptions {
  /** Time that refused objects may take in sum; after that the store counts as unavailable. */
  readonly maxLostMs?: number
  /** Delay before the second attempt. */
  readonly retryDelayMs?: number
}

/** Retries of one run over stored objects. */
export class ObjectReadRetry {
  readonly #maxLostMs: number
  readonly #retryDelayMs: number
  #lostMs = 0

  constructor({ maxLostMs = Number.POSITIVE_INFINITY, retryDelayMs = 5 * SECOND }: ReadRetryOptions = {}) {
    this.#maxLostMs = maxLostMs
    this.#retryDelayMs = retryDelayMs
  }

  /** Runs work that reads an object, with one retry. Throws SourceUnavailable if the store does not respond, else ObjectUnavailable. */
  async read<T>(from: ObjectStore, work: () => Promise<T>): Promise<T> {
    const begun = performance.now()
    for (let tried = 1; ; tried++) {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof SourceUnavailable && (await responds(from)))) throw error
        if (tried < ATTEMPTS) {
          await pause(this.#retryDelayMs)
          continue
        }
        this.#lostMs += performance.now() - begun
        throw this.#lostMs < this.#maxLostMs ? new ObjectUnavailable(error) : error
      }
    }
  }
}

const responds = (store: ObjectStore): Promise<boolean> =>
  store.check().then(
    () => true,
    () => false,
  )
