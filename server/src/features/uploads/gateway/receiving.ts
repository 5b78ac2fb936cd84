import { ObjectError } from '../../../objects/port.ts'

/** Most bodies of one person at the same time; each takes memory while it is received (receive.ts). */
const AT_ONCE = 64

class TooManyBodies extends ObjectError {
  constructor() {
    super('SlowDown', 503, 'Too many uploads at once. Try again soon.')
  }
}

/** Number of running bodies by person. */
export class RunningReceives {
  readonly #byOwner = new Map<string, number>()

  async run(ownerId: string, work: () => Promise<void>): Promise<void> {
    const before = this.#byOwner.get(ownerId) ?? 0
    if (before >= AT_ONCE) throw new TooManyBodies()
    this.#byOwner.set(ownerId, before + 1)
    try {
      await work()
    } finally {
      const left = (this.#byOwner.get(ownerId) ?? 0) - 1
      if (left > 0) this.#byOwner.set(ownerId, left)
      else this.#byOwner.delete(ownerId)
    }
  }
}
