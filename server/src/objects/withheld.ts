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

/** Work that reads an object from a store, tried once more. SourceAway where the store is away; Withheld where it answers. */
export async function givenOut<T>(from: ObjectStore, work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof SourceAway && (await answers(from)))) throw error
      if (tried === TRIES) throw new Withheld(error)
    }
  }
}

const answers = (store: ObjectStore): Promise<boolean> =>
  store.check().then(
    () => true,
    () => false,
  )
