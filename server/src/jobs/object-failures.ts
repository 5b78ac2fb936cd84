import { counted } from '@clouddisk/contract/format'
import type { Context } from '../context.ts'
import { StoreUnavailable } from '../objects/port.ts'

interface ObjectLocation {
  readonly bucket: string
  readonly key?: string
}

/** What fails by itself while work goes over all that is stored: it is told in the log, and keeps none of the others back. */
export class ObjectFailures {
  readonly #ctx: Context
  #count = 0
  #first: unknown

  constructor(ctx: Context) {
    this.#ctx = ctx
  }

  /** Undefined where it failed. StoreAway, which is not its own fault. */
  async attempt<T>({ bucket, key }: ObjectLocation, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (err) {
      if (err instanceof StoreUnavailable) throw err
      this.#ctx.log.error({ err, bucket, key }, 'cleanup of an object failed; the next run tries again')
      this.#count++
      this.#first ??= err
      return undefined
    }
  }

  /** At the end, so that the job fails where anything did. */
  throwIfAny(): void {
    if (this.#count === 0) return
    const cause = this.#first
    throw new Error(`cleanup failed for ${counted(this.#count, 'object')}; see the log`, {
      cause,
    })
  }
}
