import { LRUCache } from 'lru-cache'
import { throttled } from '../../config/throttled-log.ts'
import type { Context } from '../../context.ts'
import { Listener } from '../../db/listener.ts'
import type { PersonSession } from './store.ts'

/** An upload of small files asks who it is hundreds of times a second. */
const MAX_SESSIONS = 10_000
/** Bounds how long a notice can be missing where the network to the database has died unnoticed. */
const TTL_MS = 2000
const CHANNEL = 'clouddisk_standing'

/**
 * Sessions that were read a moment ago. What this process changes it forgets itself before it answers; what others
 * change, the command line say, the database tells at their commit (migration 0008). Nothing is remembered while that
 * cannot be heard.
 */
export class SessionCache {
  readonly #ctx: Pick<Context, 'db' | 'log'>
  readonly #sessions = new LRUCache<string, PersonSession>({ max: MAX_SESSIONS, ttl: TTL_MS })
  /** Keys that a session was found by, however long ago: no stranger's. */
  readonly #met = new LRUCache<string, true>({ max: MAX_SESSIONS })
  readonly #reading = new Map<string, Promise<PersonSession | undefined>>()
  #listener: Listener | undefined
  readonly #hearers = new Set<() => void>()
  /** Grows when something is forgotten: what was being read by then may be old. */
  #age = 0

  constructor(ctx: Pick<Context, 'db' | 'log'>) {
    this.#ctx = ctx
  }

  /** Listens for changes from now on; nothing is cached before. */
  start(): void {
    const { db, log } = this.#ctx
    const warn = throttled((silent: number, err: unknown) =>
      log.warn(
        { err, silent },
        'sessions are read from the database for each request: listening to the database failed',
      ),
    )
    this.#listener = new Listener(db.pool, CHANNEL, () => this.invalidate(), warn)
  }

  hasFound(key: string): boolean {
    return this.#met.has(key)
  }

  /** Read once for all who ask at the same time, but for those that come after something was forgotten. */
  async find(
    key: string,
    read: () => Promise<PersonSession | undefined>,
  ): Promise<PersonSession | undefined> {
    const known = this.#sessions.get(key)
    if (known) return known
    const reading = `${this.#age} ${key}`
    const running = this.#reading.get(reading)
    if (running) return running
    const started = this.#read(key, read).finally(() => this.#reading.delete(reading))
    this.#reading.set(reading, started)
    return started
  }

  async #read(
    key: string,
    read: () => Promise<PersonSession | undefined>,
  ): Promise<PersonSession | undefined> {
    const age = this.#age
    const session = await read()
    if (session) this.#met.set(key, true)
    if (session && age === this.#age && this.#listener?.isListening) this.#sessions.set(key, session)
    return session
  }

  invalidate(): void {
    this.#age++
    this.#sessions.clear()
    for (const hearer of this.#hearers) hearer()
  }

  /** Calls `hearer` whenever who is signed in may have changed; answers what stops that. */
  onInvalidate(hearer: () => void): () => void {
    this.#hearers.add(hearer)
    return () => void this.#hearers.delete(hearer)
  }

  async close(): Promise<void> {
    await this.#listener?.close()
  }
}
