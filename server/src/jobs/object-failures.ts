import { counted } from '@clouddisk/contract/format'
import type { Context } from '../context.ts'
import { StoreUnavailable } from '../objects/port.ts'

interface ObjectLocation {
  readonly bucket: string
  readonly key?: string
}

/** Logs and counts failures of single objects during a run over many; the run continues. */
export class ObjectFailures {
  readonly #ctx: Context
  #count = 0
  #first: unknown

  constructor(ctx: Context) {
    this.#ctx = ctx
  }

  /** Undefined if the work failed. Throws StoreUnavailable, which is no failure of the object. */
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

  /** For the end of a job: throws if any object failed. */
  throwIfAny(): void {
    if (this.#count === 0) return
    const cause = this.#first
    throw new Error(`cleanup failed for ${counted(this.#count, 'object')}; see the log`, {
      cause,
    })
  }
}
