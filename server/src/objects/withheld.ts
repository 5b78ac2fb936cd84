import { type ObjectStore, type Stalled, StoreAway } from './port.ts'

/** What a store does not give out although it answers: that says nothing of the bytes, nor of all else that lies there. */

/** The store that is read from is away, and not the other. */
export class SourceAway extends StoreAway {
  constructor(cause: StoreAway | Stalled) {
    super(cause, cause.message)
  }
}

/** Of this one object alone; the words follow its name. */
export class Withheld extends Error {
  constructor(cause: SourceAway) {
    super('is not given out by its store', { cause })
  }
}

const TRIES = 2

/** One run over what lies in stores. */
export class GivenOut {
  readonly #mostMs: number
  #lostMs = 0
  #lacks = false

  /** @param mostMs so long what is withheld may take in all: from then on a store that is silent about much is away. */
  constructor(mostMs = Number.POSITIVE_INFINITY) {
    this.#mostMs = mostMs
  }

  /** Some was withheld. */
  get lacks(): boolean {
    return this.#lacks
  }

  /** Work that reads an object, tried once more. SourceAway where the store is away; Withheld where it answers. */
  async read<T>(from: ObjectStore, work: () => Promise<T>): Promise<T> {
    const begun = performance.now()
    for (let tried = 1; ; tried++) {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof SourceAway && (await answers(from)))) throw error
        if (tried < TRIES) continue
        this.#lacks = true
        this.#lostMs += performance.now() - begun
        throw this.#lostMs < this.#mostMs ? new Withheld(error) : error
      }
    }
  }
}

const answers = (store: ObjectStore): Promise<boolean> =>
  store.check().then(
    () => true,
    () => false,
  )
