import { ObjectError } from '../../../objects/port.ts'

/** Most bodies of one person at the same time; each takes memory while it is received (receive.ts). */
const AT_ONCE = 64
/** Of one visitor of a link, and of all its visitors. */
const AT_ONCE_OF_VISITOR = 8
const AT_ONCE_OF_LINK = 32

export class TooManyBodies extends ObjectError {
  constructor() {
    super('SlowDown', 503, 'Too many uploads at once. Try again soon.')
  }
}

/** Number of running bodies by person, by visitor of a link, and by link. */
class RunningReceives {
  readonly #running = new Map<string, number>()

  async run(
    { id, linkId }: { readonly id: string; readonly linkId?: string | undefined },
    work: () => Promise<void>,
  ): Promise<void> {
    if (linkId === undefined) return this.#within(id, AT_ONCE, work)
    await this.#within(id, AT_ONCE_OF_VISITOR, () => this.#within(linkId, AT_ONCE_OF_LINK, work))
  }

  async #within(id: string, most: number, work: () => Promise<void>): Promise<void> {
    const before = this.#running.get(id) ?? 0
    if (before >= most) throw new TooManyBodies()
    this.#running.set(id, before + 1)
    try {
      await work()
    } finally {
      const left = (this.#running.get(id) ?? 0) - 1
      if (left > 0) this.#running.set(id, left)
      else this.#running.delete(id)
    }
  }
}

/** Of this process, whichever call they belong to. */
export const runningReceives = new RunningReceives()
