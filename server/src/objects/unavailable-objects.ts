import { setTimeout as pause } from 'node:timers/promises'
import { SECOND } from '@clouddisk/contract/time'
import { type ObjectStore, StoreUnavailable, type TransferStalled } from './port.ts'

/** What a store does not give out although it answers: that says nothing of the bytes, nor of all else that lies there. */

/** The store that is read from is away, and not the other. */
export class SourceUnavailable extends StoreUnavailable {
  constructor(cause: StoreUnavailable | TransferStalled) {
    super(cause, cause.message)
  }
}

/** Of this one object alone; the words follow its name. */
export class ObjectUnavailable extends Error {
  constructor(cause: SourceUnavailable) {
    super('is refused by the store', { cause })
  }
}

const TRIES = 2

export interface ReadRetryOptions {
  /** So long what is withheld may take in all: from then on a store that is silent about much is away. */
  readonly mostMs?: number
  /** Between the two tries: what passes is no withholding. */
  readonly againMs?: number
}

/** One run over what lies in stores. */
export class ObjectReadRetry {
  readonly #mostMs: number
  readonly #againMs: number
  #lostMs = 0

  constructor({ mostMs = Number.POSITIVE_INFINITY, againMs = 5 * SECOND }: ReadRetryOptions = {}) {
    this.#mostMs = mostMs
    this.#againMs = againMs
  }

  /** Work that reads an object, tried once more. SourceAway where the store is away; Withheld where it answers. */
  async read<T>(from: ObjectStore, work: () => Promise<T>): Promise<T> {
    const begun = performance.now()
    for (let tried = 1; ; tried++) {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof SourceUnavailable && (await answers(from)))) throw error
        if (tried < TRIES) {
          await pause(this.#againMs)
          continue
        }
        this.#lostMs += performance.now() - begun
        throw this.#lostMs < this.#mostMs ? new ObjectUnavailable(error) : error
      }
    }
  }
}

const answers = (store: ObjectStore): Promise<boolean> =>
  store.check().then(
    () => true,
    () => false,
  )
