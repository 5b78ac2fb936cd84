import { MINUTE, SECOND } from '@clouddisk/contract/time'
import { createdAtOf } from '../../db/ids.ts'
import { ObjectCorrupted } from '../port.ts'
import { type ContentKey, UnknownContentKey } from './segments.ts'

/** A content key and the time since when it encrypts new content. */
export interface RingKey extends ContentKey {
  readonly since: Date
}

/** A process that only writes notices a new key within this time. */
const RELOAD_MS = 30 * SECOND
/** Allows for clock skew and RELOAD_MS. */
const OVERLAP_MS = 5 * MINUTE

/** The content keys of an installation: all of them decrypt, the newest one encrypts. */
export class KeyRing {
  readonly #load: () => Promise<readonly RingKey[]>
  readonly #createFirst: () => Promise<void>
  #keys: readonly RingKey[]
  #loadedAt = performance.now()
  #loading: Promise<void> | undefined

  private constructor(
    load: () => Promise<readonly RingKey[]>,
    createFirst: () => Promise<void>,
    keys: readonly RingKey[],
  ) {
    this.#load = load
    this.#createFirst = createFirst
    this.#keys = keys
  }

  /**
   * @param load returns all keys, in order of their numbers.
   * @param createFirst is called if there is no key when content is to be encrypted.
   */
  static async open(
    load: () => Promise<readonly RingKey[]>,
    createFirst: () => Promise<void> = async () => undefined,
  ): Promise<KeyRing> {
    return new KeyRing(load, createFirst, await load())
  }

  get keys(): readonly ContentKey[] {
    return this.#keys
  }

  /** Numbers of the keys that parts of an object may be encrypted with, the newest first. */
  async writeKeyNumbers(object: string): Promise<[number, ...number[]]> {
    if (this.#keys.length === 0) await this.#createFirst().then(() => this.reload())
    else if (performance.now() - this.#loadedAt > RELOAD_MS) await this.reload().catch(() => undefined)
    const createdAt = createdAtOf(object).getTime() - OVERLAP_MS
    const [newest, ...older] = this.#keys.toReversed()
    if (!newest) throw new Error('there is no content key')
    // The key that was in use when the object was begun, and all later ones.
    const before = [newest, ...older].findIndex(({ since }) => since.getTime() <= createdAt)
    const used = before < 0 ? older : older.slice(0, before)
    return [newest.number, ...used.map(({ number }) => number)]
  }

  /** Loads keys that other processes created. */
  reload(): Promise<void> {
    this.#loading ??= this.#reload().finally(() => {
      this.#loading = undefined
    })
    return this.#loading
  }

  async #reload(): Promise<void> {
    this.#keys = await this.#load()
    this.#loadedAt = performance.now()
  }

  /** Runs `work`, and repeats it with reloaded keys if it throws UnknownContentKey. */
  async withKeys<T>(work: (keys: readonly ContentKey[]) => Promise<T>): Promise<T> {
    try {
      return await work(this.#keys)
    } catch (error) {
      if (!(error instanceof UnknownContentKey)) throw error
    }
    await this.reload()
    return work(this.#keys).catch((error: unknown) => {
      // No such key exists, so the number was changed.
      throw error instanceof UnknownContentKey ? new ObjectCorrupted(error.message, error) : error
    })
  }
}
