import { MINUTE, SECOND } from '@clouddisk/contract/time'
import { createdAtOf } from '../../db/ids.ts'
import { ObjectCorrupted } from '../port.ts'
import { type ContentKey, UnknownContentKey } from './segments.ts'

/** A content key, and since when what comes is encrypted by it. */
export interface RingKey extends ContentKey {
  readonly since: Date
}

/** So long a key that another process made may go unnoticed by one that only writes. */
const FRESH_MS = 30 * SECOND
/** Between clocks, and until every process has noticed. */
const OVERLAP_MS = 5 * MINUTE

/** The content keys of an installation, as many as there were rotations: all are read by, the newest is written by. */
export class KeyRing {
  readonly #load: () => Promise<readonly RingKey[]>
  readonly #make: () => Promise<void>
  #keys: readonly RingKey[]
  #loadedAt = performance.now()
  #loading: Promise<void> | undefined

  private constructor(
    load: () => Promise<readonly RingKey[]>,
    make: () => Promise<void>,
    keys: readonly RingKey[],
  ) {
    this.#load = load
    this.#make = make
    this.#keys = keys
  }

  /**
   * @param load answers all keys, in order of their numbers.
   * @param make makes the first one, where there is none when something is to be written.
   */
  static async open(
    load: () => Promise<readonly RingKey[]>,
    make: () => Promise<void> = async () => undefined,
  ): Promise<KeyRing> {
    return new KeyRing(load, make, await load())
  }

  get keys(): readonly ContentKey[] {
    return this.#keys
  }

  /** Numbers of the keys that an object's parts may have been written by so far, the newest first. */
  async writers(object: string): Promise<[number, ...number[]]> {
    if (this.#keys.length === 0) await this.#make().then(() => this.renew())
    else if (performance.now() - this.#loadedAt > FRESH_MS) await this.renew().catch(() => undefined)
    const begun = createdAtOf(object).getTime() - OVERLAP_MS
    const [newest, ...older] = this.#keys.toReversed()
    if (!newest) throw new Error('there is no content key')
    // One was in use when it began, and all that came since.
    const before = [newest, ...older].findIndex(({ since }) => since.getTime() <= begun)
    const used = before < 0 ? older : older.slice(0, before)
    return [newest.number, ...used.map(({ number }) => number)]
  }

  /** Looks for keys that other processes made. */
  renew(): Promise<void> {
    this.#loading ??= this.#renew().finally(() => {
      this.#loading = undefined
    })
    return this.#loading
  }

  async #renew(): Promise<void> {
    this.#keys = await this.#load()
    this.#loadedAt = performance.now()
  }

  /** What `work` answers, tried once more with newer keys where it meets one that we do not know. */
  async withKeys<T>(work: (keys: readonly ContentKey[]) => Promise<T>): Promise<T> {
    try {
      return await work(this.#keys)
    } catch (error) {
      if (!(error instanceof UnknownContentKey)) throw error
    }
    await this.renew()
    return work(this.#keys).catch((error: unknown) => {
      // There is no such key: its number was changed.
      throw error instanceof UnknownContentKey ? new ObjectCorrupted(error.message, error) : error
    })
  }
}
